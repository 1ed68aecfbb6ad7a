// The rules beside the table: a search and what it finds, one rule, and back to the game.

const one = (selector) => document.querySelector(selector);
const panel = one("#rules");
const found = one("#found");
const ruling = one("#ruling");

let from = null; // what had the focus in the game, and how far its page was scrolled
let height = 0;
let link = null; // what led to the rule that is read

const beside = () => getComputedStyle(panel).position === "sticky";

function open() {
  if (!panel.contains(document.activeElement)) {
    from = document.activeElement;
    height = scrollY;
  }
  panel.hidden = false;
  if (!beside()) panel.scrollIntoView();
}

function close() {
  if (panel.hidden) return;
  panel.hidden = true;
  if (!beside()) scrollTo({ top: height, behavior: "instant" });
  for (const place of [from, one("#answers button:not([hidden])"), one("#asked")]) {
    place?.focus({ preventScroll: true });
    if (place !== document.body && document.activeElement === place) return;
  }
}

function show(rule) {
  one("#searched").hidden = rule;
  ruling.hidden = !rule;
  panel.scrollTop = 0;
}

const load = (address, target, source) => htmx.ajax("GET", address, { source, target, swap: "innerHTML" });

function search() {
  open();
  show(false);
  one("#q").focus({ preventScroll: true });
  if (!found.hasChildNodes() || found.querySelector(".notice")) load("/rules", found, one("#q")); // what is typed meanwhile takes its place
}

async function read(at) {
  link = found.contains(at) ? at : null;
  open();
  panel.focus({ preventScroll: true });
  if (ruling.hidden) ruling.replaceChildren(); // a rule of before is not what is asked for
  show(true);
  await load(at.getAttribute("href"), ruling, panel);
  panel.scrollTop = 0;
  ruling.querySelector("h3")?.focus({ preventScroll: true });
}

function back() {
  if (!link) return search();
  show(false);
  link.focus();
}

const DOES = { "close-rules": close, found: back };

document.addEventListener("click", (event) => {
  DOES[event.target.closest("#rules [data-do]")?.dataset.do]?.();
  const at = event.target.closest("#table a, #rules a");
  const address = at?.getAttribute("href") ?? "";
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const goes = { "/rules": search, "/rules/": () => read(at), "#": () => chapter(address) }[/^(\/rules\/?|#)/.exec(address)?.[0]];
  if (!goes) return;
  event.preventDefault();
  goes();
});

function chapter(address) {
  const title = found.querySelector(address);
  title.tabIndex = -1;
  title.focus();
}

// In the panel keys are its own: none of them answers.
panel.addEventListener("keydown", (event) => {
  event.stopPropagation();
  if (event.key !== "Escape") return;
  event.preventDefault();
  close();
});

document.addEventListener("htmx:error", (event) => {
  if (!panel.contains(event.target)) return;
  (ruling.hidden ? found : ruling).replaceChildren(noticeOf(one("#offline").textContent));
});
