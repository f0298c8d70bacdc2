// The table in a browser, for all games: swaps in what the server sends, posts one integer.
// Elements with data-target stand for actions; the buttons in #actions say which are legal now.

const $ = (query, root = document) => root.querySelector(query);
const $$ = (query, root = document) => [...root.querySelectorAll(query)];
const main = $("#main");
const id = main.dataset.table;
const api = (path) => `/api/matches/${id}/${path}`;
const SVG = "http://www.w3.org/2000/svg";
let move = Number(main.dataset.move || 0); // of a replay

// -- swapping: an element with the same id stays alive, so that it can glide -----------------------------

const key = (el) => el.id || (el.dataset?.action ? `action ${el.dataset.action}` : el.dataset?.send ? `send ${el.dataset.send}` : ""); // a button never turns into another under the pointer

function morph(old, next) {
  if (old.isEqualNode(next)) return;
  if (old.nodeType !== next.nodeType || old.nodeName !== next.nodeName || key(old) !== key(next)) return old.replaceWith(next);
  if (old.nodeType !== 1) { if (old.data !== next.data) old.data = next.data; return; }
  if ("append" in old.dataset) return append(old, next);
  const kept = old.hasAttribute("data-keep") ? ["aria-pressed", "class", "style", "value"] : old.nodeName === "DETAILS" ? ["open"] : ["style"];
  for (const a of [...old.attributes]) if (!next.hasAttribute(a.name) && !kept.includes(a.name)) old.removeAttribute(a.name);
  for (const a of next.attributes) if (old.getAttribute(a.name) !== a.value && !kept.includes(a.name)) old.setAttribute(a.name, a.value);
  const keyed = new Map([...old.children].filter(key).map((c) => [key(c), c]));
  let at = old.firstChild;
  for (const child of [...next.childNodes]) {
    const same = key(child) ? keyed.get(key(child)) : at && !key(at) && at.nodeName === child.nodeName ? at : null;
    if (!same) { old.insertBefore(child, at); continue; }
    if (same === at) at = at.nextSibling; else old.insertBefore(same, at);
    morph(same, child);
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
}

function append(list, next) { // log and chat: an update brings the newest lines only
  const number = (li) => Number(li.id.split("-")[1]);
  const lines = [...next.children];
  if (lines.length && number(lines[0]) > list.children.length) return location.reload();
  const end = lines.length ? number(lines.at(-1)) : -1;
  for (const li of [...list.children]) if (number(li) > end) li.remove(); else li.classList.remove("new");
  for (const li of lines) { const had = document.getElementById(li.id); if (had) morph(had, li); else list.append(li); }
}

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

function say(sentence, rule = "", advice = false) { // one line: why not, and where it is written
  const box = $("#reason");
  if (!box) return;
  box.hidden = !sentence;
  box.classList.toggle("advice", advice);
  box.replaceChildren();
  if (!sentence) return;
  const words = document.createElement("p"), close = document.createElement("button");
  words.append(sentence);
  if (rule) {
    const link = document.createElement("a");
    Object.assign(link, { href: `/rules/${main.dataset.game}#${rule}`, target: "_blank", textContent: `${main.dataset.rule} ${rule}` });
    words.append(" ", link);
  }
  Object.assign(close, { type: "button", textContent: "×", ariaLabel: "OK", onclick: () => say("") });
  box.append(words, close);
  box.scrollIntoView({ block: "nearest" });
}

let sent = 0; // when something was last asked of the server
async function send(method, url, body) {
  sent = Date.now();
  try {
    const options = { method, headers: { Accept: "application/json" } };
    if (body !== undefined) { options.body = JSON.stringify(body); options.headers["Content-Type"] = "application/json"; }
    const answer = await fetch(url, options), told = await answer.json();
    if (answer.ok) { say(""); return told; }
    say(told.code === "old_version" ? `${told.title}.` : told.detail || told.title, told.rule); // people know no versions
  } catch { say(main.dataset.lost || "…"); }
  return null;
}

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

async function refetch(url, names) { // the same page once more, only these parts of it
  const answer = await fetch(url), page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (answer.ok) for (const name of names) { const next = page.getElementById(name), old = document.getElementById(name); if (next && old) morph(old, document.importNode(next, true)); }
}

async function layTable(form) {
  if ($("[aria-busy=true]", form)) return;
  const fields = new FormData(form), options = { seats: Number(fields.get("seats")) || undefined };
  for (const el of $$("[name^=option-]", form)) options[el.name.slice(7)] = el.type === "checkbox" ? el.checked : el.value;
  const wishes = $$("[data-chair]", form), playing = wishes.filter((el) => "plays" in el.dataset);
  const mine = wishes.findIndex((el) => el.value === "me"), name = fields.get("name") || "";
  const seats = playing.map((el) => {
    const number = wishes.indexOf(el), colour = Number(el.dataset.colour);
    if (el.value.startsWith("bot:")) return { kind: "bot", bot: el.value.slice(4), colour };
    return el.value === "none" ? { kind: "bot" } : { kind: "human", name: number === mine ? name : "", colour };
  });
  const waits = playing.some((el) => el.value === "open" || (el.value === "me" && wishes.indexOf(el) !== mine));
  const onlooker = wishes.some((el) => !("plays" in el.dataset) && el.value !== "none");
  const button = $("[type=submit]", form);
  button.ariaBusy = "true"; // a game may still be in the oven
  const made = await send("POST", "/api/matches", { game: form.dataset.new, seats, options, listed: fields.has("listed"), hints: fields.has("hints"), clock: Number(fields.get("clock")) || null, onlooker, start: !waits });
  button.ariaBusy = "false";
  const link = made?.seats.find((s) => s.seat === mine)?.url;
  if (link) await fetch(new URL(link).pathname, { method: "POST", redirect: "manual" });
  if (made) location.href = new URL(made.url).pathname;
}

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

// -- notes: marks in the cells of a data-grid, private, kept by the server ----------------------------------

let pencil = null, painted = {}, cursor = null;

function pick(button) {
  pencil = pencil === button.dataset.mark ? null : button.dataset.mark;
  for (const b of $$("[data-mark]")) b.setAttribute("aria-pressed", String(b.dataset.mark === pencil));
  document.body.classList.toggle("painting", pencil !== null);
  for (const grid of $$("[data-grid]")) { grid.toggleAttribute("tabindex", pencil !== null); if (pencil !== null) grid.setAttribute("tabindex", "0"); }
  if (pencil === null) { cursor = null; paintNotes(); }
}

function cellOf(grid, column, row) { // a cell of a grid: its name and its square
  const n = Number(grid.dataset.columns), side = grid.width.baseVal.value / n;
  return { name: `${grid.dataset.grid}-${column}_${row}`, side, x: grid.x.baseVal.value + column * side, y: grid.y.baseVal.value + row * side };
}

function underneath(x, y) { // the cell at a point of the screen
  const grid = document.elementFromPoint(x, y)?.closest?.("[data-grid]");
  if (!grid) return null;
  const box = grid.getBoundingClientRect(), n = Number(grid.dataset.columns), at = (d, size) => Math.min(n - 1, Math.floor((d / size) * n));
  return cellOf(grid, at(x - box.x, box.width), at(y - box.y, box.height));
}

function marks() { const frame = $("[data-notes]"); return frame ? { ...JSON.parse(frame.dataset.notes), ...painted } : {}; }

function stamp(name, values) {
  const el = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) el.setAttribute(key, value);
  return el;
}

