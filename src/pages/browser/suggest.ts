// Makes search fields suggest products while the user types: the list-autocomplete combobox of the WAI-ARIA Authoring
// Practices, with manual selection. Without this script the fields are plain inputs of their forms.

import { suggestionsFor, type Answer, type Suggested } from "./find-suggestions.ts";

/** The time from the last key press to the request, in ms: most people press the next key sooner. */
const PAUSE_MS = 120;
const MIN_CHARACTERS = 2;

let fields = 0;

/**
 * Turns each `<input data-suggest="/products">` of a document into a combobox. The attribute holds the address of a
 * search, of all kinds or of one kind. The list opens inside the parent element of the input, which has the class
 * `suggest`.
 *
 * A chosen product opens as a page, unless `data-suggest-sets` names a field of the same form. If that field is hidden,
 * it gets the product's id, and is emptied as soon as the user changes the text. If it is a group of radio buttons, the
 * group gets the product as a further choice, unless it has this choice already, and the choice is checked. Products
 * that fit the chosen products of the same form come first; `data-slug` of their fields holds their slugs.
 */
function suggestProducts(root: ParentNode): void {
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
    if (answer) list.show(fieldToSet(input) ? answer : withChip(answer));
    else list.close();
  };
  const choose = (product: Suggested) => {
    stop();
    take(input, product);
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
    // While an input method composes a letter, Enter and the arrow keys belong to the input method.
    if (event.isComposing) return;
    const product = list.active();
    if (event.key === "Enter" && product) choose(product);
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

/**
 * Adds the page of a chip as a suggestion behind the first graphics card, if all suggested cards have this chip and
 * the suggestions are not only the nearest names.
 */
function withChip(answer: Answer): Answer {
  const cards = answer.results.filter(({ chip }) => chip !== undefined);
  const [card] = cards;
  if (answer.approximate || !card?.chip || cards.some(({ chip }) => chip !== card.chip)) return answer;
  const place = answer.results.indexOf(card);
  const chip = {
    ...card,
    kind: "chip",
    make: "All cards with",
    model: card.chipset ?? "this chip",
    url_slug: card.chip,
    price: null,
  };
  return { ...answer, results: answer.results.toSpliced(place + 1, 0, chip) };
}

const isLongEnough = (input: HTMLInputElement) => input.value.trim().length >= MIN_CHARACTERS;

/** Opens the page of a chosen product, or puts the product's id into the field that `data-suggest-sets` names. */
function take(input: HTMLInputElement, { kind, id, make, model, url_slug }: Suggested): void {
  input.value = `${make} ${model}`;
  const field = fieldToSet(input);
  if (!field) {
    window.location.assign(`/hardware/${kind}/${encodeURIComponent(url_slug)}`);
    return;
  }
  const chosen = field instanceof RadioNodeList ? choiceOf(field, String(id), input.value) : field;
  if (chosen.type === "radio") chosen.checked = true;
  else chosen.value = String(id);
  chosen.dataset["slug"] = url_slug;
  chosen.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * Returns the radio button of a group with a value. If the group has no such button, inserts a copy of the first choice
 * before all others, with the value and the name.
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
  let products: Suggested[] = [];
  let active = -1;

  const activate = (index: number) => {
    active = index;
    for (const [place, option] of [...list.children].entries()) {
      option.setAttribute("aria-selected", String(place === active));
      if (place === active) option.scrollIntoView({ block: "nearest" });
    }
    const option = list.children[active];
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
  };
  const fill = (shown: Suggested[], said: string) => {
    products = shown;
    popup.hidden = shown.length === 0;
    input.setAttribute("aria-expanded", String(!popup.hidden));
    activate(-1);
    status.textContent = said;
  };
  // Without this handler, pressing the mouse button would take the focus from the field, and the list would close
  // before the click arrives.
  popup.addEventListener("mousedown", (event) => event.preventDefault());

  return {
    isOpen: () => !popup.hidden,
    close: () => fill([], ""),
    show: ({ results, total, approximate }: Answer) => {
      list.replaceChildren(...results.map((product, index) => optionOf(product, `${list.id}-${index}`)));
      note.hidden = approximate !== true;
      const products = results.filter(({ kind }) => kind !== "chip");
      fill(results, statusOf(products.length, total, approximate === true));
    },
    /**
     * Returns the product of the active option; undefined if no option is active, such as before the first press of an
     * arrow key.
     */
    active: () => products[active],
    /**
     * Activates the next or the previous option. One further position, between the last and the first option, stands
     * for the field itself: there no option is active.
     */
    move: (step: 1 | -1) => {
      const places = products.length + 1;
      activate(((active + 1 + step + places) % places) - 1);
    },
    onClick: (choose: (product: Suggested) => void) =>
      list.addEventListener("click", ({ target }) => {
        const option = target instanceof Element ? target.closest('[role="option"]') : null;
        const product = option ? products[[...list.children].indexOf(option)] : undefined;
        if (product) choose(product);
      }),
  };
}

/**
 * Turns the field into a combobox, and adds the list, the note above the list, and a status text for screen readers.
 */
function createParts(input: HTMLInputElement) {
  const id = `suggestions-${++fields}`;
  const popup = elementOf("div", "suggestions");
  popup.hidden = true;
  const note = elementOf("p", "suggestions-note", "Nobody makes that. The nearest names:");
  const list = elementOf("ul", "suggestions-list");
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

/** Singular name of each kind of product. The service inserts the value when it serves this script. */
declare const KIND_NAMES: Readonly<Record<string, string>>;

/** Returns the option of a product. Names are set as text, so a name cannot inject markup. */
function optionOf(product: Suggested, id: string): HTMLElement {
  const { kind, make, model } = product;
  const option = elementOf("li", "suggestion");
  option.id = id;
  option.setAttribute("role", "option");
  option.setAttribute("aria-selected", "false");
  const facts = [KIND_NAMES[kind] ?? kind, ...priceOf(product)].join(" · ");
  option.append(
    elementOf("span", "suggestion-name", `${make} ${model}`),
    // The blank separates the two spans, because screen readers read both as one text.
    " ",
    elementOf("span", "suggestion-facts", facts),
  );
  return option;
}

/** Returns the price of a product with its day, and whether the price is old; nothing if the price is unknown. */
function priceOf({ price, price_date, price_is_old }: Suggested): string[] {
  if (price === null) return [];
  return [`$${price.toFixed(2)} on ${price_date ?? "an unknown day"}${price_is_old ? " (old)" : ""}`];
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

function statusOf(count: number, total: number, isApproximate: boolean): string {
  if (count === 0) return "No product matches.";
  const found = isApproximate
    ? `Nobody makes that. The ${count} nearest names`
    : `${count} of ${total} products`;
  return `${found}. Choose with the arrow keys, open with Enter.`;
}

suggestProducts(document);
