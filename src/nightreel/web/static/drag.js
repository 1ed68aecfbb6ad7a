// Her piece dragged to a lit space, and a lit card onto the Tableau, the hand or the map.

const FAR = 8;
const EDGE = 48;
let held = null;
let dropped = false;

function handle(event) {
  const piece = event.target.closest(".pieces > .girl");
  const card = event.target.closest(".act.lit");
  // On a touch screen a card is held by its title: its other parts scroll the page.
  return piece ?? (card && (event.pointerType === "mouse" || event.target.closest("h3")) ? card : null);
}

// What was dragged is not clicked, too.
addEventListener("click", (event) => {
  if (dropped) event.stopPropagation();
  dropped = false;
}, true);

document.addEventListener("pointerdown", (event) => {
  dropped = false;
  const node = event.button ? null : handle(event);
  if (node) held = { node, x: event.clientX, y: event.clientY, scrolled: scrollY, from: node.getAttribute("transform"), moving: false };
});

document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.moving && Math.hypot(dx, dy) < FAR) return;
  if (!held.moving) {
    held.moving = true;
    held.node.setPointerCapture(event.pointerId);
    if (held.from === null) held.copy = lifted(held.node);
    else held.node.classList.add("dragged");
    getSelection().removeAllRanges();
    requestAnimationFrame(scroll);
  }
  held.at = event;
  follow();
});

/** What is held is where the pointer is, wherever the page has been scrolled meanwhile. */
function follow() {
  const [dx, dy] = [held.at.clientX - held.x, held.at.clientY - held.y];
  if (held.copy) {
    held.copy.style.transform = `translate(${dx}px, ${dy}px)`;
  } else {
    const { a } = held.node.ownerSVGElement.getScreenCTM();
    const [x, y] = held.from.match(/-?\d+/g).map(Number);
    held.node.setAttribute("transform", `translate(${x + dx / a} ${y + (dy + scrollY - held.scrolled) / a})`);
  }
}

/** Held at the upper or lower edge of the screen it brings what lies beyond, the faster the nearer. */
function scroll() {
  if (!held) return;
  const { clientY } = held.at;
  const into = Math.max(0, EDGE - innerHeight + clientY) - Math.max(0, EDGE - clientY);
  if (into) {
    scrollBy({ top: into / 4, behavior: "instant" });
    follow();
  }
  requestAnimationFrame(scroll);
}

/** A card is dragged as a copy above everything: its row shows nothing outside of itself. */
function lifted(card) {
  const { left, top, width } = card.getBoundingClientRect();
  const copy = card.cloneNode(true);
  copy.removeAttribute("id");
  copy.setAttribute("aria-hidden", "true");
  copy.classList.add("dragged");
  Object.assign(copy.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
  card.classList.add("lifted");
  document.body.append(copy);
  return copy;
}

function release() {
  const { node, from, copy } = held;
  held = null;
  copy?.remove();
  node.classList.remove("dragged", "lifted");
  if (from !== null) node.setAttribute("transform", from);
}

document.addEventListener("pointerup", (event) => {
  if (!held) return;
  const { node, moving } = held;
  // What is dragged takes no pointer, so below it is where it is dropped.
  const below = document.elementFromPoint(event.clientX, event.clientY);
  release();
  if (!moving) return;
  dropped = true;
  const space = below?.closest("#map [data-space]");
  const goal = node.matches(".pieces > g") ? space : below?.closest("[data-drop], #map") && node;
  const home = node.closest("[data-drop]");
  if (goal && (goal !== node || !home.contains(below))) {
    goal.dispatchEvent(new CustomEvent("nightreel:point", { bubbles: true }));
  }
});

// Inside a drawing browsers do not heed touch-action: what is held does not scroll the page.
document.addEventListener("touchmove", (event) => held && event.preventDefault(), { passive: false });

document.addEventListener("pointercancel", () => held && release());
