// The table in a browser, for all games: swaps in what the server sends, posts one integer.
// Elements with data-target stand for actions; the buttons in #actions say which are legal now.

import { $, $$, SVG, api, id, main, say, send, sent } from "./asking.js";
import { layTable } from "./laying.js";
import { noteKey, paintNotes, pick } from "./notes.js";
import { checkPromise } from "./promise.js";
import "./reading.js";
import { append, morph, refetch } from "./swapping.js";

let move = Number(main.dataset.move || 0); // of a replay

// -- what the server sends --------------------------------------------------------------------------------

function swap(fragments) {
  const waiting = $(".lobby"), low = $$(".panel, #chat").filter((el) => el.scrollHeight - el.scrollTop - el.clientHeight < 80);
  for (const [name, html] of Object.entries(fragments)) {
    const old = document.getElementById(name);
    if (!old) continue;
    const next = old.cloneNode(false);
    next.innerHTML = html;
    if ("append" in old.dataset) append(old, next); else morph(old, next);
  }
  if ("actions" in fragments) $("#chooser[open]")?.close(); // its choices were for the question before
  if (waiting && !$(".lobby")) { $(".panels").classList.remove("up"); openTab("log"); $(".panels").classList.remove("up"); } // the game begins
  refresh();
  followKeys();
  for (const el of low) el.scrollTop = el.scrollHeight; // whoever reads the end goes on reading the end
}

let byKeys = false;
for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, () => { byKeys = kind === "keydown"; }, true);
function followKeys() { // whoever plays by keys, and whose button is gone, goes on at something that glows
  const at = document.activeElement, idle = at === document.body || (at.dataset.target && !at.matches(".legal"));
  if (byKeys && idle && $("#prompt [data-yours]")) $(".legal, #actions button:not([hidden])")?.focus();
}

// -- what glows ------------------------------------------------------------------------------------------

const choicesFor = (target) => $$(`#actions [data-for="${CSS.escape(target)}"]`);
let hinted = null; // the move a bot would make, until somebody moves
let hadTurn = Boolean($("#prompt [data-yours]"));

function refresh() {
  for (const el of $$("[data-target]")) {
    const choices = choicesFor(el.dataset.target), legal = choices.length > 0;
    el.classList.toggle("legal", legal);
    if (el.namespaceURI === SVG) {
      if (legal && !("lit" in el.dataset)) el.dataset.plain = el.getAttribute("aria-label") ?? "";
      if (!legal && "lit" in el.dataset) { el.removeAttribute("tabindex"); el.setAttribute("aria-label", el.dataset.plain); }
      if (legal) el.setAttribute("tabindex", "0");
      else if (el === document.activeElement) el.setAttribute("tabindex", "-1"); // or the focus would be lost
      if (legal || el.getAttribute("aria-label")) el.setAttribute("role", legal ? "button" : "img"); else for (const name of ["role", "aria-label"]) el.removeAttribute(name);
    }
    el.toggleAttribute("data-lit", legal);
    if (legal) el.setAttribute("aria-label", choices.map((b) => b.textContent).join(", "));
    else if (el.namespaceURI !== SVG) el.removeAttribute("aria-label");
  }
  for (const a of document.getAnimations()) if (a.animationName === "breathe") a.startTime = 0; // all at one pace
  if (hinted && hinted.version !== Number(main.dataset.version)) { hinted = null; say(""); }
  for (const el of $$("[data-target], #actions [data-action]")) el.classList.toggle("hinted", Boolean(hinted) && (el.dataset.action === String(hinted.action) || (Boolean(hinted.target) && el.dataset.target === hinted.target)));
  for (const b of $$("#actions [data-for]")) b.hidden = Boolean($(`[data-target="${CSS.escape(b.dataset.for)}"]`));
  const better = $("#better"); // of a replay: the move that would have been better, where it would have been
  if (better) { better.hidden = Number(better.dataset.move) !== move; for (const el of $$("[data-target]")) el.classList.toggle("hinted", !better.hidden && el.dataset.target === better.dataset.targetOf); }
  const turn = Boolean($("#prompt [data-yours]"));
  document.title = document.title.replace(/^● /, "").replace(/^/, turn ? "● " : "");
  if (turn && !hadTurn) chime();
  hadTurn = turn;
  for (const piece of $$(".piece")) { // browsers glide a style, not an attribute
    const m = piece.transform.baseVal.numberOfItems ? piece.transform.baseVal.getItem(0).matrix : null;
    if (m) piece.style.transform = `matrix(${m.a}, ${m.b}, ${m.c}, ${m.d}, ${m.e}, ${m.f})`;
  }
  paintNotes();
  zoom(scale);
  rollToLight();
  checkPromise();
}

