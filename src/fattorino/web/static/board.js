// The board: what can be chosen now, the hint of a bot, and the frame that pans and zooms.
// Elements with data-target represent actions; the buttons in #actions are the legal ones.

import { mark } from "./coach.js";
import { checkCommitment, shareChance } from "./commitment.js";
import { drawNotes } from "./notes.js";
import { $, $$, main, say } from "./page.js";
import { play } from "./preferences.js";
import { offerWords } from "./typing.js";
import { markPlaces } from "./walk.js";

/** @type {{ version: number, action: number, target: string } | null} what a bot would do, until somebody moves */
let advice = null;
let hadTurn = isMyTurn();
const title = document.title;

/** @param {string} target */
export const choicesFor = (target) => $$(`#actions [data-for="${CSS.escape(target)}"]`);

export function isMyTurn() {
  return Boolean($("#prompt [data-yours]"));
}

/** @param {{ version: number, action: number, target: string }} given */
export function showAdvice(given) {
  advice = given;
  refresh();
}

/** Bring everything that depends on the legal actions up to date. */
export function refresh() {
  for (const el of $$("[data-target]"))
    el.classList.toggle("legal", choicesFor(el.dataset.target).length > 0);
  for (const animation of document.getAnimations()) {
    // keep the animations in step
    if (/** @type {CSSAnimation} */ (animation).animationName === "breathe") animation.startTime = 0;
  }
  markAdvice();
  for (const button of $$("#actions [data-for]")) {
    button.hidden = Boolean($(`[data-target="${CSS.escape(button.dataset.for)}"]`));
  }
  markBetterMove();
  const turn = isMyTurn();
  document.title = turn ? `● ${main.dataset.turn}: ${title}` : title;
  if (turn && !hadTurn) play("turn");
  hadTurn = turn;
  for (const piece of $$(".piece")) glide(piece);
  drawNotes();
  markPlaces();
  mark();
  offerWords();
  zoom(scale);
  drawZones();
  measureRows();
  scrollToLegal();
  checkCommitment();
  shareChance();
}

function markAdvice() {
  if (advice && advice.version !== Number(main.dataset.version)) {
    advice = null;
    say("");
  }
  for (const el of $$("[data-target], #actions [data-action]")) {
    const byAction = el.dataset.action === String(advice?.action);
    const byTarget = Boolean(advice?.target) && el.dataset.target === advice.target;
    el.classList.toggle("hinted", Boolean(advice) && (byAction || byTarget));
  }
}

/** In a replay: mark the target of the move that would have been better. */
function markBetterMove() {
  const better = $("#better");
  if (!better) return;
  better.hidden = better.dataset.move !== main.dataset.move;
  for (const el of $$("[data-target]")) {
    el.classList.toggle("hinted", !better.hidden && el.dataset.target === better.dataset.targetOf);
  }
}

/**
 * Browsers animate the change of a style, not of an attribute.
 * @param {any} piece
 */
function glide(piece) {
  const list = piece.transform.baseVal;
  if (!list.numberOfItems) return;
  const { a, b, c, d, e, f } = list.getItem(0).matrix;
  piece.style.transform = `matrix(${a}, ${b}, ${c}, ${d}, ${e}, ${f})`;
}

// -- the frame ---------------------------------------------------------------------------------------------

let scale = 1;
let overview = false; // whether a board larger than its frame is shown as a whole
/** @type {{ distance: number, scale: number } | null} */
let pinch = null;
let shown = "";
/** @type {{ left: number, top: number } | null} the target of the frame's smooth scrolling, until it is reached */
let heading = null;

for (const kind of ["scrollend", "touchstart", "wheel"]) {
  document.addEventListener(
    kind,
    () => {
      heading = null;
    },
    { capture: true, passive: true },
  );
}

