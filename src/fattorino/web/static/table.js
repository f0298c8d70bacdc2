// The table in a browser, for all games: a click posts one integer, the server sends what changed.

import { watchClock } from "./announce.js";
import { choicesFor, refresh, showAdvice, showZone } from "./board.js";
import { acted, coach, explain, learned, refused } from "./coach.js";
import "./faces.js";
import { isLeftOver } from "./finger.js";
import { refetch } from "./morph.js";
import { pickPencil } from "./notes.js";
import { $, $$, api, base, lastRequest, main, SVG, say, send, table } from "./page.js";
import { openTab, showOlder, tabKey, wasLongPress } from "./panels.js";
import { setLanguage, toggleTheme } from "./preferences.js";
import { followEnds, forgetBoards, keepBoard, playback, stop } from "./story.js";
import { playTyped } from "./typing.js";
import { connect } from "./updates.js";

// -- moves -----------------------------------------------------------------------------------------------

let playing = false;

/**
 * Play the action of a button; if it would waste something, only after a confirmation.
 * @param {any} button
 */
async function play(button) {
  if (playing) return null;
  const { action, warning } = button.dataset;
  if (warning && !window.confirm(warning)) return null;
  playing = true;
  preview(null);
  forgetBoards();
  acted();
  const played = await send("POST", api("actions"), {
    action: Number(action),
    version: Number(main.dataset.version),
    key: crypto.getRandomValues(new Uint32Array(3)).join("-"),
  });
  playing = false;
  return played;
}

// If there are several choices, the first tap on the board or a card shows what it would do, the second one does
// it; with a mouse, hovering shows it.

/** @type {any} the thing on the board that was tapped once */
let tapped = null;
let byTouch = false;

/** @param {PointerEvent} event */
function touched(event) {
  byTouch = event.pointerType === "touch";
}
document.addEventListener("pointerdown", touched, true);

/** @param {any} el what was tapped, or nothing */
function preview(el) {
  tapped?.classList.remove("tapped");
  tapped = el;
  if (!el) return say("");
  el.classList.add("tapped");
  say(el.getAttribute("aria-label") ?? "", "", true, () => choose(el));
}

/**
 * Show the card that the choices are about above them, with its effect.
 * @param {HTMLElement} dialog
 * @param {HTMLElement} el
 */
function describeChoice(dialog, el) {
  const name = el.matches(".held") ? $("b", el).textContent : "";
  const [title, words] = [$("h2", dialog), $("h2 + p", dialog)];
  title.dataset.usual ??= title.textContent;
  title.textContent = name || title.dataset.usual;
  words.textContent = name ? ($("span", el)?.textContent ?? "") : "";
  words.hidden = !words.textContent;
}

/**
 * Something on the board was clicked, tapped or chosen by Enter.
 * @param {HTMLElement} el
 */
async function choose(el) {
  const choices = choicesFor(el.dataset.target);
  const several = $$("#actions [data-action]").length > 1;
  const drawn = Boolean($(`[data-when="${CSS.escape(el.dataset.target)}"]`));
  const shows = choices.length === 1 || drawn; // several choices open a menu instead
  if (choices.length && shows && several && byTouch && tapped !== el) return preview(el);
  if (choices.length === 1) return play(choices[0]);
  if (choices.length > 1) {
    const dialog = $("#chooser");
    const buttons = choices.map((button) => Object.assign(button.cloneNode(true), { hidden: false }));
    const pictures = el.dataset.pictures?.split(" ") ?? []; // of what each choice does
    for (const [n, id] of pictures.entries()) {
      const drawn = `<svg class="picture" viewBox="-75 -75 150 150" aria-hidden="true"><use href="#${id}"/></svg>`;
      buttons[n]?.insertAdjacentHTML("afterbegin", drawn);
    }
    $(".choices", dialog).replaceChildren(...buttons);
    describeChoice(dialog, el);
    return dialog.showModal();
  }
  const why = await send("GET", api(`why?target=${encodeURIComponent(el.dataset.target)}`));
  if (!why || why.legal) return;
  say(why.sentence, why.rule);
  refused(why, el.dataset.target);
}

