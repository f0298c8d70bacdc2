// Shared by all modules: finding elements, requests to the server, one line of feedback.

export const SVG = "http://www.w3.org/2000/svg";

/**
 * The first element that matches.
 * @param {string} query
 * @param {ParentNode} [root]
 * @returns {any}
 */
export const $ = (query, root = document) => root.querySelector(query);

/**
 * All elements that match.
 * @param {string} query
 * @param {ParentNode} [root]
 * @returns {any[]}
 */
export const $$ = (query, root = document) => [...root.querySelectorAll(query)];

/** @type {HTMLElement} */
export const main = $("#main");

/** The table this page shows, if it shows one. */
export const table = main.dataset.table;

/** The path before all of ours, where a proxy serves the table under one. */
export const base = document.documentElement.dataset.base ?? "";

/** @param {string} path what of the table is meant; nothing is the table itself */
export const api = (path) => `${base}/api/matches/${table}${path && `/${path}`}`;

const KEPT = 24; // sentences in the live region
/** @type {string[]} what was said last */
let said = [];

/**
 * Announce sentences politely, one after the other; without any, repeat the last ones.
 * @param {string[]} [sentences]
 */
export function speak(sentences = said) {
  const voice = $("#voice");
  if (!voice || !sentences.length) return;
  said = sentences;
  for (const words of sentences) {
    const line = document.createElement("p");
    line.textContent = words;
    voice.append(line);
  }
  while (voice.children.length > KEPT) voice.firstElementChild.remove();
}

/**
 * Show one line below the prompt and announce it: why something is not possible, or the hint of a bot.
 * @param {string} sentence an empty one takes the line away
 * @param {string} [rule] the id of the rule, linked to where it is written
 * @param {boolean} [advice]
 * @param {() => unknown} [go] what a button beside it does
 */
export function say(sentence, rule = "", advice = false, go = undefined) {
  const box = $("#reason");
  if (!box) return;
  box.hidden = !sentence;
  box.classList.toggle("advice", advice);
  box.replaceChildren();
  if (!sentence) return;
  speak([sentence]);
  const words = document.createElement("p");
  words.append(sentence);
  if (rule) {
    const link = document.createElement("a");
    link.href = `${base}/rules/${main.dataset.game}#${rule}`;
    link.target = "_blank";
    link.textContent = `${main.dataset.rule} ${rule}`;
    words.append(" ", link);
  }
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "×";
  close.ariaLabel = main.dataset.close || "OK";
  const from = /** @type {any} */ (document.activeElement);
  close.onclick = () => {
    say("");
    from.focus(); // back to where the focus was
  };
  if (go) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "primary";
    button.textContent = main.dataset.do || "OK";
    button.onclick = go;
    box.append(words, button);
  } else box.append(words, close);
}

/** When the server was last asked for something, in milliseconds. */
export let lastRequest = 0;

/**
 * Send a request; null if the server refuses, and the reason is shown.
 * @param {string} method
 * @param {string} url
 * @param {unknown} [body]
 */
export async function send(method, url, body) {
  lastRequest = Date.now();
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  /** @type {RequestInit} */
  const options = { method, headers };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    headers["Content-Type"] = "application/json";
  }
  try {
    const response = await fetch(url, options);
    const answer = response.status === 204 ? {} : await response.json();
    if (response.ok) {
      say("");
      return answer;
    }
    const outdated = answer.code === "old_version"; // people know no version numbers
    say(outdated ? `${answer.title}.` : answer.detail || answer.title, answer.rule);
  } catch {
    say(main.dataset.lost || "…");
  }
  return null;
}
