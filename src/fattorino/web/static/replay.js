// A replay: any move of a finished game, seen by any seat.

import { sayLastTurn } from "./announce.js";
import { $, base, main } from "./page.js";
import { swap } from "./updates.js";

const FRAME = 900; // milliseconds a move is shown

let film = 0;
let wanted = 0; // the newest request: answers to older ones are dropped

export const currentMove = () => Number(main.dataset.move || 0);

/** @param {number} to */
export async function show(to) {
  const last = Number(main.dataset.moves);
  const seat = $("#eyes").value;
  const move = Math.min(last, Math.max(0, to));
  const isBack = move < currentMove();
  wanted += 1;
  const mine = wanted;
  main.dataset.move = String(move);
  $("#slider").value = move;
  $("#counter").textContent = `${move} / ${last}`;
  history.replaceState(null, "", `?move=${move}&seat=${seat}`);
  const response = await fetch(`${base}/replay/${main.dataset.replay}/frame?move=${move}&seat=${seat}`);
  if (response.ok && mine === wanted) {
    swap((await response.json()).fragments);
    const panel = $("#panel-log");
    panel.scrollTop = panel.scrollHeight;
    if (isBack) sayLastTurn(); // going forward, the new lines are announced anyway
  }
  if (move === last) stop();
}

/** @param {boolean} running */
function drawButton(running) {
  $("#play").setAttribute("aria-pressed", String(running));
  $("#play use").setAttribute("href", running ? "#s-pause" : "#s-play");
}

function stop() {
  clearInterval(film);
  film = 0;
  drawButton(false);
}

function start() {
  drawButton(true);
  if (currentMove() >= Number(main.dataset.moves)) show(0);
  film = setInterval(() => show(currentMove() + 1), FRAME);
}

if (main.dataset.replay) {
  $("#slider").addEventListener("input", (/** @type {any} */ event) => show(Number(event.target.value)));
  $("#play").addEventListener("click", () => (film ? stop() : start()));
}
