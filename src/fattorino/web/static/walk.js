// Keyboard navigation. Every named element of board and pad is a place; all places together are one Tab stop, and
// arrows move between them. Groups of buttons work the same way.

import { howItStands, sayAgain, sayPrompt, whatChanged } from "./announce.js";
import { cellWords, markCell } from "./notes.js";
import { $, $$, main, SVG, speak } from "./page.js";

const PLACES = ":is(.frame, #tools) svg :is([data-target], [data-tell], [data-cell])";
const ROWS = ["#actions", ".hand", ".palette", "#chooser .choices"]; // buttons that are one Tab stop together
const WALKED = `:is(.frame, #tools) svg, ${ROWS.join(", ")}`;
// where letters are keys: in the game's own parts of the page, outside text fields
const AREA = "#strip, #board, .asking, #actions, #missing, #status, #tools, #outline";
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** @type {any} the place that has the Tab stop */
let here = null;
let hereKey = "";
/** Where it was, and in which part of the board, in case it is gone when the board is drawn anew. */
let hereWas = { x: 0, y: 0, region: "" };

/** @param {any} el */
const keyOf = (el) => el.id || el.dataset.target || el.dataset.cell || el.dataset.tell || "";

/** @param {any} el */
const isShown = (el) => el.getClientRects().length > 0 && !el.closest("[hidden]");

export const places = () => $$(PLACES).filter((el) => el.hasAttribute("aria-label") && isShown(el));

/** @param {any} el */
const regionOf = (el) => el.closest("[data-region]") ?? el.closest("svg");

/** @param {any} el */
const nameOfRegion = (el) => regionOf(el).dataset.region ?? "";

/** @param {any} el */
const choicesOf = (el) =>
  el.dataset.target ? $$(`#actions [data-for="${CSS.escape(el.dataset.target)}"]`) : [];

/** Everything that can be done now, each thing once, in the order of the page. */
function doable() {
  const all = $$(`${PLACES}.legal, .held.legal, #actions button[data-action], #outline button`);
  const seen = new Set();
  return all.filter((el) => {
    const does = el.dataset.target ?? el.dataset.action;
    return isShown(el) && !seen.has(does) && seen.add(does);
  });
}

/** @param {any} el */
function nameOf(el) {
  if (el.dataset.sign) return el.dataset.sign;
  if (el.namespaceURI === SVG || "tell" in el.dataset)
    return el.dataset.plain ?? el.dataset.tell ?? el.getAttribute("aria-label") ?? "";
  return [...el.children]
    .map((part) => part.textContent.trim())
    .filter(Boolean)
    .join(": ");
}

/** @param {string} words */
const clauses = (words) => words.split(/(?<=[.:;]) /);

/** @param {string} words of one thing, with a sign at their end before those of another */
const ended = (words) => (!words || /[.:;!?]$/.test(words) ? words : `${words}.`);

/** @param {string} words as they are compared: without the sign at their end and what is only added in brackets */
const plain = (words) =>
  words
    .replace(/[.:;]$/, "")
    .replace(/ \([^()]*\)$/, "")
    .toLowerCase();

/**
 * The accessible name of an element: what choosing it does, if it can be chosen, and what else is known of it,
 * from anywhere on the page, without repetition.
 * @param {any} el
 */
export function wordsOf(el) {
  const does = choicesOf(el)
    .map((button) => button.textContent.trim())
    .join("; ");
  const is = `${nameOf(el)} ${cellWords(el)}`.trim();
  if (!does || !is) return does || is;
  if (is.startsWith(does)) return is;
  const twins = $$(`[data-target="${CSS.escape(el.dataset.target)}"]`).filter((twin) => twin !== el);
  /** @type {Map<string, string>} */
  const known = new Map();
  for (const words of [is, ...twins.map(nameOf)].map(ended).flatMap(clauses)) {
    if (!known.has(plain(words))) known.set(plain(words), words);
  }
  const said = new Set(clauses(does).map(plain));
  const more = [...known.values()]
    .filter((words) => !does.toLowerCase().includes(plain(words)))
    .map((words) => (said.has(plain(words.split(", ")[0])) ? words.slice(words.indexOf(", ") + 2) : words));
  return more.length ? `${does.replace(/\.$/, "")}. ${more.join(" ").replace(/[:;]$/, "")}` : does;
}

// -- the accessible tree --------------------------------------------------------------------------------

/** Name all places and regions, and give the Tab stop to one of them. */
export function markPlaces() {
  for (const region of $$("svg [data-region]")) {
    region.setAttribute("role", "group");
    region.setAttribute("aria-label", region.dataset.region);
  }
  for (const pad of $$("#tools svg:has([data-target])")) pad.setAttribute("role", "application");
  for (const el of $$(PLACES)) markPlace(el);
  const found = places();
  if (!here?.isConnected || !found.includes(here)) {
    here = found.find((el) => keyOf(el) === hereKey) ?? nearest(found);
  }
  for (const el of found) el.setAttribute("tabindex", el === here ? "0" : "-1");
  if (found.length) markFrame();
  for (const row of $$(ROWS.join(", "))) markRow(row);
  for (const button of $$("#outline [data-action]")) describe(button);
}