function paintNotes() {
  const symbols = Object.fromEntries($$("[data-symbol]").map((b) => [b.dataset.mark, b.dataset.symbol]));
  for (const old of $$(".mark")) old.remove();
  for (const [name, mark] of Object.entries(marks())) {
    const [, sheet, column, row] = name.match(/^(.*)-(\d+)_(\d+)$/) ?? [], grid = sheet && $(`[data-grid="${CSS.escape(sheet)}"]`);
    if (!grid || !symbols[mark]) continue;
    const { side, x, y } = cellOf(grid, column, row);
    grid.after(stamp("use", { href: `#s-${symbols[mark]}`, class: "mark", width: side * 0.7, height: side * 0.7, x: x + side * 0.15, y: y + side * 0.15 }));
  }
  const here = cursor && $(`[data-grid="${CSS.escape(cursor.grid)}"]`);
  if (here) { const { side, x, y } = cellOf(here, cursor.column, cursor.row); here.after(stamp("rect", { class: "mark cursor", width: side, height: side, x, y })); }
}

function note(cell) { if (painted[cell.name] !== pencil) { painted[cell.name] = pencil; paintNotes(); } }

async function flushNotes() {
  const sent = { ...painted };
  if (!Object.keys(sent).length || !await send("PUT", api("notes"), { notes: sent })) return;
  const frame = $("[data-notes]"), all = marks();
  if (frame) frame.dataset.notes = JSON.stringify(Object.fromEntries(Object.entries(all).filter(([, mark]) => mark)));
  for (const key in sent) if (painted[key] === sent[key]) delete painted[key];
}

