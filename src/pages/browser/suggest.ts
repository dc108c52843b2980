// Makes search fields suggest products while somebody types: the combobox pattern with a list of the WAI-ARIA Authoring Practices,
// where nothing is chosen by itself. Without this script the fields are what their forms make of them.

/** A product as GET /products and GET /products/<kind> answer it, as far as a suggestion needs it. */
interface Suggested {
  kind: string;
  id: number;
  make: string;
  model: string;
  url_slug: string;
  price: number | null;
}

interface Answer {
  results: Suggested[];
  total: number;
  approximate?: true;
}

/** So long after the last key the service is asked: most people type the next key sooner. */
const PAUSE_MS = 120;
const MIN_CHARACTERS = 2;
const MAX_SUGGESTIONS = 8;

let fields = 0;

/**
 * Makes each `<input data-suggest="/products">` of a document a combobox. The attribute is the address that is asked, of all kinds or of one; the
 * input stands in an element with the class `suggest`, in which the list opens. A chosen product opens as a page, unless `data-suggest-sets` names
 * a field of the same form. A hidden field then gets its id, and loses it as soon as another text is typed. Where the field is a list of choices, the
 * product becomes one of them and is chosen.
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
    const answer = await fetchSuggestions(address, input.value.trim(), request.signal);
    if (request.signal.aborted) return;
    if (answer) list.show(answer);
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
    // Enter and the arrows belong to the input method while it composes a letter.
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

const isLongEnough = (input: HTMLInputElement) => input.value.trim().length >= MIN_CHARACTERS;

/** Opens the page of a chosen product, or puts its id into the field that the input names. */
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
  chosen.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Returns the choice with a value. Where there is none, the first one is made anew with the value and its name, before all others. */
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

/** Creates the list below a field. The focus stays in the field; which option is active is said by an attribute of the field. */
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
  // A press would take the focus from the field, which closes the list before the click arrives.
  popup.addEventListener("mousedown", (event) => event.preventDefault());

  return {
    isOpen: () => !popup.hidden,
    close: () => fill([], ""),
    show: ({ results, total, approximate }: Answer) => {
      list.replaceChildren(...results.map((product, index) => optionOf(product, `${list.id}-${index}`)));
      note.hidden = approximate !== true;
      fill(results, statusOf(results.length, total, approximate === true));
    },
    /** The product whose option is active; undefined where none is, as before the first arrow. */
    active: () => products[active],
    /** Makes the option below or above the active one active; beyond the ends none, which is the field itself. */
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

/** Makes the field a combobox, and beside it the list, its note and the text that screen readers say. */
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

/** What each kind is called. The service puts it here when it serves this script. */
declare const KIND_NAMES: Readonly<Record<string, string>>;

/** Names of products are set as text, so they cannot be markup. */
function optionOf({ kind, make, model, price }: Suggested, id: string): HTMLElement {
  const option = elementOf("li", "suggestion");
  option.id = id;
  option.setAttribute("role", "option");
  option.setAttribute("aria-selected", "false");
  const facts = [KIND_NAMES[kind] ?? kind, ...(price === null ? [] : [`$${price.toFixed(2)}`])].join(" · ");
  option.append(
    elementOf("span", "suggestion-name", `${make} ${model}`),
    // Screen readers say both spans as one text.
    " ",
    elementOf("span", "suggestion-facts", facts),
  );
  return option;
}

function elementOf(name: string, className: string, text = ""): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

/** Returns the field that a chosen product sets, where it sets one. */
function fieldToSet(input: HTMLInputElement): HTMLInputElement | RadioNodeList | undefined {
  const name = input.dataset["suggestSets"];
  const field = name === undefined ? null : input.form?.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof RadioNodeList ? field : undefined;
}

/** Returns undefined where the service cannot answer now, or the request was aborted: searching by the form still tells why. */
async function fetchSuggestions(
  address: string,
  text: string,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const query = new URLSearchParams({ query: text, limit: String(MAX_SUGGESTIONS) });
  try {
    const response = await fetch(`${address}?${query}`, { signal, headers: { Accept: "application/json" } });
    return response.ok ? ((await response.json()) as Answer) : undefined;
  } catch {
    return undefined;
  }
}

function statusOf(count: number, total: number, isApproximate: boolean): string {
  if (count === 0) return "No product matches.";
  const found = isApproximate
    ? `Nobody makes that. The ${count} nearest names`
    : `${count} of ${total} products`;
  return `${found}. Choose with the arrow keys, open with Enter.`;
}

suggestProducts(document);
