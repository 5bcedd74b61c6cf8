// The settings show what the chosen profile says where nothing is set.
const form = document.getElementById("start");
const profiles = JSON.parse(form.dataset.profiles);

function follow() {
  const chosen = profiles[form.elements.profile.value];
  for (const input of form.querySelectorAll("[data-setting]")) {
    input.placeholder = chosen.settings[input.dataset.setting] ?? input.dataset.none;
  }
  for (const option of form.elements.route.options) option.disabled = option.value !== "" && !chosen.routes.includes(option.value);
  if (form.elements.route.selectedOptions[0]?.disabled) form.elements.route.value = "";
}

form.addEventListener("change", (event) => event.target.name === "profile" && follow());
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
});
follow();