/**
 * Get a hint from a bot: its move is highlighted, a sentence gives the reason.
 * @param {HTMLElement} button
 */
async function askForHint(button) {
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  const hint = await send("POST", api("hint"));
  button.ariaBusy = "false";
  if (!hint || hint.version !== Number(main.dataset.version)) return; // the table has moved on
  say(hint.sentence, "", true);
  showAdvice(hint);
}

// -- clicks ----------------------------------------------------------------------------------------------

/**
 * Why a button is disabled, or nothing; waits for a recent request that may be about to enable it.
 * @param {HTMLElement} el
 */
async function whyClosed(el) {
  const now = () => (el.isConnected ? el : $(`[data-send="${CSS.escape(el.dataset.send)}"]`));
  while (now()?.dataset.why && Date.now() - lastRequest < 1200) {
    await new Promise((done) => setTimeout(done, 40));
  }
  return now()?.dataset.why;
}

/**
 * A button that posts something other than a move.
 * @param {HTMLElement} el
 */
async function sendButton(el) {
  const { method = "POST", body } = el.dataset;
  if (el.dataset.confirm && !window.confirm(el.dataset.confirm)) return;
  const name = localStorage.getItem("name");
  const sitting = "reload" in el.dataset && name ? { name } : undefined; // the name used last time
  const url = api(el.dataset.send);
  const leaving = "home" in el.dataset; // the end of the stream must not reload this page
  document.body.toggleAttribute("data-leaving", leaving);
  let done = await send(method, url, body ? JSON.parse(body) : sitting);
  if (!done && sitting) done = await send(method, url); // the name may be taken
  if (done && "go" in el.dataset) location.href = `${base}/t/${done.id}`;
  if (done && leaving) location.href = `${base}/`;
  else document.body.removeAttribute("data-leaving");
  if (done && "reload" in el.dataset) location.reload();
}

/**
 * A link that changes only a part of the page.
 * @param {any} link
 * @param {MouseEvent} event
 */
function openPart(link, event) {
  if (!link.href || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.replaceState(null, "", link.href);
  refetch(link.href, [link.dataset.part]);
}

/** @param {any} button */
async function copyText(button) {
  const label = button.textContent;
  if (label === "✓") return; // copied a moment ago
  try {
    await navigator.clipboard.writeText(button.dataset.copy || location.href);
  } catch {
    button.previousElementSibling?.select?.();
    document.execCommand("copy");
  }
  button.textContent = "✓";
  setTimeout(() => {
    button.textContent = label;
  }, 1200);
}

/** @param {number} step how many moves further on or back, in a replay */
async function showMove(step) {
  const { currentMove, show } = await import("./replay.js");
  show(currentMove() + step);
}

/** What a click does, by the attribute of what was clicked; the first that fits. */
/** @type {[string, (el: any, event: MouseEvent) => unknown][]} */
const CLICKS = [
  ["[data-part]", openPart],
  [
    "[data-action]",
    (el) => {
      $("#chooser")?.close();
      play(el);
    },
  ],
  ["[data-target]", (el) => table && !wasLongPress() && choose(el)],
  ["[data-close]", (el) => el.closest("dialog").close()],
  ["[data-hint]", askForHint],
  ["[data-playback]", playback],
  ["[data-uncover]", uncover],
  ["[data-coach]", explain],
  ["[data-next]", coach],
  ["[data-zone]", showZone],
  ["[data-keys]", () => $("#keys").showModal()],
  ["[data-copy]", copyText],
  ["[data-mark]", pickPencil],
  ["[data-older]", showOlder],
  ["[data-step]", (el) => showMove(Number(el.dataset.step))],
  ["[data-theme-toggle]", toggleTheme],
  ["[role=tab]", (el) => openTab(el.id.slice("tab-".length))],
  ["[data-send]", sendButton],
  ["[data-why]", () => {}], // the reason is shown already
];
const CLICKABLE = CLICKS.map(([selector]) => selector).join(", ");

/** @param {MouseEvent} event */
async function clicked(event) {
  const el = /** @type {any} */ (event.target).closest(CLICKABLE);
  if (!el || el.tagName === "FORM" || isLeftOver(event, el)) return;
  if (el.dataset.why) {
    const why = await whyClosed(el);
    if (why) return say(why);
  }
  const [, run] = CLICKS.find(([selector]) => el.matches(selector));
  run(el, event);
}
document.addEventListener("click", clicked);

// -- keys and forms --------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  const el = /** @type {any} */ (event.target);
  const chooses = event.key === "Enter" || event.key === " ";
  const sideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
  if (chooses && el.namespaceURI === SVG && el.dataset.target) {
    event.preventDefault();
    byTouch = false;
    choose(el);
  }
  if (sideways && el.getAttribute?.("role") === "tab") tabKey(event);
  if (sideways && el.closest?.("#deduction")) {
    $(event.key === "ArrowRight" ? "#deduction-on" : "#deduction-back").click();
  }
  if (event.key === "Escape") {
    say("");
    stop();
  }
});

