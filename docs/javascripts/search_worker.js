// Lets the search work on pages that are opened from a folder: browsers refuse workers there, so the
// program of the worker runs in a hidden frame instead. The theme looks for the name IFrameWorker.
window.IFrameWorker = class extends EventTarget {
  constructor(url) {
    super()
    this.waiting = []
    this.frame = document.createElement("iframe")
    this.frame.hidden = true
    this.frame.title = "search"
    this.frame.srcdoc = `<script>
      window.postMessage = data => frameElement.worker.receive(data)
      window.importScripts = (...urls) => urls.reduce((before, url) => before.then(() => new Promise((done, failed) => {
        const script = document.createElement("script")
        script.src = url
        script.onload = done
        script.onerror = failed
        document.head.append(script)
      })), Promise.resolve())
    <\/script><script src="${new URL(url, location)}"><\/script>`
    this.frame.worker = this
    this.frame.onload = () => {
      this.ready = true
      this.waiting.splice(0).forEach(data => this.send(data))
    }
    document.body.append(this.frame)
  }

  postMessage(data) {
    if (this.ready) this.send(data)
    else this.waiting.push(data)
  }

  send(data) {
    const { contentWindow } = this.frame
    contentWindow.dispatchEvent(new contentWindow.MessageEvent("message", { data }))
  }

  receive(data) {
    this.dispatchEvent(new MessageEvent("message", { data }))
  }

  terminate() {
    this.frame.remove()
  }
}

if (location.protocol === "file:") window.Worker = window.IFrameWorker
