// The table: what is lit, answers by click, tap and keys, chances, what is told to whoever listens.

const one = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];
const answers = () => all("#answers button");
const shown = () => answers().filter((answer) => !answer.hidden);
const following = () => document.body.classList.contains("following");

const POINTS = { piece: ".pieces > g", space: "#map [data-space]", act: ".act", card: ".small" };

// ---------------------------------------------------------------- what can be pointed at

/** The number of what is pointed at: pieces have theirs in their ids, once for each drawing. */
const number = (node, key) => (key === "piece" && node.id ? node.id.slice(1) : node.dataset[key]);

/** Of an Action card in hand and in the Tableau the one is lit that the phase is about. */
function zone(act) {
  const zones = one("#table").classList.contains("phase-planning") ? ["tableau", "hand"] : ["hand", "tableau"];
  return zones.map((name) => one(`#${name}-${act}`)).find(Boolean);
}

function light() {
  for (const [key, selector] of Object.entries(POINTS)) {
    const aims = new Set(answers().map((answer) => answer.dataset[key]).filter(Boolean));
    for (const node of all(selector)) {
      const lit = aims.has(number(node, key)) && !(key === "space" && node.matches(POINTS.piece));
      node.classList.toggle("lit", lit && (key !== "act" || node === zone(node.dataset.act)));
    }
  }
}

/** The one answer that something points at is given; of several, or of refusals, the list is shown. */
function point(at) {
  for (const [key, selector] of Object.entries(POINTS)) {
    const node = at.closest(selector);
    if (!node) continue;
    const fits = (other) => other.dataset[key] === number(node, key);
    const found = answers().filter(fits);
    if (found.length === 1) return found[0].click();
    if (found.length || all("#refused li").some(fits)) return narrow(fits, named(node));
  }
}

function named(node) {
  const own = (node.matches(POINTS.piece) ? titled(node) : node.querySelector("h3, h4"))?.textContent;
  const space = one(`#wide .space[data-space="${node.dataset.space}"]`);
  return own ?? [...space.querySelectorAll(".title")].map((line) => line.textContent).join(" ");
}

/** The title of a piece: its own, in the wide drawing alone, or that of all of its kind. */
function titled(piece) {
  const node = one(`#w${number(piece, "piece")}`);
  return node.querySelector("title") ?? one(node.querySelector("use").getAttribute("href")).querySelector("title");
}

function narrow(fits, name) {
  for (const answer of [...answers(), ...all("#refused li")]) answer.hidden = !fits(answer);
  const found = shown();
  one("#narrowed b").textContent = name;
  one("#narrowed").hidden = false;
  if (!found.length) one("#refused").open = true;
  (found[0] ?? one("#refused summary")).focus();
  one("#question").scrollIntoView({ block: "nearest" });
}

function widen() {
  for (const answer of [...answers(), ...all("#refused li")]) answer.hidden = false;
  one("#narrowed").hidden = true;
}

document.addEventListener("click", (event) => {
  const does = event.target.closest("[data-do]")?.dataset.do;
  if (does === "all") { widen(); shown()[0]?.focus(); }
  else if (does === "help") help();
  else if (!following() && !event.target.closest("a, button, summary")) point(event.target);
});
document.addEventListener("nightreel:point", (event) => point(event.target));

function help() {
  const hidden = one("#help").toggleAttribute("hidden");
  one('[data-do="help"]').setAttribute("aria-expanded", String(!hidden));
  if (!hidden) reveal(one("#help"));
}

/** What opens in the question comes into view there, and the page stays where it is. */
function reveal(node) {
  const [{ top, bottom }, whole] = [node, one("#question")].map((box) => box.getBoundingClientRect());
  one("#question").scrollTop += Math.max(0, Math.min(bottom - whole.bottom, top - whole.top));
}
document.addEventListener("toggle", ({ target }) => {
  if (target.id === "refused" && target.open) reveal(target);
}, true);

// ---------------------------------------------------------------- settings, kept in this browser

const setting = (name) => localStorage.getItem(`nightreel-${name}`);

function show() {
  for (const box of all('input[name="at-once"]')) box.checked = setting("at-once") === "true";
  for (const box of all('input[name="letters"]')) box.checked = setting("letters") !== "false";
}
document.addEventListener("change", (event) => {
  const { name, checked } = event.target;
  if (name !== "at-once" && name !== "letters") return;
  localStorage.setItem(`nightreel-${name}`, String(checked));
  show();
});

// ---------------------------------------------------------------- keys

let typed = "";

/** A number chooses its answer; of more than nine the next digit may belong to it. */
function choose(digit) {
  const numbers = shown().map((answer) => answer.querySelector("kbd").textContent);
  typed = numbers.includes(typed + digit) ? typed + digit : digit;
  shown()[numbers.indexOf(typed)]?.focus();
}

function step(by) {
  const list = shown();
  const at = list.indexOf(document.activeElement);
  if (list.length) list[at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length].focus();
}

const KEYS = {
  ArrowDown: () => step(1),
  ArrowUp: () => step(-1),
  Escape: () => { if (!one("#help").hidden) help(); else if (!one("#narrowed").hidden) widen(); else one('[data-do="close-rules"]').click(); },
  "/": () => one('#question a[href="/rules"]').click(),
  u: () => one("#undo").click(),
  r: () => one("#rematch")?.click(),
  "?": help,
};

