"use strict";

// One key does what a page offers: data-key names it.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest("input, select, textarea, button, a, summary, [contenteditable]") && event.key === "Enter") return;
  if (event.target.closest("input, select, textarea, [contenteditable]")) return;
  if (event.key.length === 1 && localStorage.getItem("nightreel-letters") === "false") return;
  const wanted = [...document.querySelectorAll("[data-key]")].find((one) =>
    one.dataset.key.split(" ").some((key) => key.toLowerCase() === event.key.toLowerCase()));
  if (!wanted || wanted.getAttribute("aria-disabled") === "true") return;
  event.preventDefault();
  wanted.click();
});

// Links that are copied with one click; without scripts they can be selected.
for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  const said = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
    button.textContent = field.dataset.copied;
    setTimeout(() => { button.textContent = said; }, 2000);
  });
}

// Of many people those are shown who have what is typed in their names and words, or are chosen.
for (const field of document.querySelectorAll("[data-finds]")) {
  const people = [...document.getElementById(field.dataset.finds).children];
  const said = field.parentElement.querySelector("[data-said]");
  field.parentElement.hidden = false;
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const person of people) {
      const fits = words.every((word) => person.textContent.toLowerCase().includes(word));
      person.hidden = !fits && !person.querySelector(":checked");
    }
    said.textContent = said.dataset.said.replace("#", people.filter((person) => !person.hidden).length);
  });
  // It is no field of the form: Enter would draw somebody.
  field.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
}
