// What takes a moment says so, and is asked for once: a second click would begin a second game.
const busy = document.getElementById("busy");
let sent = null;
let soon;

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  if (sent) return event.preventDefault();
  sent = event.target;
  soon = setTimeout(() => { busy.textContent = busy.dataset.said; }, 400);
});

// Whoever comes back to a page that was left finds it ready.
addEventListener("pageshow", () => {
  clearTimeout(soon);
  busy.textContent = "";
  sent = null;
});
