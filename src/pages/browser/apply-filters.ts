// This script applies the filters of a page as soon as a visitor changes one: it requests the page that the button of
// the form would open, and shows its content. Without the script, visitors press the button.

import { showLocalTimes } from "./site.ts";
import { suggestWhileTyping } from "./suggest.ts";

/** How long the script waits after a change before it requests the page, in ms: several changes cause one request. */
const PAUSE_MS = 150;
/** The form whose fields apply at once. Its content is replaced, so each event looks the form up anew. */
const FORM = "form[data-applies-at-once]";
/** Answers with a page that replaces the shown one: with results (200), or with the faults of the query (422). */
const SHOWN_STATUSES: ReadonlySet<number> = new Set([200, 422]);

type Field = HTMLInputElement | HTMLSelectElement;

let timer: ReturnType<typeof setTimeout> | undefined;
let asking: AbortController | undefined;
let shownPath = location.pathname + location.search;

/** Hides the button of the filters where the results are in sight, or shows it again after a request has failed. */
const hideButton = (isHidden: boolean) =>
  document.documentElement.classList.toggle("applies-at-once", isHidden);

hideButton(true);
const status = document.body.appendChild(document.createElement("output"));
status.className = "visually-hidden";

document.addEventListener("change", ({ target }) => {
  const form = (target as Element).closest<HTMLFormElement>(FORM);
  // Ignore the search field: a text applies when the visitor presses Enter.
  if (!form || !(target as Element).matches("select, .filters *")) return;
  asking?.abort();
  clearTimeout(timer);
  // Read the fields now: afterwards the visitor may be in the middle of typing into another field.
  const address = addressOf(form);
  timer = setTimeout(() => void apply(address), PAUSE_MS);
});

// If the form is sent by its button, the browser opens the page itself.
document.addEventListener("submit", () => {
  asking?.abort();
  clearTimeout(timer);
});

// The button "Back" of the browser leads to the filters before the last change. A link within the page changes neither
// path nor query.
window.addEventListener("popstate", () => {
  if (location.pathname + location.search !== shownPath) location.reload();
});

/** Returns the address that a form opens with its present fields. */
function addressOf(form: HTMLFormElement): URL {
  const fields = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === "string",
  );
  const address = new URL(form.action);
  address.search = new URLSearchParams(fields).toString();
  return address;
}

/**
 * Shows the page at the address that the form would open. If no page arrives, shows the button of the
 * form, with which the browser opens the page itself.
 */
async function apply(address: URL): Promise<void> {
  const mine = new AbortController();
  asking = mine;
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: mine.signal });
    const text = await answer.text();
    const isShown = SHOWN_STATUSES.has(answer.status);
    hideButton(isShown);
    if (!isShown) return;
    const { pathname, search } = new URL(answer.url);
    shownPath = pathname + search;
    history.pushState(null, "", shownPath);
    show(new DOMParser().parseFromString(text, "text/html"));
  } catch {
    // A later change has aborted the request, or the service cannot be reached.
    if (!mine.signal.aborted) hideButton(false);
  }
}

/** Replaces the content of the page. Keeps what the visitor has opened, ticked and typed, and the focus. */
function show(page: Document): void {
  const main = document.querySelector("main");
  const content = page.querySelector("main");
  if (!main || !content) return;
  const focused = document.activeElement as Field | null;
  const wasIn = main.contains(focused);
  const top = focused?.getBoundingClientRect().top ?? 0;
  for (const opened of main.querySelectorAll("details[open]"))
    for (const other of content.querySelectorAll("details"))
      if (nameOfDetails(other) === nameOfDetails(opened)) other.open = true;
  for (const ticked of main.querySelectorAll<HTMLInputElement>(".tick input:checked"))
    for (const other of content.querySelectorAll<HTMLInputElement>(".tick input"))
      if (other.value === ticked.value) other.checked = true;
  main.replaceChildren(...content.childNodes);
  document.title = page.title;
  suggestWhileTyping(main);
  showLocalTimes(main);
  if (focused && wasIn) focusLike(main, focused, top);
  status.textContent = main.querySelector("[data-found]")?.textContent ?? "";
}

/** Returns what identifies a folded part of a page: its class, and the group of filters that it belongs to. */
const nameOfDetails = (details: Element): string =>
  `${details.className}/${details.closest("fieldset")?.querySelector("legend")?.textContent ?? ""}`;

/**
 * Moves the focus to the field that has replaced the focused field, at the same place on the screen, with the text that
 * the visitor was typing.
 */
function focusLike(main: Element, focused: Field, top: number): void {
  if (!focused.matches("input, select")) return;
  const { name, type, value } = focused;
  const isChoice = ["checkbox", "radio"].includes(type);
  const fields = [...main.querySelectorAll<Field>(`${FORM} :is(input, select)`)];
  const same = fields.find(
    (other) => other.name === name && other.type === type && (!isChoice || other.value === value),
  );
  if (same && ["number", "search", "text"].includes(type)) same.value = value;
  // A filter that is set may have no field any more. Then the next press of Tab begins at the first field.
  const field = same ?? fields.find((other) => other.checkVisibility());
  field?.focus({ preventScroll: true });
  if (same) window.scrollBy({ top: same.getBoundingClientRect().top - top, behavior: "instant" });
}
