// This script makes search fields suggest pages while the user types: the list-autocomplete combobox of the WAI-ARIA
// Authoring Practices, with manual selection. Without this script the fields are plain inputs of their forms.

import { suggestionsFor, type Product, type Suggestion, type Suggestions } from "./find-suggestions.ts";

/**
 * How long a search field waits after the last key press before it requests suggestions, in ms. Most people press the
 * next key sooner.
 */
const PAUSE_MS = 120;
const MIN_CHARACTERS = 2;

let fields = 0;

/**
 * Turns each `<input data-suggest="/products">` of a document into a combobox. The attribute holds the address of a
 * search: of everything, of products of all kinds, or of one kind. The list opens inside the parent element of the
 * input, which has the class `suggest`.
 *
 * A chosen suggestion opens as a page, unless `data-suggest-sets` names a field of the same form. If that field is
 * hidden, the script sets its value to the product's id, and empties the field as soon as the user changes the text. If
 * that field is a group of radio buttons, the script adds the product as a choice, if it is missing, and checks the
 * choice. If the attribute is empty, a chosen suggestion only fills the input with its name. Products that fit the
 * chosen products of the same form come first; `data-slug` of their fields holds their slugs.
 */
export function suggestWhileTyping(root: ParentNode): void {
  for (const input of root.querySelectorAll<HTMLInputElement>("input[data-suggest]")) createCombobox(input);
}

function createCombobox(input: HTMLInputElement): void {
  const address = input.dataset["suggest"] ?? "/products";
  const list = createList(input);
  let asked: AbortController | undefined;
  let pause: number | undefined;

  const stop = () => {
    window.clearTimeout(pause);
    asked?.abort();
    list.close();
  };
  const ask = async () => {
    const request = new AbortController();
    asked = request;
    const answer = await suggestionsFor(input, address, request.signal);
    if (request.signal.aborted) return;
    if (answer) list.show(answer);
    else list.close();
  };
  const choose = (suggestion: Suggestion) => {
    stop();
    take(input, suggestion);
  };

  input.addEventListener("input", () => {
    const field = fieldToSet(input);
    if (field instanceof HTMLInputElement) field.value = "";
    window.clearTimeout(pause);
    asked?.abort();
    if (isLongEnough(input)) pause = window.setTimeout(() => void ask(), PAUSE_MS);
    else stop();
  });
  input.addEventListener("keydown", (event) => {
    // Ignore keys while an input method composes a letter, because Enter and the arrow keys then belong to the input
    // method.
    if (event.isComposing) return;
    const active = list.active();
    if (event.key === "Enter" && active) choose(active);
    else if (event.key === "Escape" && list.isOpen()) stop();
    else if (event.key === "ArrowDown" && list.isOpen()) list.move(1);
    else if (event.key === "ArrowUp" && list.isOpen()) list.move(-1);
    else if (event.key === "ArrowDown" && isLongEnough(input)) void ask();
    else return;
    event.preventDefault();
  });
  input.form?.addEventListener("submit", stop);
  input.addEventListener("blur", stop);
  list.onClick(choose);
}

const isLongEnough = (input: HTMLInputElement) => input.value.trim().length >= MIN_CHARACTERS;

/**
 * Fills the search field with the name of a suggestion. If `data-suggest-sets` names a field, that field gets the id of
 * the suggested product. If the attribute is missing, the browser opens the suggested page. If the attribute is empty,
 * nothing else happens.
 */
function take(input: HTMLInputElement, { name, href, product }: Suggestion): void {
  input.value = name;
  const field = fieldToSet(input);
  if (field && product) choosePart(field, product, name);
  else if (input.dataset["suggestSets"] !== "") window.location.assign(href);
}

