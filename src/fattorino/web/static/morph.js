// Replaces parts of a page in place: an element with the same key is kept, so that its changes can be animated.

/**
 * Elements with the same key are the same thing; a button never turns into another under the pointer.
 * @param {any} el
 */
function key(el) {
  if (el.id) return el.id;
  if (el.dataset?.action) return `action ${el.dataset.action}`;
  return el.dataset?.send ? `send ${el.dataset.send}` : "";
}

/**
 * Attributes that belong to the page, not to the server.
 * @param {any} el
 */
function ownAttributes(el) {
  if (el.hasAttribute("data-keep")) return ["aria-pressed", "class", "style", "value"];
  return el.nodeName === "DETAILS" ? ["open"] : ["style"];
}

/**
 * Make an old node look like the next one, changing as little as possible.
 * @param {any} old
 * @param {any} next
 */
export function morph(old, next) {
  if (old.isEqualNode(next)) return;
  if (old.nodeType !== next.nodeType || old.nodeName !== next.nodeName || key(old) !== key(next)) {
    old.replaceWith(next);
  } else if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== next.data) old.data = next.data;
  } else if ("append" in old.dataset) {
    append(old, next);
  } else {
    morphAttributes(old, next);
    morphChildren(old, next);
  }
}

/**
 * Cards in a row stay where they are when one of them is taken; a new one fills a gap.
 * @param {Element} old
 * @param {Element} next
 */
export function keepPlaces(old, next) {
  for (const row of next.querySelectorAll("[data-row]")) {
    const before = old.querySelector(`#${row.id}[data-row="${row.getAttribute("data-row")}"]`);
    if (before) keepRow(before, row);
  }
}

/**
 * @param {Element} old
 * @param {Element} next
 */
function keepRow(old, next) {
  const cards = [...next.children];
  const free = new Set([...cards, ...old.children].map((card) => card.getAttribute("transform") ?? ""));
  const places = new Map([...old.children].map((card) => [card.id, card.getAttribute("transform") ?? ""]));
  for (const card of cards) free.delete(places.get(card.id) ?? "");
  for (const card of cards) {
    const place = places.get(card.id) ?? /** @type {string} */ ([...free][0]);
    free.delete(place);
    card.setAttribute("transform", place);
  }
}

/**
 * @param {Element} old
 * @param {Element} next
 */
function morphAttributes(old, next) {
  const kept = ownAttributes(old);
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !kept.includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value && !kept.includes(name)) old.setAttribute(name, value);
  }
}

/**
 * @param {Element} old
 * @param {Element} next
 */
function morphChildren(old, next) {
  const keyed = new Map([...old.children].filter(key).map((child) => [key(child), child]));
  /** @type {any} */
  let at = old.firstChild;
  for (const child of [...next.childNodes]) {
    const unkeyed = at && !key(at) && at.nodeName === child.nodeName ? at : null;
    const same = key(child) ? keyed.get(key(child)) : unkeyed;
    if (!same) {
      old.insertBefore(child, at);
      continue;
    }
    if (same === at) at = at.nextSibling;
    else old.insertBefore(same, at);
    morph(same, child);
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

/**
 * The number of a line of log or chat.
 * @param {Element} line
 */
export const lineNumber = (line) => Number(line.id.split("-")[1]);

/**
 * Log and chat: an update contains the newest lines only. If some are missing in between, the page is fetched again.
 * @param {any} list
 * @param {Element} next
 */
export function append(list, next) {
  const lines = [...next.children];
  const last = list.lastElementChild;
  const expected = last ? lineNumber(last) + 1 : Number(list.dataset.first ?? 0);
  if (lines.length && lineNumber(lines[0]) > expected) return location.reload();
  const end = lines.length ? lineNumber(/** @type {Element} */ (lines.at(-1))) : -1;
  for (const line of [...list.children]) {
    if (lineNumber(line) > end) line.remove();
    else line.classList.remove("new");
  }
  for (const line of lines) {
    const had = document.getElementById(line.id);
    if (had) morph(had, line);
    else list.append(line);
  }
}

let fetched = Promise.resolve();

/**
 * Fetch a page again and replace some parts of it, one request after the other.
 * @param {string} url
 * @param {string[]} names
 */
export function refetch(url, names) {
  fetched = fetched.catch(() => {}).then(() => takeOver(url, names));
  return fetched;
}

/** Wait until the last requested page is shown. */
export const upToDate = () => fetched.catch(() => {});

/**
 * @param {string} url
 * @param {string[]} names
 */
async function takeOver(url, names) {
  const response = await fetch(url);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (!response.ok) return;
  for (const name of names) {
    const next = page.getElementById(name);
    const old = document.getElementById(name);
    if (next && old) morph(old, document.importNode(next, true));
  }
}
