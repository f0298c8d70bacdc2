// The log: it scrolls to its end, its lines highlight things on the board, and other players' turns can be replayed.

import { morph } from "./morph.js";
import { $, $$, main } from "./page.js";

// -- the newest line stays visible -------------------------------------------------------------------------

const NEAR = 40; // pixels from the end that still count as the end
/** @type {Set<Element>} panels whose reader went back to older lines */
const away = new Set();

/** @param {Element} el */
const isAtEnd = (el) => el.scrollHeight - el.scrollTop - el.clientHeight < NEAR;

/** Every list that grows goes to its end, unless its reader has scrolled back. */
export function followEnds() {
  for (const el of $$("#panel-log, #panel-tables, #chat")) {
    if (!away.has(el)) el.scrollTop = el.scrollHeight;
  }
  const news = $("#since");
  if (news && !away.has(news)) showNews(news);
}

/**
 * Show the newest turns that fit as a whole; if even the newest does not fit, its beginning.
 * @param {any} box
 */
function showNews(box) {
  const list = $("ol", box);
  const turns = $$("li", box);
  if (!turns.length) return;
  list.style.paddingBottom = "";
  for (const turn of turns) turn.classList.remove("from");
  const top = list.getBoundingClientRect().top;
  const end = list.getBoundingClientRect().bottom;
  /** @param {any} turn */
  const fits = (turn) => end - turn.getBoundingClientRect().top <= box.clientHeight + 1;
  const first = turns.find(fits) ?? turns.at(-1);
  const from = first.getBoundingClientRect().top;
  first.classList.toggle("from", first !== turns[0]);
  list.style.paddingBottom = `${Math.max(0, box.clientHeight - (end - from))}px`;
  box.scrollTop = from - top;
}

// a click, or Enter, on the recent lines shows all of them over the board; the next click, or Escape, closes them
document.addEventListener("click", (event) => toggleNews(/** @type {Element} */ (event.target)));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") toggleNews(null);
  else if (event.key === "Enter" && document.activeElement?.id === "since")
    toggleNews(document.activeElement);
});

/** @param {Element | null} target */
function toggleNews(target) {
  const news = $("#since");
  if (!news) return;
  const opens = Boolean(target?.closest("#since")) && !news.classList.contains("open");
  const isMore = news.scrollHeight > news.clientHeight + 4;
  const was = news.classList.contains("open");
  news.classList.toggle("open", opens && isMore);
  if (!was && !news.classList.contains("open")) return;
  away.delete(news);
  showNews(news);
}

for (const kind of ["wheel", "touchmove", "keydown", "pointerup"]) {
  document.addEventListener(
    kind,
    (event) => {
      const el = /** @type {Element} */ (event.target).closest?.("#panel-log, #panel-tables, #chat, #since");
      if (!el) return;
      requestAnimationFrame(() => (isAtEnd(el) ? away.delete(el) : away.add(el)));
    },
    { passive: true },
  );
}
const resized = new ResizeObserver(followEnds);
for (const el of $$("#panel-log, #chat")) resized.observe(el);

// -- what a line is about is highlighted on the board --------------------------------------------------------

/** @param {string} names targets or ids of things on the board, or nothing */
export function point(names) {
  for (const el of $$(".pointed")) el.classList.remove("pointed");
  for (const name of names.split(" ").filter(Boolean)) {
    const found = $$(`[data-target="${CSS.escape(name)}"]`);
    const byId = document.getElementById(name);
    for (const el of found.length ? found : byId ? [byId] : []) el.classList.add("pointed");
  }
}

/** @param {any} event */
const line = (event) => event.target.closest?.("[data-places]");

for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    if (line(event)) point(line(event).dataset.places);
  });
}
for (const kind of ["pointerout", "focusout"]) {
  document.addEventListener(kind, (event) => {
    if (line(event)) point("");
  });
}

// -- playback: the boards since the viewer's last move ---------------------------------------------------------

const MOST = 80; // boards that are kept
const SPEEDS = [1400, 700, 350]; // milliseconds a board is shown
/** @type {{ board: string, places: string }[]} */
let seen = [];
let timer = 0;
let speed = 1;

/**
 * Store a board for the playback, unless it is the last one again, as in the first update of a stream.
 * @param {string} board
 */
export function keepBoard(board) {
  if (!board || board === seen.at(-1)?.board || $(".lobby")) return;
  const news = $$("#since [data-places]").at(-1);
  seen.push({ board, places: news?.dataset.places ?? "" });
  seen = seen.slice(-MOST);
  const button = $("#playback");
  if (button) button.hidden = seen.length < 3;
}

/** The viewer moves: what came before is known. */
export function forgetBoards() {
  stop();
  seen = seen.slice(-1);
  const button = $("#playback");
  if (button) button.hidden = true;
}

/** @param {string} html */
function showBoard(html) {
  const board = $("#board");
  const next = board.cloneNode(false);
  next.innerHTML = html;
  morph(board, next);
}

/** End the playback on the newest board. */
export function stop() {
  if (!main.classList.contains("playback")) return;
  clearTimeout(timer);
  main.classList.remove("playback");
  if (seen.length) showBoard(/** @type {any} */ (seen.at(-1)).board);
  point("");
  document.dispatchEvent(new Event("board"));
}

/** Show the boards one by one; a click goes faster, and at last to the end. */
export function playback() {
  if (main.classList.contains("playback")) {
    speed += 1;
    if (speed >= SPEEDS.length) stop();
    return;
  }
  main.classList.add("playback");
  speed = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 1;
  step(0);
}

/** @param {number} number */
function step(number) {
  if (number >= seen.length - 1) return stop();
  showBoard(seen[number].board);
  point(seen[number].places);
  timer = setTimeout(() => step(number + 1), SPEEDS[speed]);
}