document.addEventListener("keydown", (event) => {
  if (following() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea")) return;
  const { key } = event;
  // Enter that is held down must not answer what comes next.
  if (key === "Enter" && event.repeat) return event.preventDefault();
  if (key.length === 1 && setting("letters") === "false") return;
  if (!/^\d$/.test(key)) typed = "";
  const does = /^\d$/.test(key) ? () => choose(key) : KEYS[key.length === 1 ? key.toLowerCase() : key];
  if (!does) return;
  event.preventDefault();
  does();
});

// ---------------------------------------------------------------- an answer and what comes of it

document.addEventListener("htmx:config:request", (event) => {
  if (!ofTable(event)) return;
  // While an answer is on its way, another one would be about a question that is past.
  if (one("#table").ariaBusy) return event.preventDefault();
  one("#table").ariaBusy = "true";
  const had = all("[data-print]").map((part) => `${part.id}=${part.dataset.print}`);
  event.detail.ctx.request.headers["Nightreel-Has"] = had.join(";");
});

document.addEventListener("htmx:finally:request", (event) => {
  if (ofTable(event)) one("#table").ariaBusy = null;
});

// What has not changed comes as an empty place: what stands there stays.
htmx.registerExtension("kept", {
  htmx_before_morph_node: (_, { newNode }) => !newNode.hasAttribute?.("data-kept"),
});

/** Which answer a group of the log is about: what comes back with undo is not news. */
const answerOf = (id) => Number(id?.slice("told-".length) ?? -1);
let last = one("#told > li")?.id;

document.addEventListener("htmx:after:swap", (event) => {
  if (!ofTable(event)) return;
  ready();
  const fresh = all("#told > li").slice(0, 1).filter((group) => answerOf(group.id) > answerOf(last));
  last = one("#told > li")?.id;
  document.dispatchEvent(new CustomEvent("nightreel:told", { detail: fresh[0] ?? null }));
  if (!following()) asked(fresh[0]);
});
document.addEventListener("nightreel:followed", () => asked());

/** The next question has the focus, and is told to whoever cannot see it. */
function asked(group) {
  const told = group ? [...group.querySelectorAll("ul > li")].map((entry) => entry.firstChild.textContent) : [];
  one("#said").textContent = [...told, one("#asked").textContent].join(" ");
  const lost = !document.activeElement || document.activeElement === document.body;
  if (lost || document.activeElement.closest("#question")) (answers()[0] ?? one("#asked")).focus({ preventScroll: true });
  bring(answers().some((answer) => answer.dataset.space) && !answers().some((answer) => answer.dataset.act));
}
document.addEventListener("nightreel:following", () => bring(true));

/** What is asked or told comes into view, and the map, which is at the top, when it is about places. */
function bring(map) {
  one("#question").scrollTop = 0;
  const { top, height } = one("#map").getBoundingClientRect();
  if (map && top < -height / 2) scrollTo(0, 0);
  if (away(one("#question"))) one("#question").scrollIntoView();
}

const away = (node) => {
  const { top } = node.getBoundingClientRect();
  return top < 0 || top > innerHeight - 100;
};

function ready() {
  light();
  show();
  one(".unscripted")?.remove();
  for (const node of all(".scripted")) node.hidden = node.id === "again" && !one("#told > li[data-first]");
  reckon();
}

// ---------------------------------------------------------------- chances

let reckoning;
const looked = new Set();
/** Where the chances of lines of Action cards stand. */
const LINES = ".act dd[id]";

async function reckon(action = "") {
  const { game, version } = one("#table").dataset;
  if (!action) {
    reckoning?.abort();
    reckoning = new AbortController();
    looked.clear();
    for (const chance of all("#answers .odds")) chance.remove();
    for (const place of all(LINES)) place.replaceChildren();
    if (!answers().length) return;
  }
  const wanted = `/games/${game}/chances?at=${version}${action && `&action=${action}`}`;
  const html = await told(wanted);
  if (!html) return looked.delete(action);
  place(html);
  if (!action) dwell({ target: one("#answers button:focus-visible") ?? document });
}

/** What a page of chances says: an extra, without which, or overtaken by an answer, the game goes on. */
async function told(address) {
  try {
    const reply = await fetch(address, { headers: { "HX-Request": "true" }, signal: reckoning.signal });
    return reply.ok && await reply.text();
  } catch {
    return "";
  }
}

function place(html) {
  for (const chance of new DOMParser().parseFromString(html, "text/html").querySelectorAll("[data-for]")) {
    const name = chance.dataset.for;
    for (const at of all(`#${CSS.escape(name)}, #answers button[value="${name}"]`)) {
      (at.matches("button") ? odds(at) : at).replaceChildren(...chance.cloneNode(true).childNodes);
    }
  }
}

/** Where the chances of an answer stand. */
function odds(button) {
  const found = button.querySelector(".odds") ?? document.createElement("span");
  found.className = "odds";
  button.append(found);
  return found;
}

/** Of the answer that is looked at for a moment, the best that can be made of it. */
let dwelling;
function dwell(event) {
  clearTimeout(dwelling);
  const at = event.target.closest?.("#answers button, .act.lit");
  const answer = at?.matches(".act") ? one(`#answers button[data-act="${at.dataset.act}"]`) : at;
  if (!answer?.querySelector(".odds") || looked.has(answer.value)) return;
  dwelling = setTimeout(() => { looked.add(answer.value); reckon(answer.value); }, 300);
}
document.addEventListener("pointerover", dwell);
document.addEventListener("focusin", dwell);

ready();
