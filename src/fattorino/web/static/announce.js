// Announcements for screen readers: new lines of the log, each once and in order, politely; repeated on request.

import { isMyTurn } from "./board.js";
import { $, $$, main, speak } from "./page.js";
import { play } from "./preferences.js";

const SHORT = [30, 10]; // seconds left on the clock that are announced
const WELCOME = 1500; // milliseconds for the screen reader to read the page itself

/** How many lines of the log were announced, or were there when the page was opened. */
let said = turnsNow().at(-1)?.end ?? 0;
let prompt = promptNow();
let moment = $("#moment .moment")?.id ?? "";
/** @type {Set<number>} */
let clockTold = new Set();
/** Whether a line of several moves is being played: its result is announced when it is done. */
let isHeld = false;

/** The turns of the viewer's log, each as one sentence and as the lines it sums up. */
function turnsNow() {
  return $$("#log > li").map((el) => {
    const details = $$("details li", el).map((line) => line.textContent.trim());
    const words = ($("summary", el) ?? el).textContent.trim();
    const lines = details.length ? details : [words];
    const first = Number(el.dataset.first);
    return { words, lines, first, end: first + lines.length, own: "own" in el.dataset };
  });
}

/**
 * What was not announced yet: the viewer's own turn line by line, other turns as one sentence when they are
 * over, or when the viewer is asked something.
 */
function newSentences() {
  const turns = turnsNow();
  const over = Boolean($(".result")) || "replay" in main.dataset;
  /** @type {string[]} */
  const sentences = [];
  said = Math.min(said, turns.at(-1)?.end ?? 0); // after an undo
  for (const turn of turns) {
    if (turn.end <= said) continue;
    const goesOn = turn === turns.at(-1) && !isMyTurn() && !over;
    if (goesOn && !turn.own) break;
    const whole = !turn.own && said <= turn.first;
    sentences.push(...(whole ? [turn.words] : turn.lines.slice(Math.max(0, said - turn.first))));
    said = turn.end;
  }
  return sentences.filter(Boolean);
}

/** The prompt: whose turn it is, then the question. */
function promptNow() {
  const words = [...($("#prompt .words")?.childNodes ?? [])].map((node) => node.textContent.trim());
  return words.filter(Boolean).join(": ");
}

/** Who won, with the scores. */
function resultNow() {
  const won = $(".result h2")?.textContent.trim();
  return won && `${won} ${scores().join("; ")}`;
}

const scores = () => $$("#strip .standings button").map((el) => el.getAttribute("aria-label"));

/**
 * Equal consecutive sentences become one, with their number.
 * @param {string[]} sentences
 */
function joined(sentences) {
  /** @type {{ words: string, times: number }[]} */
  const all = [];
  for (const words of sentences) {
    const last = all.at(-1);
    if (last?.words === words) last.times += 1;
    else all.push({ words, times: 1 });
  }
  return all.map(({ words, times }) => {
    if (times === 1) return words;
    return (main.dataset.times ?? "{words}").replace("{n}", String(times)).replace("{words}", () => words);
  });
}

/**
 * While a line of moves is played, nothing is announced; afterwards everything at once, then the prompt.
 * @param {boolean} on
 */
export function hold(on) {
  isHeld = on;
  if (!on) announce();
}

/** Announce what happened, then the prompt. */
export function announce() {
  if (isHeld) return;
  const fresh = joined(newSentences());
  const asked = promptNow();
  if (asked !== prompt && (isMyTurn() || $(".result"))) fresh.push(resultNow() ?? asked);
  if (asked !== prompt) clockTold = new Set();
  prompt = asked;
  const great = $("#moment .moment")?.id ?? "";
  if (great && great !== moment) play("delivery");
  moment = great;
  speak(fresh);
}

/** The last turn that the log shows. */
export const sayLastTurn = () => speak([turnsNow().at(-1)?.words ?? ""].filter(Boolean));

/** Repeat the last announcement, or the prompt. */
export function sayAgain() {
  if ($("#voice p")) speak();
  else speak([promptNow()]);
}

/** The prompt, or how the game ended. */
export const sayPrompt = () => speak([resultNow() ?? promptNow()]);

/** What happened since the viewer's last turn, and the prompt. */
export function whatChanged() {
  const news = $$("#since li").map((el) => el.textContent.trim());
  speak([...news, promptNow()]);
}

/** The goal, the viewer's resources, the scores and the progress of the game. */
export function howItStands() {
  const parts = $$("#strip :is(.goal, .have > span, .end > span)").map((el) => el.textContent.trim());
  const [goal, ...rest] = parts.filter(Boolean);
  speak([goal, ...scores(), ...rest].filter(Boolean));
}

/** Announce that time is running out, at 30 and at 10 seconds. */
export function watchClock() {
  const clock = $("#prompt [data-yours] [data-deadline]");
  if (!clock) return;
  const left = Math.round(clock.dataset.deadline - Date.now() / 1000);
  const passed = SHORT.filter((seconds) => left <= seconds && left > 0 && !clockTold.has(seconds));
  if (!passed.length) return;
  for (const seconds of passed) clockTold.add(seconds);
  speak([main.dataset.left.replace("{n}", String(left))]);
}

// a page opened on the viewer's turn announces the prompt
addEventListener("load", () => setTimeout(() => isMyTurn() && !$("#voice p") && sayPrompt(), WELCOME));

// a refusal has its own sound, if sounds are on
new MutationObserver(() => {
  const reason = $("#reason");
  if (!reason.hidden && !reason.classList.contains("advice")) play("refusal");
}).observe($("#reason") ?? document.createElement("p"), { childList: true });