let lit = "";
function rollToLight() { // a board longer than its frame rolls to what glows, once for every question
  const frame = $(".frame"), legal = $$(".frame .legal"), now = legal.map((el) => el.dataset.target).join(" ");
  if (!frame || now === lit) return;
  lit = now;
  if (!legal.length || scale > 1) return;
  const box = frame.getBoundingClientRect(), rects = legal.map((el) => el.getBoundingClientRect());
  const shift = (from, to, size) => from >= 0 && to <= size ? 0 : to - from < size ? (from + to - size) / 2 : from - 8;
  const reach = (low, high, start, size) => {
    const from = Math.min(...rects.map((r) => r[low])) - start, to = Math.max(...rects.map((r) => r[high])) - start;
    return [shift(from, to, size), from, to];
  };
  const wide = frame.clientWidth, [down] = reach("top", "bottom", box.top, frame.clientHeight);
  const [across, from, to] = reach("left", "right", box.left, wide);
  const column = Math.round((frame.scrollLeft + across) / wide) * wide - frame.scrollLeft; // rather a whole column
  frame.scrollBy(across && from >= column && to <= column + wide ? column : across, down);
}

function chime() {
  if (localStorage.getItem("sound") === "off" || !navigator.userActivation?.hasBeenActive) return;
  const audio = new AudioContext();
  [[660, 0], [880, 0.13]].forEach(([pitch, delay]) => {
    const tone = audio.createOscillator(), volume = audio.createGain(), when = audio.currentTime + delay;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, when);
    volume.gain.exponentialRampToValueAtTime(0.001, when + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start(when);
    tone.stop(when + 0.5);
  });
  setTimeout(() => audio.close(), 1200);
}

// -- asking the server -----------------------------------------------------------------------------------

async function stillNot(el) { // why a button is closed; what was just done may be about to open it
  const now = () => el.isConnected ? el : $(`[data-send="${CSS.escape(el.dataset.send)}"]`);
  while (now()?.dataset.why && Date.now() - sent < 1200) await new Promise((done) => setTimeout(done, 40));
  return now()?.dataset.why;
}

let playing = false;
async function play(action) {
  if (playing) return;
  playing = true;
  await send("POST", api("actions"), { action: Number(action), version: Number(main.dataset.version), key: crypto.getRandomValues(new Uint32Array(3)).join("-") });
  playing = false;
}

async function act(el) { // a click, a tap or Enter on something of the board
  const choices = choicesFor(el.dataset.target);
  if (choices.length === 1) return play(choices[0].dataset.action);
  if (choices.length > 1) {
    const dialog = $("#chooser");
    $(".choices", dialog).replaceChildren(...choices.map((b) => Object.assign(b.cloneNode(true), { hidden: false })));
    return dialog.showModal();
  }
  const why = await send("GET", api(`why?target=${encodeURIComponent(el.dataset.target)}`));
  if (why && !why.legal) say(why.sentence, why.rule);
}

async function hint(button) { // what a bot would do: the move glows, a sentence says why
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  const told = await send("POST", api("hint"));
  button.ariaBusy = "false";
  if (!told || told.version !== Number(main.dataset.version)) return; // the table has moved on
  hinted = told;
  say(told.sentence, "", true);
  refresh();
}

// -- clicks, keys, captions ------------------------------------------------------------------------------

let held = 0, heldLong = false;
const caption = (words) => { const line = $("#caption"); if (line) { line.textContent = words; line.classList.toggle("shown", Boolean(words)); } };
const speaks = "[data-target], [data-tell]"; // what tells something when hovered or long-pressed
const told = (el) => [el.classList.contains("legal") ? el.getAttribute("aria-label") : "", el.dataset.tell].reduce((all, words) => !words || all.includes(words) ? all : all ? `${all}. ${words}` : words, "");