function noteKey(event, grid) { // arrows move a cursor, Enter and Space write
  const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key], n = Number(grid.dataset.columns);
  if (!step && event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  if (cursor?.grid !== grid.dataset.grid) cursor = { grid: grid.dataset.grid, column: (n - 1) / 2, row: (n - 1) / 2 };
  if (step) { cursor.column = Math.min(n - 1, Math.max(0, cursor.column + step[0])); cursor.row = Math.min(n - 1, Math.max(0, cursor.row + step[1])); paintNotes(); }
  else if (pencil !== null) { note(cellOf(grid, cursor.column, cursor.row)); flushNotes(); }
}

document.addEventListener("pointerdown", (event) => {
  const cell = pencil !== null && underneath(event.clientX, event.clientY);
  if (!cell) return;
  event.preventDefault();
  note(cell);
  const drag = (e) => { const under = underneath(e.clientX, e.clientY); if (under) note(under); };
  document.addEventListener("pointermove", drag);
  document.addEventListener("pointerup", () => { document.removeEventListener("pointermove", drag); flushNotes(); }, { once: true });
});

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

// -- the promise: SHA-256 of "seed:nonce", worked out here (also where the browser's own is not offered) -----

function sha256(text) {
  const K = [], H = [], root = (n, p) => ((n ** p % 1) * 2 ** 32) | 0;
  for (let n = 2; K.length < 64; n++) if ([...Array(n).keys()].every((d) => d < 2 || n % d)) { if (H.length < 8) H.push(root(n, 1 / 2)); K.push(root(n, 1 / 3)); }
  const bytes = new TextEncoder().encode(text), size = ((bytes.length + 8) >> 6) + 1, words = new Int32Array(size * 16), w = new Int32Array(64);
  bytes.forEach((b, i) => { words[i >> 2] |= b << (24 - 8 * (i % 4)); });
  words[bytes.length >> 2] |= 0x80 << (24 - 8 * (bytes.length % 4));
  words[size * 16 - 1] = bytes.length * 8;
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < words.length; block += 16) {
    let [a, b, c, d, e, f, g, h] = H;
    for (let i = 0; i < 64; i++) {
      w[i] = i < 16 ? words[block + i] : w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3)) + w[i - 7] + (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10));
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => { H[i] = (H[i] + x) | 0; });
  }
  return H.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

function checkPromise() {
  const box = $("[data-promise]");
  if (!box || $(".verdict", box)) return;
  const kept = sha256(`${box.dataset.seed}:${box.dataset.nonce}`) === box.dataset.promise;
  box.append(Object.assign(document.createElement("p"), { className: `verdict ${kept ? "yes" : "no"}`, textContent: kept ? `✓ ${box.dataset.yes}` : `✗ ${box.dataset.no}` }));
}

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

// -- the rulebook: search; the front page: games come out of the oven by themselves ------------------------------

$("#find")?.addEventListener("input", (event) => {
  const words = event.target.value.toLowerCase().trim();
  let n = 0;
  for (const el of $$("#book li, #book tbody tr, #book p")) { const hit = !words || el.textContent.toLowerCase().includes(words); el.hidden = !hit; n += hit && words ? 1 : 0; }
  for (const box of $$("#book .wide")) box.hidden = !$("tbody tr:not([hidden])", box);
  for (const h of $$("#book h2, #book h3")) { // a chapter stays if it is named so, or has a place in it
    const ends = (el) => /^H[1-3]$/.test(el.nodeName) && el.nodeName <= h.nodeName;
    let hit = h.textContent.toLowerCase().includes(words);
    for (let el = h.nextElementSibling; el && !ends(el); el = el.nextElementSibling) hit ||= !el.hidden && (el.nodeName === "P" || Boolean($("li:not([hidden]), tr:not([hidden])", el)));
    h.hidden = !hit;
  }
  $("#found").textContent = words ? $("#found").dataset.words.replace("{n}", n) : "";
});

if (document.body.dataset.refresh) setInterval(() => refetch("/", ["games"]), 1000 * Number(document.body.dataset.refresh));

const again = $("[data-again]") && setInterval(() => { if ($("[data-again]")) refetch(location.href, ["review"]); else clearInterval(again); }, 2000);

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
