// The settings and the seats show what the chosen profile says where nothing is set; files are read here, not sent.
const form = document.getElementById("start");
const profiles = JSON.parse(form.dataset.profiles);

function follow() {
  const chosen = profiles[form.elements.profile.value];
  for (const input of form.querySelectorAll("[data-setting]")) {
    input.placeholder = chosen.settings[input.dataset.setting] ?? input.dataset.none;
  }
  for (const option of form.elements.route.options) option.disabled = option.value !== "" && !chosen.routes.includes(option.value);
  if (form.elements.route.selectedOptions[0]?.disabled) form.elements.route.value = "";
  document.getElementById("choices").hidden = !chosen.can_choose;
  seat(chosen);
}

// Who argues: one row per seat, and one more to write in.
const box = document.getElementById("seats");
const rows = document.getElementById("seat-rows");
const blank = rows?.lastElementChild.cloneNode(true);

function seat(chosen) {
  if (!box) return;
  box.hidden = !chosen.can_seat;
  const drawn = form.elements.seats_of;
  if (drawn.value === form.elements.profile.value) return;
  drawn.value = form.elements.profile.value;
  rows.replaceChildren();
  for (const each of chosen.seats) add(each);
}

function add(values = {}) {
  const row = blank.cloneNode(true);
  for (const input of row.querySelectorAll("[name]")) input.value = values[input.name.split(".").pop()] ?? "";
  rows.append(row);
  number();
  return row;
}

function number() {
  [...rows.children].forEach((row, at) => {
    row.dataset.row = at;
    for (const each of row.querySelectorAll("[name], label")) {
      const name = (each.name ?? each.htmlFor).split(".").pop();
      if (each.name) each.name = `seat.${at}.${name}`;
      if (each.htmlFor) each.htmlFor = `seat.${at}.${name}`;
      else each.id = `seat.${at}.${name}`;
    }
    const remove = row.querySelector(".remove");
    remove.hidden = false;
    remove.querySelector(".name").textContent = row.querySelector("[name$='.id']").value;
  });
  document.getElementById("seat-add").hidden = rows.children.length >= Number(box.dataset.most);
}

if (box) {
  const empty = rows.lastElementChild;
  if (!empty.querySelector("[name$='.id']").value) empty.remove();
  number();
  document.getElementById("seat-add").addEventListener("click", () => add().querySelector("input").focus());
  rows.addEventListener("click", (event) => {
    const row = event.target.closest(".remove")?.closest("li");
    if (!row) return;
    const next = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    number();
    (next?.querySelector("input") ?? document.getElementById("seat-add")).focus();
  });
  rows.addEventListener("input", number);
}

// Files become pieces of evidence in the form, where they can be read before anything is sent.
const files = document.getElementById("evidence-file");
document.getElementById("files").hidden = false;
files.addEventListener("change", async () => {
  const [field, wrong] = [form.elements.evidence, document.getElementById("file-wrong")];
  wrong.hidden = true;
  for (const file of files.files) {
    const text = file.size > field.maxLength * 4 ? "" : await file.text();
    const piece = `[${file.name.replace(/[^\w.:-]/g, "_").slice(0, 60)}] ${text.trim().replace(/\n\s*\n/g, "\n")}`;
    const all = [field.value.trim(), piece].filter(Boolean).join("\n\n");
    if (!text.trim() || text.includes("\ufffd") || all.length > field.maxLength) {
      wrong.textContent = `${wrong.dataset.words}${file.name}`;
      wrong.hidden = false;
    } else field.value = all;
  }
  files.value = "";
  foresee();
});

// What it will cost follows what is written.
let timer;
async function foresee() {
  const button = document.getElementById("foresee");
  try {
    const answer = await fetch(button.formAction, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.getElementById("forecast").replaceChildren(...(fresh.getElementById("forecast")?.childNodes ?? []));
  } catch {
    // Without an answer the button still shows it.
  }
}
const later = () => {
  clearTimeout(timer);
  timer = setTimeout(foresee, 500);
};
form.addEventListener("change", later);
document.getElementById("foresee").addEventListener("click", (event) => {
  event.preventDefault();
  foresee();
});
if (location.hash === "#evidence-fold") document.getElementById("evidence-fold").open = true;

form.addEventListener("change", (event) => event.target.name === "profile" && follow());
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
});
follow();
foresee();
