// The Killer phase as a sequence: sentence by sentence on the map, at the player's pace.

const one = (selector) => document.querySelector(selector);
const SVG = "http://www.w3.org/2000/svg";
const DRAWINGS = ["wide", "tall"];
const SIGNS = { tgt: "target", kmov: "boot", katk: "knife", kill: "card", blood: "blood", panic: "panic", evt: "card", dp: "power", fin: "power", mov: "boot", hor: "horror" };
const PACES = [1, 2, 4];
/** What is left free above or below what comes into view. */
const ROOM = 12;

/** What is told only when it has been followed. */
const ASIDE = ["status", "killer-health", "bloodlust", "powers", "girl-health", "decks"];

let run = null;
let followed = "";
let before = new Map();

const inside = (ids) => new Map([...ids].map((id) => [id, one(`#${id}`).innerHTML]));

function fill(parts) {
  for (const [id, html] of parts) one(`#${id}`).innerHTML = html;
}

// ---------------------------------------------------------------- what is played

/** The sentences of an answer that can be followed, and where everybody stands at each of them. */
function sequence(group) {
  const read = (node, name) => JSON.parse(node.dataset[name] ?? "[]");
  const beats = [...group.querySelectorAll("ul > li")].slice(Number(group.dataset.first));
  const start = places(read(group, "start"));
  let at = start;
  let source = "";
  const standing = beats.map((beat) => {
    const [moves, marks] = [read(beat, "moves"), read(beat, "marks")];
    at = new Map([...at, ...places(moves)]);
    source = beat.dataset.source ?? source;
    // A path is marked before its goal.
    const about = (marks.length ? marks.slice(-1) : moves).map(([space]) => space).filter(Boolean);
    return { text: beat.firstChild.textContent, chapter: chapter(beat), source, at, marks, about };
  });
  return { standing, start, kinds: Object.entries(JSON.parse(group.dataset.kinds ?? "{}")) };
}

/** The chapter of the first rule of a sentence. */
const chapter = (beat) => beat.querySelector("a")?.textContent.split("-")[0].toLowerCase();

/** Where those stand who moved, in both drawings: side by side in their spaces, or nowhere. */
function places(rows) {
  return new Map(rows.flatMap(([space, wide, tall, ...pieces]) =>
    pieces.map((piece, n) => [piece, space ? spots(space, [wide, tall], n - (pieces.length - 1) / 2) : []])));
}

function spots(space, steps, n) {
  return DRAWINGS.flatMap((name, drawing) => {
    const { e, f } = one(`#${name} .space[data-space="${space}"]`).transform.baseVal[0].matrix;
    return [Math.round(e + n * steps[drawing]), f + Number(one(`#${name}`).dataset.below)];
  });
}

/** Pieces on both drawings; those that are no longer there come back while it is followed. */
function drawn(piece, kind) {
  return DRAWINGS.map((name) => {
    const known = document.getElementById(name[0] + piece);
    if (known || !kind) return known;
    const ghost = document.createElementNS(SVG, "g");
    ghost.id = name[0] + piece;
    ghost.setAttribute("class", `ghost ${kind}`);
    ghost.append(document.createElementNS(SVG, "use"));
    ghost.firstChild.setAttribute("href", `#p-${kind}`);
    one(`#${name}-pieces`).append(ghost);
    return ghost;
  });
}

/** Who is on the map now and was not yet at the beginning. */
function cameLater(start) {
  const here = [...document.querySelectorAll("#wide-pieces > g")].map((node) => Number(node.id.slice(1)));
  return here.filter((piece) => !start.has(piece)).map((piece) => [piece, []]);
}

function stand(at) {
  for (const [piece, spots] of at) {
    drawn(piece).forEach((node, n) => {
      node?.classList.toggle("away", !spots.length);
      if (spots.length) node?.setAttribute("transform", `translate(${spots[2 * n]} ${spots[2 * n + 1]})`);
    });
  }
}

function mark(marks) {
  for (const name of DRAWINGS) {
    const signs = marks.map(([space, sign]) => {
      const ground = one(`#${name} .space[data-space="${space}"]`);
      const node = document.createElementNS(SVG, "g");
      node.setAttribute("class", sign === "◎" ? "mark aim" : "mark");
      node.setAttribute("transform", ground.getAttribute("transform"));
      const frame = ground.querySelector("rect").cloneNode();
      const text = document.createElementNS(SVG, "text");
      text.setAttribute("x", frame.getAttribute("x"));
      text.setAttribute("y", frame.getAttribute("y"));
      text.textContent = sign;
      const disc = document.createElementNS(SVG, "circle");
      disc.setAttribute("cx", frame.getAttribute("x"));
      disc.setAttribute("cy", frame.getAttribute("y"));
      disc.setAttribute("r", 15);
      node.append(frame, disc, text);
      return node;
    });
    one(`#${name} .marks`).replaceChildren(...signs);
  }
}

