// What is said: the lines of the log as they come, each once and in order, politely; and again on request.

import { isMyTurn } from "./board.js";
import { $, $$, main, speak } from "./page.js";
import { play } from "./preferences.js";

const SHORT = [30, 10]; // seconds left on the clock that are told
const WELCOME = 1500; // milliseconds in which the page itself is read

/** How many lines of the log were said, or were there when the page was opened. */
let said = turnsNow().at(-1)?.end ?? 0;
let prompt = promptNow();
let moment = $("#moment .moment")?.id ?? "";
/** @type {Set<number>} */
let clockTold = new Set();
/** Whether a line of several moves is being played: what happens is said when it is through. */
let isHeld = false;

/** The turns of the viewer's log, each as one sentence and as the lines it stands for. */
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
 * What was not said yet: one's own turn line by line, the turns of others as one sentence when they are over,
 * or when one is asked something.
 */
function newSentences() {
  const turns = turnsNow();
  const over = Boolean($(".result")) || "replay" in main.dataset;
  /** @type {string[]} */
  const sentences = [];
  said = Math.min(said, turns.at(-1)?.end ?? 0); // after a step was taken back
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

/** What is asked: whose turn it is, then the question. */
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
 * Equal sentences that come together are said once, with how often.
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
 * While a line of moves is played, nothing is said; afterwards all of it at once, then what is asked.
 * @param {boolean} on
 */
export function hold(on) {
  isHeld = on;
  if (!on) announce();
}

/** Say what is new: what happened, then what is asked. */
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

/** The last words again, or what is asked. */
export function sayAgain() {
  if ($("#voice p")) speak();
  else speak([promptNow()]);
}

/** Whose turn it is, and what is asked; or how the game ended. */
export const sayPrompt = () => speak([resultNow() ?? promptNow()]);

/** What happened since the viewer's last turn, and what is asked. */
export function whatChanged() {
  const news = $$("#since li").map((el) => el.textContent.trim());
  speak([...news, promptNow()]);
}

/** The goal, what one has, the scores and how far the game is. */
export function howItStands() {
  const parts = $$("#strip :is(.goal, .have > span, .end > span)").map((el) => el.textContent.trim());
  const [goal, ...rest] = parts.filter(Boolean);
  speak([goal, ...scores(), ...rest].filter(Boolean));
}

/** Say that time runs short, at 30 and at 10 seconds. */
export function watchClock() {
  const clock = $("#prompt [data-yours] [data-deadline]");
  if (!clock) return;
  const left = Math.round(clock.dataset.deadline - Date.now() / 1000);
  const passed = SHORT.filter((seconds) => left <= seconds && left > 0 && !clockTold.has(seconds));
  if (!passed.length) return;
  for (const seconds of passed) clockTold.add(seconds);
  speak([main.dataset.left.replace("{n}", String(left))]);
}

// whoever comes to a table where they are asked something hears what
addEventListener("load", () => setTimeout(() => isMyTurn() && !$("#voice p") && sayPrompt(), WELCOME));

// a refusal has a sound of its own, for those who want sounds
new MutationObserver(() => {
  const reason = $("#reason");
  if (!reason.hidden && !reason.classList.contains("advice")) play("refusal");
}).observe($("#reason") ?? document.createElement("p"), { childList: true });