/** @param {SubmitEvent} event */
async function submitted(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  /** @type {Record<string, any>} */
  const fields = Object.fromEntries(new FormData(form));
  if (fields.name) localStorage.setItem("name", fields.name);
  if (form.method === "post" || form.hasAttribute("action")) return; // submitted by the browser
  event.preventDefault();
  if (form.dataset.new) return (await import("./new_table.js")).createTable(form);
  if ("typed" in form.dataset) return playTyped(form, play);
  if (!form.dataset.send) return;
  if ("colour" in fields) fields.colour = Number(fields.colour);
  const done = await send("POST", api(form.dataset.send), fields);
  if (done && form.dataset.send === "chat") form.reset();
}
document.addEventListener("submit", submitted);

document.addEventListener("change", (event) => {
  const el = /** @type {any} */ (event.target);
  const { bot } = el.dataset;
  if (bot) return send(el.value ? "PUT" : "DELETE", api(bot), el.value ? { bot: el.value } : undefined);
  const live = el.closest("[data-live]");
  if (live) {
    const query = new URLSearchParams(/** @type {any} */ (new FormData(live)));
    refetch(`${live.dataset.live}?${query}`, ["chairs", "options"]);
  }
  if (el.id === "eyes") showMove(0);
  if ("language" in el.dataset) setLanguage(el.value);
  if ("pace" in el.dataset) setPace(el);
});

/**
 * The pace of bots for a single player; the choice is remembered for later tables.
 * @param {any} el
 */
function setPace(el) {
  localStorage.setItem("pace", el.value);
  return send("PUT", api("pace"), { pace: el.value });
}

// -- one device for several people: each seat is covered until its owner has it -----------------------------

const covered = `seat ${table}`;

function uncover() {
  sessionStorage.setItem(covered, main.dataset.seat ?? "");
  main.classList.remove("covered");
}
if (main.classList.contains("covered")) {
  if (sessionStorage.getItem(covered) === main.dataset.seat) main.classList.remove("covered");
  else $("[data-uncover]")?.focus();
}

// -- on load ---------------------------------------------------------------------------------------------

setInterval(() => {
  for (const el of $$("[data-deadline]")) {
    el.textContent = `${Math.max(0, Math.round(el.dataset.deadline - Date.now() / 1000))} s`;
  }
  watchClock();
}, 500);

if (table && $("#board")) keepBoard($("#board").innerHTML); // before `refresh` adds styles to it
refresh();
if (table) {
  connect(() => {
    playing = false; // the response to a click may arrive after the update it caused
  });
}
document.addEventListener("board", refresh);
learned();
followEnds();

// Clicks from before this module was loaded.
const { pointerdown, click, submit } = /** @type {any} */ (window).missed ?? {};
/** @type {any} */ (window).missed = null;
if (pointerdown) touched(pointerdown);
if (submit) submitted(submit);
else if (click) clicked(click);
