// Keys, the list of keys, and an inbox that keeps itself fresh. Every page works without this file.
const on = () => localStorage.getItem("moot-keys") !== "off";
const typing = (target) => target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]");
const keys = document.getElementById("keys");
const box = document.getElementById("keys-on");
const opener = document.getElementById("show-keys");

opener.hidden = false;
opener.addEventListener("click", () => keys.showModal());
box.checked = on();
box.addEventListener("change", () => localStorage.setItem("moot-keys", box.checked ? "on" : "off"));

function move(by) {
  const links = [...document.querySelectorAll(".inbox .item h2 a")];
  if (!links.length) return;
  const at = links.indexOf(document.activeElement);
  links[Math.min(links.length - 1, Math.max(0, at + (at < 0 && by < 0 ? 1 : by)))].focus();
}

const deeds = {
  "?": () => keys.showModal(),
  "/": () => document.querySelector("[type=search]")?.focus(),
  j: () => move(1),
  k: () => move(-1),
  n: () => document.querySelector(".ways a[href$='/start']")?.click(),
  i: () => document.querySelector(".ways a")?.click(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || document.querySelector("dialog[open]")) return;
  if (!on() || !deeds[event.key]) return;
  event.preventDefault();
  deeds[event.key]();
});

const inbox = document.getElementById("inbox");
async function refresh() {
  if (document.hidden || inbox.contains(document.activeElement)) return;
  try {
    const answer = await fetch(inbox.dataset.refresh, { headers: { accept: "text/html" } });
    if (!answer.ok || answer.redirected) return;
    const text = await answer.text();
    const fresh = new DOMParser().parseFromString(text, "text/html");
    if (fresh.body.textContent.trim() !== inbox.textContent.trim()) inbox.replaceChildren(...fresh.body.childNodes);
  } catch {
    // The desk is away for a moment; the next look will find it.
  }
}
if (inbox) setInterval(refresh, 10_000);
