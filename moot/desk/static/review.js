// Answering: keys for the four answers, and a last look before the answer counts.
const form = document.getElementById("review");
const dialog = document.getElementById("confirm");
const on = () => localStorage.getItem("moot-keys") !== "off";
const typing = (target) => target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select");

function choose(radio) {
  radio.checked = true;
  radio.focus();
  radio.closest(".choice").querySelector("textarea")?.focus();
}

document.addEventListener("keydown", (event) => {
  if (dialog.open) return;
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    form.requestSubmit();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || !on() || document.querySelector("dialog[open]")) return;
  const radio = form.querySelector(`input[data-key="${CSS.escape(event.key)}"]`);
  if (!radio) return;
  event.preventDefault();
  choose(radio);
});

form.addEventListener("change", (event) => {
  for (const area of form.querySelectorAll("textarea")) {
    const kind = area.name.replace("text_", "");
    area.required = form.elements.kind.value === kind && kind !== "reject";
  }
  if (event.target.name === "kind") event.target.closest(".choice").querySelector("textarea")?.focus();
});

form.addEventListener("submit", (event) => {
  if (form.elements.confirmed) return;
  event.preventDefault();
  const kind = form.elements.kind.value;
  document.getElementById("confirm-title").textContent = dialog.dataset[kind];
  const text = document.getElementById("confirm-text");
  text.textContent = kind === "approve" ? text.dataset.proposed : form.elements[`text_${kind}`].value;
  dialog.showModal();
  document.getElementById("confirm-yes").focus();
});

document.getElementById("confirm-no").addEventListener("click", () => dialog.close());
document.getElementById("confirm-yes").addEventListener("click", (event) => {
  event.target.disabled = true;
  const confirmed = document.createElement("input");
  Object.assign(confirmed, { type: "hidden", name: "confirmed", value: "1" });
  form.append(confirmed);
  form.submit();
});
// Coming back with the browser's own button shows a form that can be sent again.
window.addEventListener("pageshow", () => {
  form.elements.confirmed?.remove();
  document.getElementById("confirm-yes").disabled = false;
});
