import type { TestScope } from "../helpers/stores.ts";
import { cpu, startServiceWith, type CatalogueService } from "./catalogue-service.ts";

/** The fields of a processor that a request can filter or sort by. */
export interface Facts {
  id: number;
  make: string;
  model: string;
  cores: number;
  base_clock_mhz: number;
  socket: string;
  ram_types: string[];
  price_usd: number | null;
}

const makes = ["AMD", "amd", "Intel", "Zhaoxin", "Élan"];
const sockets = ["LGA 1700", "LGA1700", "lga-1700", "AM4", "AM5", "AM3+", 'so"ck\\et', "ö'; --"];
const ramTypes = [["DDR4"], ["DDR5"], ["DDR4", "DDR5"], ["ddr 5"], ["LPDDR5X"]];
const prices = [null, 99, 99, 149.99, 200, 1000.5];

/** The facts of the reference products. They are computed rather than random, so that a failure can be repeated. */
export const facts: readonly Facts[] = Array.from({ length: 150 }, (_, n) => ({
  id: n + 1,
  make: makes[n % makes.length] ?? "",
  model: `Model ${(n * 37) % 75}`,
  cores: 2 + ((n * 7) % 16),
  base_clock_mhz: 2000 + ((n * 131) % 2500),
  socket: sockets[(n * 5) % sockets.length] ?? "",
  ram_types: ramTypes[(n * 3) % ramTypes.length] ?? [],
  price_usd: prices[(n * 11) % prices.length] ?? null,
}));

/** A search request without page and limit. */
export interface Body {
  page?: number;
  limit: number;
  sort_by?: "make" | "manufacturer" | "price";
  sort_dir?: "asc" | "desc";
  makes?: string[];
  sockets?: string[];
  ram_types?: string[];
  min_price?: number;
  max_price?: number;
  min_cores?: number;
  max_cores?: number;
  min_frequency_mhz?: number;
  max_frequency_mhz?: number;
}

const foldedTexts = new Map<string, string>();

/**
 * Returns a filter value in the form in which filters compare values, without code of src. Knows only those alternative
 * spellings that occur in OpenDB: TR4 for the socket sTR4, and Sapphire Technology for Sapphire. Results are cached,
 * because a check of every product uses the same texts again and again.
 */
export function fold(text: string): string {
  let folded = foldedTexts.get(text);
  if (folded === undefined) {
    folded = text
      .normalize("NFD")
      .replaceAll(/[\u0300-\u036F]|\s|-/g, "")
      .toLowerCase()
      .replace(/^tr4$/, "str4")
      .replace(/^sapphiretechnology$/, "sapphire");
    foldedTexts.set(text, folded);
  }
  return folded;
}

function isIn(values: string[] | undefined, found: string[]): boolean {
  // Empty texts in a filter's list count as not given.
  const given = values?.filter((value) => value !== "") ?? [];
  if (given.length === 0) return true;
  const keys = new Set(given.map(fold));
  return found.some((value) => keys.has(fold(value)));
}

function isBetween(value: number | null, min: number | undefined, max: number | undefined): boolean {
  if (min === undefined && max === undefined) return true;
  return value !== null && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}

const byText = (a: string, b: string) =>
  Buffer.compare(
    Buffer.from(a.toLowerCase().normalize("NFKD")),
    Buffer.from(b.toLowerCase().normalize("NFKD")),
  );

function byPrice(a: number | null, b: number | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (a - b);
}

/** Returns the ids of the products that a search request has to find, by checking every product one by one. */
export function reference(body: Body): number[] {
  const sign = body.sort_dir === "desc" ? -1 : 1;
  return facts
    .filter(
      (one) =>
        isIn(body.makes, [one.make]) &&
        isIn(body.sockets, [one.socket]) &&
        isIn(body.ram_types, one.ram_types) &&
        isBetween(one.price_usd, body.min_price, body.max_price) &&
        isBetween(one.cores, body.min_cores, body.max_cores) &&
        isBetween(one.base_clock_mhz, body.min_frequency_mhz, body.max_frequency_mhz),
    )
    .toSorted((a, b) => {
      const asked =
        body.sort_by === "price"
          ? byPrice(a.price_usd, b.price_usd, sign)
          : (body.sort_by === undefined ? 1 : sign) * byText(a.make, b.make);
      return asked || byText(a.make, b.make) || byText(a.model, b.model) || a.id - b.id;
    })
    .map(({ id }) => id);
}

/** Starts the service with the reference processors, stored and indexed. */
export async function startServiceWithFacts(scope: TestScope): Promise<CatalogueService> {
  return startServiceWith(
    scope,
    facts.map(({ id, ...fields }) => cpu(`cpu-${id}`, fields)),
  );
}
