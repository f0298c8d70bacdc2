// Updates from the server: parts of the page, replaced as they arrive.

import { announce } from "./announce.js";
import { isMyTurn, refresh } from "./board.js";
import { teach } from "./coach.js";
import { holdBack } from "./finger.js";
import { append, keepPlaces, morph } from "./morph.js";
import { $, api, main, say } from "./page.js";
import { openTab } from "./panels.js";
import { followEnds, keepBoard, stop } from "./story.js";
import { goBack, goToFirst } from "./walk.js";

const RECONNECT_AFTER = 1500; // milliseconds

const DOABLE = ".legal, [data-action]";

const MOMENT = 2400; // milliseconds for which a highlight is shown
let momentSince = -MOMENT;

let byKeys = false;
let isSpent = false; // whether the focused element was a choice and no longer is
document.addEventListener("focusin", () => {
  isSpent = false;
});
for (const kind of ["keydown", "pointerdown"]) {
  document.addEventListener(
    kind,
    () => {
      byKeys = kind === "keydown";
    },
    true,
  );
}

/**
 * Whether a highlight is still being shown: the next step of a bot does not remove it.
 * @param {HTMLElement} box
 */
function staysFor(box) {
  const [shown] = box.children;
  const rest = momentSince + MOMENT - performance.now();
  if (!shown || rest < 0) return false;
  setTimeout(() => shown.remove(), rest);
  return true;
}

/**
 * Replace parts of the page.
 * @param {Record<string, string>} fragments HTML by the id of the element it belongs into
 */
export function swap(fragments) {
  const wasLobby = $(".lobby");
  stop();
  const before = document.activeElement;
  const wasPlace = Boolean(before.closest("#board svg, #tools svg"));
  const wasDoable = before.matches(DOABLE);
  let board = "";
  for (const [name, html] of Object.entries(fragments)) {
    const old = document.getElementById(name);
    if (!old || (name === "moment" && !html && staysFor(old))) continue;
    const next = /** @type {HTMLElement} */ (old.cloneNode(false));
    next.innerHTML = html;
    if ("append" in old.dataset) append(old, next);
    else {
      keepPlaces(old, next);
      if (name === "board") board = next.innerHTML;
      morph(old, next);
    }
  }
  if (fragments.moment) momentSince = performance.now();
  if ("actions" in fragments) $("#chooser[open]")?.close(); // its choices belong to the previous question
  if (wasLobby && !$(".lobby")) {
    // the game begins
    openTab("log", true);
    $(".panels").classList.remove("up");
  }
  keepBoard(board);
  refresh();
  holdBack();
  isSpent ||= wasDoable && !document.activeElement.matches(DOABLE);
  keepFocus(wasPlace);
  announce();
  followEnds();
  if ("lesson" in fragments) teach();
}

/**
 * After a choice by key the focus moves to something that can be chosen; while the user explores the board, it
 * stays.
 * @param {boolean} wasPlace whether the focus was on the board
 */
function keepFocus(wasPlace) {
  const at = /** @type {HTMLElement} */ (document.activeElement);
  const isLost = at === document.body || !at.getClientRects().length;
  if (!byKeys || !(isLost || isSpent)) return;
  if (isMyTurn()) return goToFirst();
  if (isLost && !wasPlace && $(".result")) return $(".result :is(a, button)")?.focus();
  if (isLost && wasPlace) goBack();
  isSpent = true; // until it is the viewer's turn
}

/** @param {boolean} isLost */
function showConnection(isLost) {
  document.body.classList.toggle("away", isLost);
  const bar = $("#bar");
  if (isLost && !bar) {
    const made = document.createElement("div");
    made.id = "bar";
    made.role = "status";
    made.textContent = main.dataset.lost;
    document.body.append(made);
  }
  if (isLost || !bar) return;
  bar.remove();
  if ($("#reason p")?.textContent === main.dataset.lost) say(""); // the message of a click made meanwhile
}

/**
 * A fragment made from the one before: of new pieces, and of ranges of the old ones.
 * @param {string} before
 * @param {(string | [number, number])[]} steps
 */
function patched(before, steps) {
  const pieces = before.split("><");
  return steps.map((step) => (typeof step === "string" ? step : pieces.slice(...step).join("><"))).join("><");
}

/**
 * Follow the table, and reconnect whenever the connection breaks.
 * @param {() => void} onUpdate
 */
export function connect(onUpdate) {
  const content = main.dataset.content ?? "page";
  const stream = new EventSource(
    api(`stream?content=${content}&patches=true${"watch" in main.dataset ? "&watch=true" : ""}`),
  );
  /** @type {Record<string, string>} the fragments as they were sent last */
  const sent = {};
  stream.addEventListener("update", (event) => {
    const { version, fragments, patches } = JSON.parse(event.data);
    for (const [name, steps] of Object.entries(patches)) fragments[name] = patched(sent[name], steps);
    Object.assign(sent, fragments);
    const lines = $("#chat").children.length;
    showConnection(false);
    onUpdate();
    main.dataset.version = version;
    swap(fragments);
    const unread = $("#chat").children.length > lines && $(".panels:not([data-open=chat])");
    if (unread) $("#tab-chat").classList.add("news");
  });
  stream.addEventListener("reload", () => {
    if (!("leaving" in document.body.dataset)) location.reload(); // the viewer's seat has changed
  });
  stream.onopen = () => showConnection(false);
  stream.onerror = () => {
    showConnection(true);
    if (stream.readyState === EventSource.CLOSED) setTimeout(() => connect(onUpdate), RECONNECT_AFTER);
  };
}
