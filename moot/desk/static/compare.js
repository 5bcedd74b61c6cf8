// While a branch still runs, the comparison is fetched again when a round closes and when it ends.
const place = document.getElementById("comparison");
let timer;

async function redraw() {
  timer = undefined;
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("comparison");
  place.replaceChildren(...fresh.childNodes);
}

for (const thread of JSON.parse(place.dataset.running ?? "[]")) {
  const source = new EventSource(`${place.dataset.debates}${thread}/events`);
  source.addEventListener("moot", (message) => {
    const { event } = JSON.parse(message.data);
    if (["round_closed", "settled", "stopped", "changed"].includes(event)) timer ??= setTimeout(redraw, 400);
  });
  source.onerror = () => source.readyState === EventSource.CLOSED && redraw();
}