/** A board longer than its frame scrolls to what can be chosen, once for every question. */
function scrollToLegal() {
  const frame = $(".frame");
  const legal = $$(".frame .legal");
  const now = legal.map((el) => el.dataset.target).join(" ");
  if (!frame || now === shown) return;
  shown = now;
  if (!legal.length || scale > 1) return;
  const box = frame.getBoundingClientRect();
  const rects = legal.map((el) => el.getBoundingClientRect());
  const at = heading ?? { left: frame.scrollLeft, top: frame.scrollTop };
  // its position after the frame has stopped scrolling
  const x = frame.scrollLeft - at.left - box.left;
  const y = frame.scrollTop - at.top - box.top;
  const rows = $$("#tools, #actions, #missing").map((el) => el.getBoundingClientRect());
  const above = rows.filter((r) => r.height && r.left < box.right); // choices that cover it on a phone
  const room = Math.min(frame.clientHeight, ...above.map((r) => r.top - box.top));
  let top = Math.min(...rects.map((r) => r.top)) + y;
  let bottom = Math.max(...rects.map((r) => r.bottom)) + y;
  // preferably with its part of the board, or from the top of that part: what is above a place belongs to it
  const parts = [...new Set(legal.map((el) => el.closest("[data-region]")))].filter(Boolean);
  const areas = parts.map((part) => part.getBoundingClientRect());
  const head = Math.min(top, ...areas.map((r) => r.top + y));
  const foot = Math.max(bottom, ...areas.map((r) => r.bottom + y));
  if (bottom - head <= room) top = head;
  if (foot - top <= room) bottom = foot;
  const left = Math.min(...rects.map((r) => r.left)) + x;
  const right = Math.max(...rects.map((r) => r.right)) + x;
  const width = frame.clientWidth;
  const across = shiftInto(left, right, width);
  const down = shiftInto(top, bottom, room);
  if (!across && !down) return;
  // preferably a whole column, if everything is in it
  const column = Math.round((at.left + across) / width) * width - at.left;
  const fits = across && left >= column && right <= column + width;
  heading = { left: at.left + (fits ? column : across), top: at.top + down };
  frame.scrollTo(heading);
}

/** The height of the tabs and rows of choices that overlap at the lower edge of a phone. */
function measureRows() {
  const rows = { tabs: ".tabs", missing: "#missing", choices: "#actions" };
  for (const [name, query] of Object.entries(rows)) {
    main.style.setProperty(`--${name}`, `${$(query)?.offsetHeight ?? 0}px`);
  }
}
const rowSizes = new ResizeObserver(measureRows);
for (const row of $$(".tabs, #missing, #actions")) rowSizes.observe(row);

// -- zones: the parts of a board that does not fit, one tap away ---------------------------------------------

/** A button for each region of a board that is larger than its frame, and one for all of it at once. */
function drawZones() {
  const bar = $("#zones");
  const frame = $(".frame");
  if (!bar || !frame) return;
  const fits = frame.scrollHeight <= frame.clientHeight + 8 && frame.scrollWidth <= frame.clientWidth + 8;
  const regions = $$(".frame [data-region]");
  bar.hidden = (fits && !overview) || regions.length < 2;
  const names = ["", ...new Set(regions.map((el) => el.dataset.region))];
  if (
    names.join() ===
    $$("[data-zone]", bar)
      .map((el) => el.dataset.zone)
      .join()
  )
    return;
  const buttons = names.map((name) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.zone = name;
    button.textContent = name || (bar.dataset.all ?? "");
    if (!name) button.ariaPressed = "false";
    return button;
  });
  bar.replaceChildren(...buttons);
}

/** @param {any} button */
export function showZone(button) {
  const frame = $(".frame");
  overview = !button.dataset.zone && !overview;
  zoom(1);
  $('[data-zone=""]').ariaPressed = String(overview);
  const region = $(`.frame [data-region="${CSS.escape(button.dataset.zone)}"]`);
  if (!region) return;
  const box = frame.getBoundingClientRect();
  const at = region.getBoundingClientRect();
  frame.scrollBy(at.left - box.left - 8, at.top - box.top - 8);
}

/**
 * How far to scroll to show a range, centred if it fits.
 * @param {number} from
 * @param {number} to
 * @param {number} size
 */
function shiftInto(from, to, size) {
  if (from >= 0 && to <= size) return 0;
  return to - from < size ? (from + to - size) / 2 : from - 8;
}

/** @param {number} to */
function zoom(to) {
  scale = Math.min(4, Math.max(1, to));
  const frame = $(".frame");
  if (!frame) return;
  frame.style.setProperty("--zoom", String(scale));
  frame.classList.toggle("zoomed", scale > 1);
  frame.classList.toggle("overview", overview);
}

/** @param {TouchList} touches */
const spread = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

/** @param {TouchEvent} event */
function startPinch(event) {
  const inFrame = /** @type {Element} */ (event.target).closest(".frame");
  if (event.touches.length === 2 && inFrame) pinch = { distance: spread(event.touches), scale };
}

/** @param {TouchEvent} event */
function movePinch(event) {
  if (!pinch || event.touches.length !== 2) return;
  event.preventDefault();
  zoom((pinch.scale * spread(event.touches)) / pinch.distance);
}

document.addEventListener("touchstart", startPinch, { passive: true });
document.addEventListener("touchmove", movePinch, { passive: false });
document.addEventListener("touchend", () => {
  pinch = null;
});