/** The board in its frame scrolls with its places; when the Tab stop is not among them, by itself. */
function markFrame() {
  const frame = $(".frame");
  if (!frame) return;
  const scrolls = frame.scrollHeight > frame.clientHeight + 1 || frame.scrollWidth > frame.clientWidth + 1;
  if (scrolls && !frame.contains(here)) frame.setAttribute("tabindex", "0");
  else frame.removeAttribute("tabindex");
}

/**
 * Something that can be chosen; otherwise the place nearest to the last one, in the same part of the board.
 * @param {any[]} found
 */
function nearest(found) {
  const far = (/** @type {any} */ el) => {
    const { x, y } = centre(el);
    return Math.hypot(x - hereWas.x, y - hereWas.y) + (nameOfRegion(el) === hereWas.region ? 0 : 1e4);
  };
  return found.find((el) => el.matches(".legal")) ?? found.toSorted((a, b) => far(a) - far(b))[0];
}

/**
 * A part of the drawing is a button while it can be chosen, otherwise an image, or a group of what is in it.
 * @param {any} el
 */
function markPlace(el) {
  if (!("plain" in el.dataset)) el.dataset.plain = el.dataset.tell || el.getAttribute("aria-label") || "";
  const words = wordsOf(el);
  if (!words) {
    for (const name of ["role", "aria-label", "tabindex"]) el.removeAttribute(name);
    return;
  }
  const legal = el.matches(".legal");
  el.setAttribute("aria-label", words);
  el.setAttribute("role", $("[data-target], [data-tell]", el) ? "group" : legal ? "button" : "img");
  describe(el);
}

/**
 * What to type for an action: a few letters, and the whole key.
 * @param {any} el
 */
function describe(el) {
  const choices = el.dataset.target ? choicesOf(el) : [el];
  const keys = choices
    .filter((button) => button.dataset.key)
    .map(({ dataset: { key, short } }) => (short ? `${short} (${key})` : key));
  if (keys.length) el.setAttribute("aria-description", `${main.dataset.typed} ${keys.join(", ")}`);
  else el.removeAttribute("aria-description");
}

/** @param {any} row */
const buttonsOf = (row) => $$("button", row).filter(isShown);

/**
 * One of its buttons can be reached by Tab, the others by arrows.
 * @param {any} row
 */
function markRow(row) {
  const buttons = buttonsOf(row);
  const first = buttons.find((button) => button === document.activeElement) ?? buttons[0];
  for (const button of buttons) button.setAttribute("tabindex", button === first ? "0" : "-1");
  for (const button of $$("[data-action]", row)) describe(button);
  for (const card of $$("button[data-target]", row)) {
    card.setAttribute("aria-label", wordsOf(card));
    describe(card);
  }
}

/**
 * Remember the current place.
 * @param {any} el
 */
function stayAt(el) {
  here = el;
  hereKey = keyOf(el);
  hereWas = { ...centre(el), region: nameOfRegion(el) };
}

/**
 * Go to a place or a button.
 * @param {any} el
 */