function choosePart(field: HTMLInputElement | RadioNodeList, { id, url_slug }: Product, name: string): void {
  const chosen = field instanceof RadioNodeList ? choiceOf(field, String(id), name) : field;
  if (chosen.type === "radio") chosen.checked = true;
  else chosen.value = String(id);
  chosen.dataset["slug"] = url_slug;
  chosen.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * Returns the radio button with a value in a group. If the group has no such button, inserts a new button with the
 * value and the name before all others.
 */
function choiceOf(choices: RadioNodeList, value: string, name: string): HTMLInputElement {
  const inputs = [...choices].filter((one) => one instanceof HTMLInputElement);
  const known = inputs.find((one) => one.value === value);
  if (known) return known;
  const label = inputs[0]?.closest("label");
  const added = label?.cloneNode(true);
  const input = added instanceof HTMLElement ? added.querySelector("input") : null;
  if (!label || !(added instanceof HTMLElement) || !input) throw new Error("expected choices with labels");
  input.value = value;
  added.replaceChildren(input, elementOf("span", "", name));
  label.before(added);
  return input;
}

/**
 * Creates the list below a field. The focus stays in the field; `aria-activedescendant` of the field names the active
 * option.
 */
function createList(input: HTMLInputElement) {
  const { popup, list, note, status } = createParts(input);
  let shown: readonly Suggestion[] = [];
  let active = -1;

  const options = () => [...list.querySelectorAll('[role="option"]')];
  const activate = (index: number) => {
    active = index;
    for (const [place, option] of options().entries()) {
      option.setAttribute("aria-selected", String(place === active));
      if (place === active) option.scrollIntoView({ block: "nearest" });
    }
    const option = options()[active];
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
  };
  const fill = (suggestions: readonly Suggestion[], said: string) => {
    shown = suggestions;
    popup.hidden = shown.length === 0;
    input.setAttribute("aria-expanded", String(!popup.hidden));
    activate(-1);
    status.textContent = said;
  };
  // Keep the focus in the field when somebody presses the mouse button on a suggestion: otherwise the list would close
  // before the click arrives.
  popup.addEventListener("mousedown", (event) => event.preventDefault());

  return {
    isOpen: () => !popup.hidden,
    close: () => fill([], ""),
    show: (found: Suggestions) => {
      list.replaceChildren(...elementsOf(found, list.id));
      note.hidden = !found.isApproximate;
      fill(
        found.groups.flatMap(({ suggestions }) => suggestions),
        statusOf(found),
      );
    },
    /**
     * Returns the active suggestion; undefined if none is active, such as before the first press of an arrow key.
     */
    active: () => shown[active],
    /**
     * Makes the next or the previous option of the list active. Between the last and the first option, one more step
     * makes no option active.
     */
    move: (step: 1 | -1) => {
      const places = shown.length + 1;
      activate(((active + 1 + step + places) % places) - 1);
    },
    onClick: (choose: (suggestion: Suggestion) => void) =>
      list.addEventListener("click", ({ target }) => {
        const option = target instanceof Element ? target.closest('[role="option"]') : null;
        const suggestion = option ? shown[options().indexOf(option)] : undefined;
        if (suggestion) choose(suggestion);
      }),
  };
}

/**
 * Returns the elements of a list: the options of its suggestions or, if there are several groups, the groups with their
 * options.
 */
function elementsOf({ groups }: Suggestions, id: string): HTMLElement[] {
  let place = 0;
  return groups.flatMap(({ name, suggestions }) => {
    const options = suggestions.map((suggestion) => optionOf(suggestion, `${id}-${place++}`));
    if (name === "") return options;
    const group = elementOf("div", "suggestions-group");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", name);
    const heading = elementOf("div", "suggestions-heading", name);
    heading.setAttribute("aria-hidden", "true");
    group.append(heading, ...options);
    return [group];
  });
}

/**
 * Turns the field into a combobox, and adds the list, the note above the list, and a status text for screen readers.
 */
function createParts(input: HTMLInputElement) {
  const id = `suggestions-${++fields}`;
  const popup = elementOf("div", "suggestions");
  popup.hidden = true;
  const note = elementOf("p", "suggestions-note", "Nothing is called that. The most similar names:");
  const list = elementOf("div", "suggestions-list");
  list.id = id;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Suggestions");
  popup.append(note, list);
  const status = elementOf("span", "visually-hidden");
  status.setAttribute("role", "status");
  input.after(popup, status);
  for (const [name, value] of Object.entries({
    role: "combobox",
    autocomplete: "off",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": id,
  }))
    input.setAttribute(name, value);
  return { popup, list, note, status };
}

/** Returns the option of a suggestion. Names are set as text, so a name cannot inject markup. */
function optionOf({ name, note }: Suggestion, id: string): HTMLElement {
  const option = elementOf("div", "suggestion");
  option.id = id;
  option.setAttribute("role", "option");
  option.setAttribute("aria-selected", "false");
  option.append(
    elementOf("bdi", "suggestion-name", name),
    // Put a blank between the name and the note of a suggestion, because screen readers read both as one text.
    " ",
    elementOf("span", "suggestion-facts", note),
  );
  return option;
}

function elementOf(name: string, className: string, text = ""): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

/** Returns the field that `data-suggest-sets` names; undefined if there is no such field. */
function fieldToSet(input: HTMLInputElement): HTMLInputElement | RadioNodeList | undefined {
  const name = input.dataset["suggestSets"];
  const field = name === undefined ? null : input.form?.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof RadioNodeList ? field : undefined;
}

function statusOf({ groups, total, isApproximate }: Suggestions): string {
  const suggestions = groups.flatMap((group) => group.suggestions);
  if (suggestions.length === 0) return "Nothing matches.";
  const products = suggestions.filter(({ product }) => product).length;
  const ofTotal =
    total === undefined ? `${suggestions.length} suggestions` : `${products} of ${total} products`;
  const found = isApproximate ? `Nothing is called that. The ${products} most similar names` : ofTotal;
  return `${found}. Choose with the arrow keys, open with Enter.`;
}

suggestWhileTyping(document);