/** The spaces that a sentence is about come into view, as long as one looks at the map. */
function see(about) {
  const map = DRAWINGS.map((name) => one(`#${name}`)).find((drawing) => drawing.checkVisibility());
  const [whole, question] = [map, one("#question")].map((node) => node.getBoundingClientRect());
  const low = question.left < whole.right ? question.top : innerHeight;
  if (!about.length || whole.bottom < 0 || whole.top > low) return;
  const boxes = about.map((space) => map.querySelector(`.space[data-space="${space}"]`).getBoundingClientRect());
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  if (top < 0 || bottom > low) scrollBy(0, Math.min(top - ROOM, Math.max(bottom - low + ROOM, 0)));
}

// ---------------------------------------------------------------- playing

function play(group, aside = new Map()) {
  const { standing, start, kinds } = sequence(group);
  if (!standing.length) return;
  const ends = new Map();
  for (const name of DRAWINGS) for (const node of document.querySelectorAll(`#${name}-pieces > g`)) ends.set(node, node.getAttribute("transform"));
  run = { standing, ends, now: inside(aside.keys()), at: 0, paused: matchMedia("(prefers-reduced-motion: reduce)").matches };
  fill(aside);
  for (const [kind, pieces] of kinds) for (const piece of pieces) drawn(piece, kind);
  stand(new Map([...cameLater(start), ...start]));
  document.body.classList.add("following");
  one("#follow").hidden = false;
  document.dispatchEvent(new CustomEvent("nightreel:following"));
  one("#follow [data-do=next]").focus({ preventScroll: true });
  // The places before come to be seen before the first piece moves.
  requestAnimationFrame(() => requestAnimationFrame(() => run && go(0)));
}

function go(to) {
  if (!run) return;
  if (to >= run.standing.length) return end();
  run.at = Math.max(0, to);
  const { text, chapter, source, at, marks, about } = run.standing[run.at];
  stand(at);
  mark(marks);
  see(about);
  one("#follow .source").textContent = source;
  one("#follow .beat use").setAttribute("href", `#s-${SIGNS[chapter] ?? "can"}`);
  one("#follow .beat span").textContent = text;
  one("#said").textContent = text;
  one("#follow progress").max = run.standing.length;
  one("#follow progress").value = run.at + 1;
  controls();
  clearTimeout(run.timer);
  if (!run.paused) run.timer = setTimeout(() => go(run.at + 1), (1100 + 30 * text.length) / pace());
}

const pace = () => PACES[Number(localStorage.getItem("nightreel-pace") ?? 0)] ?? 1;

function controls() {
  const button = one("#follow [data-do=pause]");
  button.dataset.pause ??= button.textContent.trim();
  button.firstElementChild.textContent = run.paused ? button.dataset.paused : button.dataset.pause;
  const faster = one("#follow [data-do=faster]");
  faster.dataset.word ??= faster.textContent.trim();
  faster.firstElementChild.textContent = `${faster.dataset.word} (${pace()}×)`;
  one("#follow [data-do=back]").disabled = run.at === 0;
}

function end() {
  clearTimeout(run.timer);
  mark([]);
  fill(run.now);
  for (const ghost of document.querySelectorAll(".ghost")) ghost.remove();
  for (const [node, transform] of run.ends) {
    node.classList.remove("away");
    node.setAttribute("transform", transform);
  }
  run = null;
  document.body.classList.remove("following");
  one("#follow").hidden = true;
  document.dispatchEvent(new CustomEvent("nightreel:followed"));
}

const DOES = {
  next: () => go(run.at + 1),
  back: () => { run.paused = true; go(run.at - 1); },
  pause: () => { run.paused = !run.paused; go(run.at); },
  faster: () => {
    localStorage.setItem("nightreel-pace", String((PACES.indexOf(pace()) + 1) % PACES.length));
    run.paused = false;
    go(run.at);
  },
  skip: end,
};
const KEYS = { " ": "next", ArrowRight: "next", ArrowLeft: "back", f: "faster", Escape: "skip" };

document.addEventListener("click", (event) => {
  const does = event.target.closest("[data-do]")?.dataset.do;
  if (does === "again") play(one("#told > li[data-first]"));
  else if (run && DOES[does]) DOES[does]();
});

document.addEventListener("keydown", (event) => {
  if (!run || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
  if (event.key.length === 1 && localStorage.getItem("nightreel-letters") === "false") return;
  const does = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!does) return;
  event.preventDefault();
  DOES[does]();
});

document.addEventListener("nightreel:told", ({ detail: group }) => {
  const fresh = group?.dataset.first && group.id + group.dataset.print !== followed;
  if (!fresh) return;
  followed = group.id + group.dataset.print;
  if (localStorage.getItem("nightreel-at-once") !== "true") play(group, before);
});
document.addEventListener("htmx:before:swap", (event) => {
  if (!ofTable(event)) return;
  if (run) end();
  before = inside(ASIDE);
});
