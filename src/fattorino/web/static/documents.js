// Pages for reading: the search of a rulebook; a front page and a review that are filled in when ready; the link
// of a seat.

import { refetch } from "./morph.js";
import { $, $$, main } from "./page.js";

const REVIEW_EVERY = 2000; // milliseconds

/**
 * Show only the rules that contain these words.
 * @param {string} words in lower case
 * @returns {number} how many there are
 */
function search(words) {
  let found = 0;
  for (const el of $$("#book li, #book tbody tr, #book p")) {
    const hit = !words || el.textContent.toLowerCase().includes(words);
    el.hidden = !hit;
    if (hit && words) found += 1;
  }
  for (const box of $$("#book .wide")) box.hidden = !$("tbody tr:not([hidden])", box);
  for (const heading of $$("#book h3")) heading.hidden = !hasHit(heading, words);
  for (const chapter of $$("#book .chapter")) {
    const named = $("h2", chapter).textContent.toLowerCase().includes(words);
    const hit = Boolean($("li:not([hidden]), tbody tr:not([hidden]), p:not([hidden])", chapter));
    chapter.hidden = Boolean(words) && !named && !hit;
    chapter.open = Boolean(words) && hit;
  }
  return found;
}

/**
 * Whether the title of a chapter contains these words, or anything in the chapter is still shown.
 * @param {HTMLElement} heading
 * @param {string} words
 */
function hasHit(heading, words) {
  if (heading.textContent.toLowerCase().includes(words)) return true;
  /** @type {any} */
  let el = heading.nextElementSibling;
  while (el && !(/^H[1-3]$/.test(el.nodeName) && el.nodeName <= heading.nodeName)) {
    const shows = el.nodeName === "P" || $("li:not([hidden]), tr:not([hidden])", el);
    if (!el.hidden && shows) return true;
    el = el.nextElementSibling;
  }
  return false;
}

$("#find")?.addEventListener("input", (/** @type {any} */ event) => {
  const words = event.target.value.toLowerCase().trim();
  const found = search(words);
  $("#found").textContent = words ? $("#found").dataset.words.replace("{n}", found) : "";
});

/** A link to a rule opens the chapter it is in. */
function openChapter() {
  const rule = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const chapter = /** @type {any} */ (rule?.closest(".chapter"));
  if (!rule || !chapter) return;
  chapter.open = true;
  rule.scrollIntoView();
}
addEventListener("hashchange", openChapter);
openChapter();

/**
 * A slightly curved arrow from the centre of one element to the centre of another.
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {DOMRect} frame what the picture is in
 */
function arrow(from, to, frame) {
  const middle = (/** @type {DOMRect} */ r) => [
    r.left + r.width / 2 - frame.left,
    r.top + r.height / 2 - frame.top,
  ];
  const [[x, y], [u, v]] = [middle(from), middle(to)];
  const [bendX, bendY] = [(x + u) / 2 - (v - y) / 6, (y + v) / 2 + (u - x) / 6];
  const turn = (Math.atan2(v - bendY, u - bendX) * 180) / Math.PI;
  const way = `M${x} ${y}Q${bendX} ${bendY} ${u} ${v}`;
  return `<path class="under" d="${way}"/><path d="${way}"/><path class="tip" transform="translate(${u} ${v}) rotate(${turn})" d="M2 0l-14 -8v16z"/>`;
}

const NARROW = 480; // pixels: a narrower picture shows only its marked part
const AROUND = 7; // units of a drawing

/**
 * On a phone: show only the marked part of a picture, so that it is legible.
 * @param {any} box
 */
function closeUp(box) {
  const svg = $("svg", box);
  svg.dataset.whole ??= svg.getAttribute("viewBox");
  const [left, top, width, height] = svg.dataset.whole.split(" ").map(Number);
  svg.setAttribute("viewBox", svg.dataset.whole);
  const all = $$("[data-number], [data-from], [data-to]", box).map((el) => el.getBoundingClientRect());
  if (box.clientWidth > NARROW || !all.length) return;
  const into = svg.getScreenCTM().inverse();
  const from = new DOMPoint(Math.min(...all.map((r) => r.left)), Math.min(...all.map((r) => r.top)));
  const to = new DOMPoint(Math.max(...all.map((r) => r.right)), Math.max(...all.map((r) => r.bottom)));
  const [a, b] = [from.matrixTransform(into), to.matrixTransform(into)];
  const x = Math.max(left, a.x - AROUND);
  const y = Math.max(top, a.y - AROUND);
  const right = Math.min(left + width, b.x + AROUND);
  const bottom = Math.min(top + height, b.y + AROUND);
  svg.setAttribute("viewBox", `${x} ${y} ${right - x} ${bottom - y}`);
}

/** The arrows and numbers of a picture, beside the elements they mark. */
function drawNumbers() {
  for (const el of $$(".number, .arrows")) el.remove();
  for (const box of $$(".numbered")) {
    closeUp(box);
    const frame = box.getBoundingClientRect();
    const arrows = $$("[data-from]", box).map((el) => {
      const to = $(`[data-to="${el.dataset.from}"]`, box);
      return arrow(el.getBoundingClientRect(), to.getBoundingClientRect(), frame);
    });
    if (arrows.length) {
      box.insertAdjacentHTML("beforeend", `<svg class="arrows" aria-hidden="true">${arrows.join("")}</svg>`);
    }
    for (const el of $$("[data-number]", box)) {
      const at = el.getBoundingClientRect();
      const number = document.createElement("span");
      number.className = "number";
      number.textContent = el.dataset.number;
      number.style.left = `${at.left - frame.left}px`;
      number.style.top = `${at.top - frame.top}px`;
      box.append(number);
    }
  }
}
drawNumbers();
addEventListener("resize", drawNumbers);

const seconds = Number(document.body.dataset.refresh);
if (seconds) setInterval(() => refetch("/", ["games"]), 1000 * seconds);

if ($("[data-again]")) {
  const timer = setInterval(() => {
    if ($("[data-again]")) refetch(location.href, ["review", "review-state"]);
    else clearInterval(timer);
  }, REVIEW_EVERY);
}

/** The link of a seat has its secret after the #, which a browser sends nobody: ask for the seat in a form. */
async function openSeat() {
  const form = $("form[data-secret]");
  if (!form || location.hash.length < 2) return;
  const body = new URLSearchParams({ token: location.hash.slice(1) });
  const answer = await fetch(form.action, { method: "POST", headers: { Accept: "text/html" }, body });
  if (answer.redirected) return location.replace(answer.url);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  main.replaceChildren(...$("#main", page).childNodes);
}
addEventListener("hashchange", openSeat);
openSeat();

// after the door, on to where one wanted to go: browsers send nobody what follows the #
const onward = $("form[data-onward]");
if (onward) onward.action += location.hash;
