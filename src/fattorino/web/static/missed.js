// Keeps clicks that come before the page's modules are loaded: table.js handles them as soon as it runs.

/** @type {any} */
const page = window;
/** @type {Record<string, Event> | null} the newest event of each kind; null once the modules are loaded */
page.missed = {};

for (const kind of ["pointerdown", "click", "submit"]) {
  document.addEventListener(kind, (event) => {
    if (!page.missed) return;
    page.missed[kind] = event;
    const form = /** @type {any} */ (event.target);
    if (kind === "submit" && form.method !== "post" && !form.hasAttribute("action")) event.preventDefault(); // the modules send it
  });
}
