"use strict";

// What a space points at: one answer is given at once, of several the first is offered.
document.addEventListener("click", (event) => {
  const space = event.target.closest("#map [data-space]");
  if (!space) return;
  const answers = document.querySelectorAll(`#answers button[data-space="${space.dataset.space}"]`);
  if (answers.length === 1) answers[0].click();
  else if (answers.length) answers[0].focus();
});
