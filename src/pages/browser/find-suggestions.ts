// This script finds the suggestions of a search field: products, and for the search of everything also games, builds
// and people.

/** The fields of a product from GET /products and GET /products/<kind> that a suggestion needs. */
export interface Product {
  kind: string;
  id: number;
  make: string;
  model: string;
  url_slug: string;
  price: number | null;
  price_date: string | null;
  price_is_old: boolean | null;
  /** The chip of a graphics card; absent or null for other kinds of products. */
  chip?: string | null;
  /** The name of a graphics card's chip; absent for other kinds of products. */
  chipset?: string;
}

/** A page that a search field suggests. */
export interface Suggestion {
  name: string;
  /** What the suggested page shows, such as a graphics card, and facts that distinguish it. */
  note: string;
  href: string;
  /** The suggested product; absent for a chip, and for a suggestion of a field that searches everything. */
  product?: Product;
}

/** The suggestions of a search field for a typed text. */
export interface Suggestions {
  /** The suggestions in groups. If there is only one group of products, its name is empty. */
  groups: { name: string; suggestions: Suggestion[] }[];
  /** How many products match the typed text; undefined for a field that searches everything. */
  total?: number;
  /** Whether all suggested products have only similar names, because no product has the typed name. */
  isApproximate: boolean;
}

/** An answer of GET /products or GET /products/<kind>. */
interface Products {
  results: Product[];
  total: number;
  approximate?: true;
}

/**
 * The singular name of each kind of product. The service replaces this constant by its value when it serves the script.
 */
declare const KIND_NAMES: Readonly<Record<string, string>>;

const MAX_SUGGESTIONS = 8;

/**
 * Returns the suggestions for the text of a field; undefined if the service cannot answer now or the request was
 * aborted. The caller shows no message then, because a user who sends the form sees the reason.
 */
export async function suggestionsFor(
  input: HTMLInputElement,
  address: string,
  signal: AbortSignal,
): Promise<Suggestions | undefined> {
  if (address.startsWith("/products")) return suggestProducts(input, address, signal);
  const found = await ask<Pick<Suggestions, "groups">>(address, { query: input.value.trim() }, signal);
  return found && { groups: found.groups, isApproximate: false };
}

/** Suggests products. Products that fit the products that are chosen in the form come first. */
async function suggestProducts(
  input: HTMLInputElement,
  address: string,
  signal: AbortSignal,
): Promise<Suggestions | undefined> {
  const asked = { query: input.value.trim(), limit: String(MAX_SUGGESTIONS) };
  const fits = fitsOf(input);
  const [all, fitting] = await Promise.all([
    ask<Products>(address, asked, signal),
    fits.length === 0 ? undefined : ask<Products>(address, { ...asked, ...Object.fromEntries(fits) }, signal),
  ]);
  if (!all) return undefined;
  const { total } = all;
  const isApproximate = all.approximate === true;
  // Leave out compatible products that only have similar names if an incompatible product has the typed name.
  const first = fitting && !(fitting.approximate && !isApproximate) ? fitting.results : [];
  const products = [...new Map([...first, ...all.results].map((product) => [product.id, product])).values()];
  const isPicked = input.dataset["suggestSets"] !== undefined;
  const shown = (first.length > 0 ? products.slice(0, MAX_SUGGESTIONS) : all.results).map(suggestionOf);
  const suggestions = isPicked || isApproximate ? shown : withChip(shown);
  return { groups: [{ name: "", suggestions }], total, isApproximate };
}

function suggestionOf(product: Product): Suggestion {
  const { kind, make, model, url_slug } = product;
  return {
    name: `${make} ${model}`,
    note: [KIND_NAMES[kind] ?? kind, ...priceOf(product)].join(" · "),
    href: `/hardware/${kind}/${encodeURIComponent(url_slug)}`,
    product,
  };
}

/** Returns the price of a product with its day, and whether the price is old; nothing if the price is unknown. */
function priceOf({ price, price_date, price_is_old }: Product): string[] {
  if (price === null) return [];
  const day = price_date === null ? "an unknown day" : dayOf(price_date);
  const usd = price.toLocaleString("en-US", { style: "currency", currency: "USD" });
  return [`${usd} on ${day}${price_is_old ? " (old)" : ""}`];
}

const dayOf = (date: string): string =>
  new Date(date).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });

/**
 * Inserts the page of a graphics chip after the first suggested graphics card, if all suggested cards have this chip.
 */
function withChip(suggestions: Suggestion[]): Suggestion[] {
  const cards = suggestions.filter(({ product }) => product?.chip !== undefined);
  const [first] = cards;
  const chip = first?.product?.chip;
  if (!first || !chip || cards.some(({ product }) => product?.chip !== chip)) return suggestions;
  return suggestions.toSpliced(suggestions.indexOf(first) + 1, 0, {
    name: `All cards with ${first.product?.chipset ?? "this chip"}`,
    note: "chip",
    href: `/hardware/chip/${encodeURIComponent(chip)}`,
  });
}

/** Returns the parameters of a search for products that fit the chosen products of the other fields of the form. */
function fitsOf(input: HTMLInputElement): [name: string, slug: string][] {
  const own = input.dataset["suggestSets"];
  if (own === undefined || !input.form) return [];
  const fields = [...input.form.querySelectorAll<HTMLInputElement>("input[data-slug]")];
  return fields.flatMap(({ name, type, checked, value, dataset }) => {
    const isChosen = type === "radio" ? checked : value !== "";
    return isChosen && name !== own ? [[`fits.${name}`, dataset["slug"] ?? ""]] : [];
  });
}

async function ask<Answer>(
  address: string,
  asked: Record<string, string>,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  try {
    const headers = { Accept: "application/json" };
    const response = await fetch(`${address}?${new URLSearchParams(asked)}`, { signal, headers });
    return response.ok ? ((await response.json()) as Answer) : undefined;
  } catch {
    return undefined;
  }
}
