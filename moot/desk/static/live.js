// A running debate: one connection tells what happens; the views are drawn by the desk and fetched when they changed.
const views = document.getElementById("views");
const CHANGES = new Set(["round_closed", "breaker", "escalated", "council", "paused", "settled", "stopped", "changed", "lagged", "reopened", "consensus"]);
let timer, source, words;

const part = (name) => document.getElementById(name);
const percent = (share) => (share == null ? "–" : `${Math.floor(share * 100 + 1e-7)} %`);

function tell(text) {
  const log = part("live-log");
  if (!log || !text) return;
  const line = document.createElement("li");
  line.textContent = text;
  log.append(line);
  while (log.children.length > 100) log.firstChild.remove();
  log.scrollTop = log.scrollHeight;
}

function now(text) {
  const place = part("live-now");
  if (place) place.textContent = text;
}

function seat(name) {
  const list = part("live-seats");
  if (!list || !name) return null;
  let item = [...list.children].find((each) => each.dataset.seat === name);
  if (!item) {
    item = document.createElement("li");
    item.dataset.seat = name;
    item.className = `c${(list.children.length % 8) + 1}`;
    for (const [tag, style, text] of [["span", "seat", name.length <= 3 ? name.toUpperCase() : name.replaceAll("_", " ")], ["span", "state", ""], ["p", "said", ""]]) {
      const child = document.createElement(tag);
      child.className = style;
      child.textContent = text;
      if (tag === "p") child.dir = "auto";
      item.append(child, " ");
    }
    list.append(item);
  }
  return item;
}

const show = {
  began: (event) => event.seats.forEach(seat),
  routed: (event) => {
    event.seats.forEach(seat);
    tell(words.routed);
  },
  round_opened: (event) => {
    event.seats.forEach((name) => (seat(name).querySelector(".state").textContent = words.waits));
    now(`${words.round} ${event.round}`);
  },
  seat_started: (event) => {
    const known = [...(part("live-seats")?.children ?? [])].some((each) => each.dataset.seat === event.seat);
    tell(`${event.seat} ${words[event.phase] ?? words.other}`);
    if (!known && event.phase !== "position") return;
    const item = seat(event.seat);
    item.classList.add("speaking");
    item.querySelector(".state").textContent = words.speaks;
  },
  seat_finished: (event) => {
    const item = [...(part("live-seats")?.children ?? [])].find((each) => each.dataset.seat === event.seat);
    if (!item) return;
    item.classList.remove("speaking");
    item.classList.add("spoke");
    const state = { timeout: words.late, failed: words.failed }[event.status];
    item.querySelector(".state").textContent = state ?? (event.confidence == null ? words.done : percent(event.confidence));
  },
  position: (event) => {
    const item = seat(event.seat);
    if (item && event.text) item.querySelector(".said").textContent = event.text;
  },
  round_closed: (event) => {
    const bar = part("live-meter")?.querySelector(".full");
    if (bar && event.convergence != null) bar.setAttribute("width", event.convergence * 100);
    if (part("live-share")) part("live-share").textContent = percent(event.convergence);
    tell(`${words.round_closed} ${event.reason}`);
  },
  breaker: (event) => tell(`${words.breaker} ${event.explanation}`),
  escalated: (event) => event.target !== "none" && tell(`${words.escalated} ${event.reasons.join("; ")}`),
  council: () => tell(words.council),
  reopened: () => tell(words.reopened),
  reviewed: () => tell(words.reviewed),
  fallback: (event) => tell(`${words.fallback} ${event.seat}`),
  paused: () => now(words.paused),
  ended: () => now(words.ended),
  stopped: (event) => tell(`${words.stopped} ${event.reason}`),
};

async function redraw() {
  clearTimeout(timer);
  timer = undefined;
  try {
    const answer = await fetch(views.dataset.views);
    if (!answer.ok) return;
    replace(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    now(words?.lost ?? "");
  }
}

function replace(fresh) {
  const open = new Set([...views.querySelectorAll("details[open]")].map(place));
  fresh.querySelectorAll("details").forEach((each) => open.has(place(each)) && (each.open = true));
  const strip = part("live");
  const [focus, scroll] = [document.activeElement?.getAttribute("href"), window.scrollY];
  // While it runs the strip is ours: it knows more than the store does.
  if (strip) fresh.getElementById("live")?.replaceWith(strip);
  views.replaceChildren(...fresh.body.childNodes);
  if (focus) views.querySelector(`a[href="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  window.scrollTo({ top: scroll, behavior: "instant" });
  if (!part("live")) source?.close();
}

const place = (details) => `${details.closest("section")?.id}/${details.querySelector("summary")?.textContent}`;

function hear(message) {
  const event = JSON.parse(message.data);
  show[event.event]?.(event);
  // Many may watch: they do not all come at the same moment.
  if (CHANGES.has(event.event) && timer === undefined) timer = setTimeout(redraw, 150 + Math.random() * 450);
}

function listen() {
  const strip = part("live");
  if (!strip) return;
  words = JSON.parse(strip.dataset.words);
  source = new EventSource(strip.dataset.events);
  source.addEventListener("moot", hear);
  source.onerror = () => {
    // A stream that ended is asked for again; when the debate does not run any more the answer closes it.
    if (source.readyState === EventSource.CLOSED) redraw();
  };
}

listen();
