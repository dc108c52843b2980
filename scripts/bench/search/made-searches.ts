import type { ProductKind } from "../../../src/products/index.ts";
import { createRandom, type Random } from "../../admin/population/random.ts";
import type { Cells, MadeCatalogue } from "./made-catalogue.ts";
import type { LoadRequest } from "../load.ts";

const SEED = 17;
const WITHOUT_TEXT = 0.25;
const WITH_FACETS = 0.2;
const MAX_FILTERS = 3;
const PRICES_USD = [100, 200, 300, 500, 800];

/** Words that people add to a search and that no product contains. */
const BESIDE = ["price", "best", "gaming", "cheap", "used"];

/** A made-up search of one kind of product: POST /products/<kind> with a body. */
export interface MadeSearch extends LoadRequest {
  body: string;
}

/**
 * Makes up different random searches of a catalogue, which are the same in each call. Every second search is a search
 * for processors. The texts are taken from names of products; some have an additional word that matches no product,
 * some are cut off within the last word. Each search has up to three filters, with values that occur in the catalogue;
 * some searches ask for facets.
 */
export function madeSearches(catalogue: MadeCatalogue, count: number): MadeSearch[] {
  const random = createRandom(SEED);
  const processors = catalogue.filter(({ kind }) => kind.name === "cpu");
  const found = new Map<string, MadeSearch>();
  for (let turn = 0; found.size < count; turn += 1) {
    const { kind, rows } = random.oneOf(turn % 2 === 0 ? processors : catalogue);
    const { cells } = random.oneOf(rows);
    const query = random.happens(WITHOUT_TEXT) ? undefined : textFor(cells, random);
    const body = JSON.stringify({
      page: random.happens(0.8) ? 1 : 2,
      limit: 20,
      ...(query !== undefined && { query }),
      ...filtersFor(kind, cells, random),
      ...(random.happens(WITH_FACETS) && { facets: true }),
    });
    found.set(`${kind.name} ${body}`, { path: `/products/${kind.name}`, body });
  }
  return [...found.values()];
}

function textFor({ make = "", model = "" }: Cells, random: Random): string {
  const words = model.split(" ");
  const chosen = random.happens(0.5) ? words : words.filter(() => random.happens(0.7));
  const named = [...(random.happens(0.3) ? [make] : []), ...(chosen.length > 0 ? chosen : words)].join(" ");
  if (random.happens(0.15)) return `${named} ${random.oneOf(BESIDE)}`.toLowerCase();
  return random.happens(0.25) ? named.slice(0, Math.max(3, named.length - 2)).toLowerCase() : named;
}

/** Chooses random filters that match the product with the given cells. */
function filtersFor({ filters }: ProductKind, cells: Cells, random: Random): Record<string, unknown> {
  const lists = Object.entries(filters.textLists).flatMap(([name, field]) => {
    const value = cells[field]?.split(";")[0]?.trim();
    return value ? [[name, [value]] as const] : [];
  });
  const possible = [...lists, ["max_price", random.oneOf(PRICES_USD)] as const];
  const howMany = random.wholeBetween(0, MAX_FILTERS);
  return Object.fromEntries(Array.from({ length: howMany }, () => random.oneOf(possible)));
}