export function goTo(el) {
  if (!el) return;
  if (el.namespaceURI === SVG) {
    here?.setAttribute("tabindex", "-1");
    stayAt(el);
    el.setAttribute("tabindex", "0");
    markFrame();
  }
  el.focus();
  el.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Go to the first thing that can be done, for whoever plays by keys. */
export const goToFirst = () => goTo(doable()[0]);

/** Go to the place one was at, which is drawn anew. */
export const goBack = () => goTo(here);

document.addEventListener("focusin", ({ target }) => {
  const place = /** @type {any} */ (target);
  if (place.namespaceURI === SVG && place.matches(PLACES) && place !== here) goTo(place);
  const row = place.closest(ROWS.join(", "));
  if (row) markRow(row);
});

// -- arrow keys -----------------------------------------------------------------------------------------

/** @param {any} el */
function centre(el) {
  const box = el.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * The nearest place in a direction: straight ahead is preferred, then the same region and places that can be
 * chosen.
 * @param {any} from
 * @param {number[]} step
 */
export function neighbour(from, [dx, dy]) {
  const at = centre(from);
  const region = regionOf(from);
  let best = null;
  let least = [9, 0];
  for (const el of places()) {
    const { x, y } = centre(el);
    const along = (x - at.x) * dx + (y - at.y) * dy;
    const aside = Math.abs((x - at.x) * dy) + Math.abs((y - at.y) * dx);
    if (el === from || along < 2) continue;
    const rank = (aside > along ? 2 : 0) + (regionOf(el) === region || el.matches(".legal") ? 0 : 1);
    const far = along + 2 * aside;
    if (rank < least[0] || (rank === least[0] && far < least[1] - 0.5)) {
      best = el;
      least = [rank, far];
    }
  }
  return best;
}

/**
 * The next element of a list after the focused one, wrapping around.
 * @param {any[]} list
 * @param {boolean} [back]
 */
function after(list, back = false) {
  const at = document.activeElement;
  const index = list.indexOf(at);
  if (index >= 0) return list[(index + (back ? list.length - 1 : 1)) % list.length];
  const follows = (/** @type {Node} */ el) =>
    Boolean(at.compareDocumentPosition(el) & Node.DOCUMENT_POSITION_FOLLOWING);
  return back ? (list.findLast((el) => !follows(el)) ?? list.at(-1)) : (list.find(follows) ?? list[0]);
}

/** @param {boolean} back */
function nextRegion(back) {
  const found = places();
  const regions = [...new Set(found.map(regionOf))];
  const index = regions.indexOf(regionOf(here));
  const next = regions[(index + (back ? regions.length - 1 : 1)) % regions.length];
  return found.find((el) => regionOf(el) === next);
}

const inRegion = () => places().filter((el) => regionOf(el) === regionOf(here));

const mine = () => places().filter((el) => el.closest("[data-mine]"));

/** Places of this part of which something is to be said. */
const notable = () => inRegion().filter((el) => !("blank" in el.dataset));

/**
 * The target of a navigation key in the drawing; null for other keys.
 * @type {Record<string, () => any>}
 */
const PLACE_KEYS = {
  Home: () => inRegion()[0],
  End: () => inRegion().at(-1),
  PageDown: () => nextRegion(false),
  PageUp: () => nextRegion(true),
  j: () => after(inRegion()),
  k: () => after(inRegion(), true),
  i: () => after(notable()),
  I: () => after(notable(), true),
  r: () => nextRegion(false),
  R: () => nextRegion(true),
};

/**
 * Go to the next choice; if there is none, announce what the game is waiting for.
 * @param {any[]} list
 * @param {boolean} [back]
 */
function goOn(list, back = false) {
  if (list.length) goTo(after(list, back));
  else sayPrompt();
}

/** @type {Record<string, () => any>} */
const LETTERS = {
  n: () => goOn(doable()),
  N: () => goOn(doable(), true),
  m: () => goTo(after(mine())),
  M: () => goTo(after(mine(), true)),
  w: whatChanged,
  g: howItStands,
  ".": sayAgain,
  "/": () => $("#typed")?.select(),
  t: () => $("#typed")?.select(),
  "?": () => $("#keys")?.showModal(),
};

/**
 * Handle a key pressed in the game's parts of the page; returns whether it was handled.
 * @param {KeyboardEvent} event
 */
function walkKey(event) {
  const at = /** @type {any} */ (event.target);
  const isPlace = at.namespaceURI === SVG && at.matches(PLACES);
  const step = ARROWS[/** @type {keyof ARROWS} */ (event.key)];
  const row = at.closest(ROWS.join(", "));
  if (isPlace) {
    stayAt(at);
    if (at.dataset.cell && markCell(at, event.key)) return true;
    if (step) goTo(neighbour(at, step));
    else if (PLACE_KEYS[event.key]) goTo(PLACE_KEYS[event.key]());
    else if ((event.key === "Enter" || event.key === " ") && !at.dataset.target) speak([wordsOf(at)]);
    else return letterKey(event);
    return true;
  }
  if (row && step) {
    const buttons = buttonsOf(row);
    const to = buttons.indexOf(at) + step[0] + step[1];
    buttons[(to + buttons.length) % buttons.length]?.focus();
    return true;
  }
  if (row && (event.key === "Home" || event.key === "End")) {
    buttonsOf(row)
      .at(event.key === "Home" ? 0 : -1)
      ?.focus();
    return true;
  }
  return letterKey(event);
}

/** @param {KeyboardEvent} event */
function letterKey(event) {
  const run = LETTERS[event.key] ?? (/^[a-z]$/i.test(event.key) && PLACE_KEYS[event.key] && goBack);
  if (!run || !(/** @type {any} */ (event.target).closest(AREA))) return false;
  run();
  return true;
}

/** The link to the content leads to what can be done, or to the board. */
$(".skip").addEventListener("click", (/** @type {Event} */ event) => {
  const to = doable()[0] ?? here;
  if (!to) return;
  event.preventDefault();
  goTo(to);
});

document.addEventListener("keydown", (event) => {
  const at = /** @type {any} */ (event.target);
  if (event.key === "Escape" && at.id === "typed") goTo(doable()[0] ?? here);
  if (event.ctrlKey || event.altKey || event.metaKey || at.matches?.("input, select, textarea")) return;
  if (!at.closest?.(`${WALKED}, ${AREA}`)) return;
  if (walkKey(event)) event.preventDefault();
});
