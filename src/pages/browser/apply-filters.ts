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
  stop();
  // Read the fields now: afterwards the visitor may be in the middle of typing into another field.
  const address = addressOf(form);
  timer = setTimeout(() => void apply(address), PAUSE_MS);
});

// If the form is sent by its button, or a link is followed, the browser opens the page itself.
document.addEventListener("submit", stop);
window.addEventListener("pagehide", stop);

// The button "Back" of the browser leads to the filters before the last change. A link within the page changes neither
// path nor query.
window.addEventListener("popstate", () => {
  stop();
  if (location.pathname + location.search !== shownPath) location.reload();
});

/** Drops the change that is being applied. */
function stop(): void {
  asking?.abort();
  clearTimeout(timer);
}

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
 * Shows the page at the address that the form would open. If no page arrives, shows the button of the form, with
 * which the browser opens the page itself.
 */
async function apply(address: URL): Promise<void> {
  const mine = new AbortController();
  asking = mine;
  const found = await request(address, mine.signal);
  if (mine.signal.aborted) return;
  hideButton(found !== null);
  if (found === null) {
    status.textContent = "The filters could not be applied. Press the button “Show results”.";
    return;
  }
  const { pathname, search } = new URL(found.url);
  shownPath = pathname + search;
  history.pushState(null, "", shownPath);
  show(new DOMParser().parseFromString(found.text, "text/html"), address.searchParams);
}

/** Requests a page; returns null if the service answers with no page or cannot be reached. */
async function request(address: URL, signal: AbortSignal): Promise<{ url: string; text: string } | null> {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, signal });
    return SHOWN_STATUSES.has(answer.status) ? { url: answer.url, text: await answer.text() } : null;
  } catch {
    return null;
  }
}

/** The parts of a page outside of its content that name its address: the link to sign in, and the choice of colours. */
const OTHER_PARTS = [".site-account", ".theme-form"];

/**
 * Replaces the content of the page. Keeps what the visitor has opened and ticked, the focus, and the text of the field
 * in which the visitor is typing.
 * @param sent the fields with which the new page was requested
 */
function show(page: Document, sent: URLSearchParams): void {
  const main = document.querySelector("main");
  const content = page.querySelector("main");
  if (!main || !content) return;
  const focused = document.activeElement;
  const wasIn = main.contains(focused);
  const top = focused?.getBoundingClientRect().top ?? 0;
  for (const opened of main.querySelectorAll("details[open]"))
    for (const other of content.querySelectorAll("details"))
      if (nameOfDetails(other) === nameOfDetails(opened)) other.open = true;
  for (const ticked of main.querySelectorAll<HTMLInputElement>(".tick input:checked"))
    for (const other of content.querySelectorAll<HTMLInputElement>(".tick input"))
      if (other.value === ticked.value) other.checked = true;
  main.replaceChildren(...content.childNodes);
  for (const selector of OTHER_PARTS) {
    const part = page.querySelector(selector);
    if (part) document.querySelector(selector)?.replaceWith(part);
  }
  document.title = page.title;
  suggestWhileTyping(main);
  showLocalTimes(main);
  if (focused && wasIn) focusLike(main, focused, { top, sent });
  status.textContent = main.querySelector("[data-found]")?.textContent ?? "";
}

/** Returns what identifies a folded part of a page: its class, and the group of filters that it belongs to. */
const nameOfDetails = (details: Element): string =>
  `${details.className}/${details.closest("fieldset")?.querySelector("legend")?.textContent ?? ""}`;

/**
 * Moves the focus to the element that has replaced the focused one, at the same place on the screen. If there is none,
 * moves it to the heading of the page: a field would open the keyboard of a phone.
 */
function focusLike(
  main: Element,
  focused: Element,
  { top, sent }: { top: number; sent: URLSearchParams },
): void {
  const same = [...main.querySelectorAll<HTMLElement>(focused.localName)].find((other) =>
    isSame(other, focused),
  );
  if (!same) {
    const heading = main.querySelector<HTMLElement>("h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return;
  }
  if (same instanceof HTMLInputElement) keepText(same, focused as HTMLInputElement, sent);
  same.focus({ preventScroll: true });
  window.scrollBy({ top: same.getBoundingClientRect().top - top, behavior: "instant" });
}

/** Whether an element has replaced another of the same tag: the same field, choice, link, button or folded part. */
function isSame(element: Element, other: Element): boolean {
  if (isField(element) && isField(other)) {
    const isChoice = ["checkbox", "radio"].includes(element.type);
    const isNamed = element.name === other.name && element.type === other.type;
    return isNamed && (!isChoice || element.value === other.value);
  }
  const nameOf = (one: Element) =>
    one.localName === "summary"
      ? nameOfDetails(one.parentElement ?? one)
      : (one.getAttribute("href") ?? one.textContent);
  return nameOf(element) === nameOf(other);
}

const isField = (element: Element): element is Field => element.matches("input, select");

/**
 * Keeps a text that the visitor was typing while the page was requested. If the visitor leaves the field without another
 * key, the browser sees no change of the new field, so this function says that it has changed.
 */
function keepText(field: HTMLInputElement, { type, value }: HTMLInputElement, sent: URLSearchParams): void {
  if (!["number", "search", "text"].includes(type) || sent.getAll(field.name).includes(value)) return;
  field.value = value;
  const change = () => {
    if (field.value === value) field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  field.addEventListener("blur", change, { once: true });
}
