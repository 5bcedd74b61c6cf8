// A running debate: one connection tells what happens; the views are drawn by the desk and fetched when they changed.
const views = document.getElementById("views");
const CHANGES = new Set(["round_closed", "breaker", "escalated", "council", "paused", "settled", "stopped", "halted", "changed", "lagged", "reopened", "consensus"]);
let timer, source, words;

const part = (name) => document.getElementById(name);
const percent = (share) => (share == null ? "–" : `${Math.floor(share * 100 + 1e-7)} %`);

function tell(text) {
  const log = part("live-log");
  if (!log || !text) return;
  const line = document.createElement("li");
  line.textContent = text;
  log.append(line);
  line.className = "news";
  trim(log);
}

function trim(log) {
  while (log.children.length > 500) log.firstChild.remove();
  log.parentElement.scrollTop = log.parentElement.scrollHeight;
}

// What was said: who to whom, what became of it, and the words. Told again, it is shown once.
function utter(event) {
  const log = part("live-log");
  if (!log || [...log.children].some((each) => each.dataset.key === event.key)) return;
  const line = document.createElement("li");
  line.dataset.key = event.key;
  line.className = `${event.kind} ${event.mark.toLowerCase()}`;
  const others = { remark: words.person, synthesis: words.summary };
  const from = event.kind === "remark" ? event.who : named(event.speaker, event.who);
  const to = named(event.whom, event.to) || (event.kind === "remark" ? words.everyone : "");
  const mark = event.kind === "revision" && event.mark === "partly" ? "gives_way" : event.mark;
  const word = words.marks[event.kind] ?? words.marks[mark] ?? (event.kind === "critique" ? words.severities[event.mark] ?? event.mark : "");
  const shown = [["who", (event.kind === "synthesis" ? "" : from) || (others[event.kind] ?? words.checker) , to], ["mark", `${word} ${event.about}`.trim()], ["words", event.text]];
  for (const [style, text, whom] of shown) {
    const child = document.createElement("span");
    child.className = style;
    child.textContent = whom ? `${text} → ${whom}` : text;
    if (style === "words") child.dir = "auto";
    line.append(child, " ");
  }
  log.append(line);
  trim(log);
  if (event.choice) vote(event.speaker, event.choice);
}

// The ballot moves as soon as a vote is cast; the count of a closed round replaces it.
function vote(name, option) {
  const list = part("live-ballot")?.querySelector("ol");
  if (!list) return;
  for (const item of list.children) {
    const voters = item.querySelector(".voters");
    const left = voters.textContent.split(", ").filter((each) => each && each !== title(name));
    if (item.dataset.option === option) left.push(title(name));
    voters.textContent = left.join(", ");
    item.querySelector(".count").textContent = left.length;
  }
}

function count(options) {
  const box = part("live-ballot");
  if (!box || !options?.length) return;
  box.hidden = false;
  box.querySelector("ol").replaceChildren(...options.map((option) => {
    const item = document.createElement("li");
    item.dataset.option = option.id;
    for (const [tag, style, text] of [["b", "", option.id], ["span", "count", option.seats.length], ["span", "option", option.text], ["span", "voters", option.seats.map(title).join(", ")]]) {
      const child = document.createElement(tag);
      child.className = style;
      child.textContent = text;
      item.append(child, " ");
    }
    return item;
  }));
}

// Whoever speaks, in the language of this page: what is told of a running debate is written for no page alone.
const named = (name, said) => said && (known(name) ?? words.actors[name] ?? said);

const known = (name) => [...(part("live-seats")?.children ?? [])].find((each) => each.dataset.seat === name)?.querySelector(".seat").textContent;

function title(name) {
  return known(name) ?? (name.length <= 3 ? name.toUpperCase() : name.replaceAll("_", " "));
}

// What was used so far, against what may be used.
function spend(tokens, cost) {
  const place = part("live-cost");
  if (!place) return;
  const data = place.dataset;
  data.tokens = Number(data.tokens) + tokens;
  data.cost = cost === null || data.cost === "" ? "" : Number(data.cost) + cost;
  const number = new Intl.NumberFormat(document.documentElement.lang);
  const against = (used, most) => (most ? `${used} ${words.of} ${most}` : used);
  const price = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
  const money = data.cost === "" ? words.unpriced : Number(data.cost) ? `US$ ${price.format(data.cost)}` : words.free;
  place.textContent = `${against(money, data.mostCost && `US$ ${data.mostCost}`)} · ${against(number.format(data.tokens), data.mostTokens && number.format(data.mostTokens))} ${words.tokens}`;
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
    if (!known && event.phase !== "position") return;
    const item = seat(event.seat);
    item.classList.add("speaking");
    item.querySelector(".state").textContent = `${words[event.phase] ?? words.speaks} …`;
  },
  said: utter,
  seat_finished: (event) => {
    spend(event.tokens, event.cost ?? (event.tokens ? null : 0));
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
    count(event.ballot?.options);
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
  halted: () => now(words.halted),
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
  if (!part("live")) {
    source?.close();
    part("speak")?.remove();
  }
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
  spend(0, 0);
  trim(part("live-log"));
  source = new EventSource(strip.dataset.events);
  source.addEventListener("moot", hear);
  source.onerror = () => {
    // A stream that ended is asked for again; when the debate does not run any more the answer closes it.
    if (source.readyState === EventSource.CLOSED) redraw();
  };
}

// Speaking leaves the page as it is: the words come back with everything else that is said.
part("say")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const [told, button] = [part("say-told"), form.querySelector("button")];
  button.disabled = true;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    const fate = new URL(answer.url).searchParams.get("told");
    if (!answer.ok || !fate) throw new Error();
    told.textContent = JSON.parse(told.dataset.words)[fate];
    form.reset();
  } catch {
    // The desk says what is wrong on a page of its own.
    form.submit();
  } finally {
    button.disabled = false;
    form.elements.text.focus();
  }
});

listen();
