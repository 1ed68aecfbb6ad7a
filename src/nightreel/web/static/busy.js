// What takes a moment says so, and is asked for once: a second click would begin a second game.
const SOON = 400;
const LATE = 10000; // by then it was stopped, which nobody tells, or is given up
const busy = document.getElementById("busy");
let sent = false;
let soon;
let late;

function ready() {
  clearTimeout(soon);
  clearTimeout(late);
  busy.textContent = "";
  sent = false;
}

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  if (sent) return event.preventDefault();
  sent = true;
  soon = setTimeout(() => { busy.textContent = busy.dataset.said; }, SOON);
  late = setTimeout(ready, LATE);
});

// Whoever comes back to a page that was left finds it ready.
addEventListener("pageshow", ready);
