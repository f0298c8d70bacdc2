// The panels beside the board (log, players, chat), and the tooltip of what is pointed at.

import { showFace } from "./faces.js";
import { lineNumber } from "./morph.js";
import { $, $$, base, table } from "./page.js";
import { wordsOf } from "./walk.js";

const LONG_PRESS = 500; // milliseconds
const SPEAKING = "[data-target], [data-tell], [data-sign]"; // what says something when pointed at; signs: of a key

/**
 * Open a panel; where panels are sheets, opening the open one closes it.
 * @param {string} name
 * @param {boolean} [stay] it stays open
 */
export function openTab(name, stay = false) {
  const panels = $(".panels");
  const again = panels.dataset.open === name && panels.classList.contains("up");
  panels.classList.toggle("up", !again || stay);
  panels.dataset.open = name;
  for (const tab of $$("[role=tab]")) tab.setAttribute("aria-selected", String(tab.id === `tab-${name}`));
  $(`#tab-${name}`).classList.remove("news");
  const panel = $(`#panel-${name}`);
  if (name !== "players") panel.scrollTop = panel.scrollHeight;
}

/**
 * Insert older lines of chat before the present ones, which keep their position on the screen.
 * @param {HTMLElement} button
 */
export async function showOlder(button) {
  const list = $("#chat");
  const first = () => lineNumber(list.firstElementChild);
  const response = await fetch(`${base}/t/${table}/chat?before=${first()}`);
  if (!response.ok) return;
  const below = list.scrollHeight - list.scrollTop;
  list.ariaLive = "off"; // old lines are not announced
  list.insertAdjacentHTML("afterbegin", await response.text());
  list.scrollTop = list.scrollHeight - below;
  button.hidden = first() === 1;
  requestAnimationFrame(() => {
    list.ariaLive = "polite";
  });
}

/**
 * Arrows move between the tabs.
 * @param {KeyboardEvent} event
 */
export function tabKey(event) {
  const tabs = $$("[role=tab]");
  const step = event.key === "ArrowRight" ? 1 : tabs.length - 1;
  const next = tabs[(tabs.indexOf(event.target) + step) % tabs.length];
  next.focus();
  openTab(next.id.slice("tab-".length), true);
}

/**
 * Show a tooltip beside its element, where there is room for it.
 * @param {string} words
 * @param {Element} [el]
 */
function caption(words, el = undefined) {
  const line = $("#caption");
  if (!line) return;
  line.textContent = words;
  line.classList.toggle("shown", Boolean(words));
  if (!words || !el) return;
  line.style.left = "0"; // its whole width, wherever it stood before
  const at = el.getBoundingClientRect();
  const below = at.bottom + 8 + line.offsetHeight < innerHeight;
  const left = Math.min(innerWidth - line.offsetWidth - 8, (at.left + at.right - line.offsetWidth) / 2);
  line.style.left = `${Math.max(8, left)}px`;
  line.style.top = `${below ? at.bottom + 8 : Math.max(8, at.top - 8 - line.offsetHeight)}px`;
}

/** @param {any} el it was tapped or pressed: what it is stands beside it for a while */
function tell(el) {
  const words = wordsOf(el);
  caption(words, el);
  clearTimeout(fading);
  fading = setTimeout(() => caption(""), 2000 + 40 * words.length);
}

let fading = 0;
let timer = 0;
let longPressed = false;

/** Whether the last press was a long one, which asks and does not choose; asked once. */
export function wasLongPress() {
  const was = longPressed;
  longPressed = false;
  return was;
}

/** @param {any} event */
const speaking = (event) => event.target.closest?.(SPEAKING);

/**
 * Show the parts of the drawing that are visible only while an element is pointed at.
 * @param {any} el
 */
export function showFor(el) {
  for (const drawn of $$("[data-when]")) {
    drawn.toggleAttribute("data-shown", Boolean(el) && drawn.dataset.when === el.dataset.target);
  }
}

let pointer = "";
/** @type {Element | null} what has come under a pointer that rests; it speaks when the pointer moves */
let arrived = null;

/** @param {PointerEvent} event */
const placeOf = (event) => `${event.clientX} ${event.clientY}`;

document.addEventListener("pointerover", (event) => {
  const el = speaking(event);
  const rests = placeOf(event) === pointer;
  pointer = placeOf(event);
  showFor(el);
  if (event.pointerType === "touch") return;
  arrived = rests ? el : null;
  if (rests) caption("");
  else if (el) caption(wordsOf(el), el);
});
document.addEventListener("focusin", (event) => {
  showFor(speaking(event));
  const byKeys = /** @type {Element} */ (event.target).matches(":focus-visible");
  if (speaking(event) && byKeys) caption(wordsOf(speaking(event)), speaking(event));
});
for (const kind of ["pointerout", "focusout"]) {
  document.addEventListener(kind, (event) => {
    if (speaking(event)) caption("");
  });
}

document.addEventListener("pointerdown", (event) => {
  longPressed = false;
  const el = speaking(event);
  if (!el || event.pointerType !== "touch") return;
  timer = setTimeout(async () => {
    longPressed = true;
    if (!(await showFace(el))) tell(el);
  }, LONG_PRESS);
});
for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, () => clearTimeout(timer));
}
document.addEventListener("click", (event) => {
  const el = speaking(event); // what can be chosen is shown in another way
  if (el && !el.matches(".legal") && /** @type {any} */ (event).pointerType === "touch") tell(el);
});
document.addEventListener("pointermove", (event) => {
  if (arrived?.isConnected && placeOf(event) !== pointer) caption(wordsOf(arrived), arrived);
  if (placeOf(event) !== pointer) arrived = null;
  pointer = placeOf(event);
  if (event.movementX + event.movementY) clearTimeout(timer);
});
