// Her piece dragged to a lit space, and a lit card onto the Tableau, the hand or the map.

const FAR = 8;
let held = null;
let dropped = false;

function handle(event) {
  const piece = event.target.closest(".piece.girl");
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
  if (node) held = { node, x: event.clientX, y: event.clientY, from: node.getAttribute("transform"), moving: false };
});

document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.moving && Math.hypot(dx, dy) < FAR) return;
  if (!held.moving) {
    held.moving = true;
    held.node.setPointerCapture(event.pointerId);
    held.node.classList.add("dragged");
    getSelection().removeAllRanges();
  }
  if (held.from === null) {
    held.node.style.transform = `translate(${dx}px, ${dy}px)`;
  } else {
    const { a } = held.node.ownerSVGElement.getScreenCTM();
    const [x, y] = held.from.match(/-?\d+/g).map(Number);
    held.node.setAttribute("transform", `translate(${x + dx / a} ${y + dy / a})`);
  }
});

function release() {
  const { node, from } = held;
  held = null;
  node.classList.remove("dragged");
  node.style.transform = "";
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
  const goal = node.matches(".piece") ? space : below?.closest("[data-drop], #map") && node;
  const home = node.closest("[data-drop]");
  if (goal && (goal !== node || !home.contains(below))) {
    goal.dispatchEvent(new CustomEvent("nightreel:point", { bubbles: true }));
  }
});

// Inside a drawing browsers do not heed touch-action: what is held does not scroll the page.
document.addEventListener("touchmove", (event) => held && event.preventDefault(), { passive: false });

document.addEventListener("pointercancel", () => held && release());
