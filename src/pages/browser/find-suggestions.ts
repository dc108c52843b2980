// Finds the products that a search field suggests.

/** The fields of a product from GET /products and GET /products/<kind> that a suggestion needs. */
export interface Suggested {
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
  /** The name of the chip, of a graphics card. */
  chipset?: string;
}

/** An answer of GET /products and GET /products/<kind>. */
export interface Answer {
  results: Suggested[];
  total: number;
  approximate?: true;
}

const MAX_SUGGESTIONS = 8;

/** Returns the suggestions for a typed text: the products that fit the chosen products of the form come first. */
export async function suggestionsFor(
  input: HTMLInputElement,
  address: string,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const text = input.value.trim();
  const fits = fitsOf(input);
  const [all, fitting] = await Promise.all([
    fetchSuggestions(address, { query: text }, signal),
    fits.length === 0
      ? undefined
      : fetchSuggestions(address, { query: text, ...Object.fromEntries(fits) }, signal),
  ]);
  // If a product has the typed name, but no fitting product has it, fitting products with only similar names are left
  // out.
  if (!all || !fitting || (fitting.approximate && !all.approximate)) return all;
  const results = new Map([...fitting.results, ...all.results].map((product) => [product.id, product]));
  return { ...all, results: [...results.values()].slice(0, MAX_SUGGESTIONS) };
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

/**
 * Requests the products that match the parameters. Returns undefined if the service cannot answer now or the request
 * was aborted: no message is needed, because a user who sends the form sees the reason.
 */
async function fetchSuggestions(
  address: string,
  asked: Record<string, string>,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const query = new URLSearchParams({ ...asked, limit: String(MAX_SUGGESTIONS) });
  try {
    const response = await fetch(`${address}?${query}`, { signal, headers: { Accept: "application/json" } });
    return response.ok ? ((await response.json()) as Answer) : undefined;
  } catch {
    return undefined;
  }
}