document.addEventListener("click", async (event) => {
  const at = event.target.closest("[data-action], [data-target], [data-send], [data-hint], [data-copy], [data-mark], [data-close], [data-theme-toggle], [data-step], [data-part], [role=tab]");
  if (!at || (at.tagName === "FORM")) return;
  if (at.dataset.part) { // a link that changes a part of the page
    if (!at.href || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.replaceState(null, "", at.href);
    return refetch(at.href, [at.dataset.part]);
  }
  if (at.dataset.action) { $("#chooser")?.close(); return play(at.dataset.action); }
  if (at.dataset.target !== undefined && id) { if (heldLong) { heldLong = false; return; } return act(at); }
  if ("close" in at.dataset) return at.closest("dialog").close();
  if (at.dataset.why) { const why = await stillNot(at); if (why) return say(why); }
  if ("hint" in at.dataset) return hint(at);
  if (at.dataset.copy !== undefined) return copy(at);
  if (at.dataset.mark !== undefined) return pick(at);
  if (at.dataset.step) return show(move + Number(at.dataset.step));
  if ("themeToggle" in at.dataset) return toggleTheme();
  if (at.role === "tab" || at.getAttribute("role") === "tab") return openTab(at.id.slice(4));
  if (at.dataset.send) {
    const name = localStorage.getItem("name"), sitting = "reload" in at.dataset && name ? { name } : undefined; // as they were called last time
    const done = await send(at.dataset.method || "POST", api(at.dataset.send), at.dataset.body ? JSON.parse(at.dataset.body) : sitting);
    if (done && "go" in at.dataset) location.href = `/t/${done.id}`;
    if (done && "reload" in at.dataset) location.reload();
  }
});

document.addEventListener("keydown", (event) => {
  const el = event.target;
  if ((event.key === "Enter" || event.key === " ") && el.namespaceURI === SVG) {
    if (el.dataset.target) { event.preventDefault(); act(el); }
  }
  if (el.dataset?.grid) noteKey(event, el);
  if (el.getAttribute?.("role") === "tab" && /Arrow(Left|Right)/.test(event.key)) {
    const tabs = $$("[role=tab]"), next = tabs[(tabs.indexOf(el) + (event.key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length];
    next.focus();
    openTab(next.id.slice(4), true);
  }
  if (el.closest?.("#deduction") && /Arrow(Left|Right)/.test(event.key)) $(event.key === "ArrowRight" ? "#deduction-on" : "#deduction-back").click();
  if (event.key === "Escape") say("");
});

for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, (event) => {
  const el = event.target.closest?.(speaks);
  const tapped = event.pointerType === "touch" || (kind === "focusin" && !event.target.matches(":focus-visible"));
  if (el && !tapped) caption(told(el));
});
for (const kind of ["pointerout", "focusout"]) document.addEventListener(kind, (event) => { if (event.target.closest?.(speaks)) caption(""); });
document.addEventListener("pointerdown", (event) => {
  const el = event.target.closest?.(speaks), words = el ? told(el) : "";
  heldLong = false;
  if (el && event.pointerType === "touch") held = setTimeout(() => { heldLong = true; caption(words); setTimeout(() => caption(""), 2000 + 40 * words.length); }, 500);
});
for (const kind of ["pointerup", "pointercancel", "pointermove"]) document.addEventListener(kind, (event) => { if (kind !== "pointermove" || event.movementX + event.movementY) clearTimeout(held); });

document.addEventListener("submit", async (event) => {
  const form = event.target, fields = Object.fromEntries(new FormData(form));
  if (fields.name) localStorage.setItem("name", fields.name);
  if (form.method === "post") return; // the browser's own way
  event.preventDefault();
  if (form.dataset.new) return layTable(form);
  if (form.dataset.send) {
    if ("colour" in fields) fields.colour = Number(fields.colour);
    if (await send("POST", api(form.dataset.send), fields) && form.dataset.send === "chat") form.reset();
  }
});

document.addEventListener("change", async (event) => {
  const el = event.target, live = el.closest("[data-live]");
  if (el.dataset.bot) return send(el.value ? "PUT" : "DELETE", api(el.dataset.bot), el.value ? { bot: el.value } : undefined);
  if (live) refetch(`${live.dataset.live}?${new URLSearchParams(new FormData(live))}`, ["chairs"]);
  if (el.id === "eyes") show(move);
  if ("language" in el.dataset) { document.cookie = `language=${el.value}; Path=/; Max-Age=31536000; SameSite=Lax`; location.reload(); }
});

async function copy(button) {
  const text = button.dataset.copy || location.href, label = button.textContent;
  if (label === "✓") return; // copied a moment ago
  try { await navigator.clipboard.writeText(text); } catch { const field = button.previousElementSibling; field?.select?.(); document.execCommand("copy"); }
  button.textContent = "✓";
  setTimeout(() => { button.textContent = label; }, 1200);
}

function openTab(name, stay = false) {
  const panels = $(".panels"), again = panels.dataset.open === name && panels.classList.contains("up");
  panels.classList.toggle("up", !again || stay);
  panels.dataset.open = name;
  for (const tab of $$("[role=tab]")) tab.setAttribute("aria-selected", String(tab.id === `tab-${name}`));
  $(`#tab-${name}`).classList.remove("news");
  const panel = $(`#panel-${name}`);
  if (name !== "players") panel.scrollTop = panel.scrollHeight;
}

function toggleTheme() {
  const root = document.documentElement, dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  document.cookie = `theme=${root.dataset.theme}; Path=/; Max-Age=31536000; SameSite=Lax`;
}

// -- the board pans and pinches in its own frame -----------------------------------------------------------

let scale = 1, pinch = null;
function zoom(to) {
  scale = Math.min(4, Math.max(1, to));
  const frame = $(".frame");
  if (frame) { frame.style.setProperty("--zoom", scale); frame.classList.toggle("zoomed", scale > 1); }
}
const spread = (t) => Math.hypot(t[0].clientX - t[1].clientX, t[0].clientY - t[1].clientY);
document.addEventListener("touchstart", (e) => { if (e.touches.length === 2 && e.target.closest(".frame")) pinch = [spread(e.touches), scale]; }, { passive: true });
document.addEventListener("touchmove", (e) => { if (pinch && e.touches.length === 2) { e.preventDefault(); zoom(pinch[1] * spread(e.touches) / pinch[0]); } }, { passive: false });
document.addEventListener("touchend", () => { pinch = null; });

// -- the stream ----------------------------------------------------------------------------------------------

function lost(is) {
  document.body.classList.toggle("away", is);
  let bar = $("#bar");
  if (is && !bar) { bar = Object.assign(document.createElement("div"), { id: "bar", role: "status", textContent: main.dataset.lost }); document.body.append(bar); }
  if (is || !bar) return;
  bar.remove();
  if ($("#reason p")?.textContent === main.dataset.lost) say(""); // what a click meanwhile was told
}

function connect() {
  const stream = new EventSource(api("stream"));
  stream.addEventListener("update", (event) => {
    const { version, fragments } = JSON.parse(event.data), chat = $("#chat").children.length;
    lost(false);
    playing = false; // the answer to a click may come after what it changed
    main.dataset.version = version;
    swap(fragments);
    if ($("#chat").children.length > chat && $(".panels").dataset.open !== "chat") $("#tab-chat").classList.add("news");
  });
  stream.onopen = () => lost(false);
  stream.onerror = () => { lost(true); if (stream.readyState === EventSource.CLOSED) setTimeout(connect, 1500); };
}

setInterval(() => {
  for (const el of $$("[data-deadline]")) el.textContent = `${Math.max(0, Math.round(el.dataset.deadline - Date.now() / 1000))} s`;
}, 500);

// -- replay ----------------------------------------------------------------------------------------------------

let film = 0, wanted = 0;
async function show(to) {
  const last = Number(main.dataset.moves), eyes = $("#eyes").value, mine = ++wanted;
  move = Math.min(last, Math.max(0, to));
  $("#slider").value = move;
  $("#counter").textContent = `${move} / ${last}`;
  history.replaceState(null, "", `?move=${move}&seat=${eyes}`);
  const answer = await fetch(`/replay/${main.dataset.replay}/frame?move=${move}&seat=${eyes}`);
  if (answer.ok && mine === wanted) { swap((await answer.json()).fragments); const panel = $("#panel-log"); panel.scrollTop = panel.scrollHeight; }
  if (move === last) stopFilm();
}
function stopFilm() { clearInterval(film); film = 0; const b = $("#play"); b.setAttribute("aria-pressed", "false"); $("use", b).setAttribute("href", "#s-play"); }
if (main.dataset.replay) {
  $("#slider").addEventListener("input", (e) => show(Number(e.target.value)));
  $("#play").addEventListener("click", (e) => {
    if (film) return stopFilm();
    e.currentTarget.setAttribute("aria-pressed", "true");
    $("use", e.currentTarget).setAttribute("href", "#s-pause");
    if (move >= Number(main.dataset.moves)) show(0);
    film = setInterval(() => show(move + 1), 900);
  });
}

// -- what every page has -----------------------------------------------------------------------------------

const sound = $("#sound");
if (sound) {
  const draw = () => { const on = localStorage.getItem("sound") !== "off"; sound.setAttribute("aria-pressed", String(on)); $("use", sound).setAttribute("href", on ? "#s-sound" : "#s-mute"); };
  sound.addEventListener("click", () => { localStorage.setItem("sound", localStorage.getItem("sound") === "off" ? "on" : "off"); draw(); });
  draw();
}

for (const field of $$("input[name=name]")) field.value ||= localStorage.getItem("name") ?? "";
refresh();
if (id) connect();
const logged = $("#panel-log");
if (logged) logged.scrollTop = logged.scrollHeight;
