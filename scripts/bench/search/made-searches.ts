import type { ProductKind } from "../../../src/products/index.ts";
import { madeCatalogue, type Counts } from "../made-catalogue.ts";
import type { LoadRequest } from "../load/load.ts";

/** Every other search is for the kind that has the most products in real catalogues' searches: processors. */
const SEARCHES_OF_OTHER_KINDS = 2;
const WITHOUT_TEXT = 0.25;
const WITH_FACETS = 0.2;
const MAX_FILTERS = 3;
const PRICES_USD = [100, 200, 300, 500, 800];

/** Words that people type beside what they mean, and that no product has. */
const BESIDE = ["price", "best", "gaming", "cheap", "used"];

type Cells = Readonly<Record<string, string | undefined>>;

/**
 * Makes different random searches of a made catalogue, always the same ones: texts out of names of its products, some with a word
 * beside that none has, some cut off within the last word; up to three filters with values that occur; some with facets.
 */
export async function madeSearches(counts: Counts, count: number): Promise<LoadRequest[]> {
  const random = createRandom();
  const catalogue = await madeCatalogue(counts);
  const [first, ...others] = catalogue;
  if (!first) throw new Error("Expected a catalogue with at least one kind");
  const found = new Map<string, LoadRequest>();
  for (let turn = 0; found.size < count; turn += 1) {
    const { kind, rows } =
      others.length === 0 || turn % SEARCHES_OF_OTHER_KINDS === 0 ? first : random.oneOf(others);
    const { cells } = random.oneOf(rows);
    const query = random.chance(WITHOUT_TEXT) ? undefined : textFor(cells, random);
    const body = JSON.stringify({
      page: random.chance(0.8) ? 1 : 2,
      limit: 20,
      ...(query !== undefined && { query }),
      ...filtersFor(kind, cells, random),
      ...(random.chance(WITH_FACETS) && { facets: true }),
    });
    found.set(`${kind.name} ${body}`, { path: `/products/${kind.name}`, body });
  }
  return [...found.values()];
}

function textFor(cells: Cells, random: Random): string {
  const { make = "", model = "" } = cells;
  const words = model.split(" ");
  const chosen = random.chance(0.5) ? words : words.filter(() => random.chance(0.7));
  const named = [...(random.chance(0.3) ? [make] : []), ...(chosen.length > 0 ? chosen : words)].join(" ");
  if (random.chance(0.15)) return `${named} ${random.oneOf(BESIDE)}`.toLowerCase();
  return random.chance(0.25) ? named.slice(0, Math.max(3, named.length - 2)).toLowerCase() : named;
}

/** Chooses filters that the product with these cells meets. */
function filtersFor({ filters }: ProductKind, cells: Cells, random: Random): Record<string, unknown> {
  const lists = Object.entries(filters.textLists).flatMap(([name, field]) => {
    const value = cells[field]?.split(";")[0]?.trim();
    return value ? [[name, [value]] as const] : [];
  });
  const possible = [...lists, ["max_price", random.oneOf(PRICES_USD)] as const];
  const howMany = Math.floor(random.next() * (MAX_FILTERS + 1));
  return Object.fromEntries(Array.from({ length: howMany }, () => random.oneOf(possible)));
}

type Random = ReturnType<typeof createRandom>;

/** A linear congruential generator (Numerical Recipes), so that every measurement sends the same searches. */
function createRandom(seed = 17) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    next,
    chance: (share: number) => next() < share,
    oneOf: <T>(values: readonly T[]): T => {
      const value = values[Math.floor(next() * values.length)];
      if (value === undefined) throw new Error("Expected at least one value");
      return value;
    },
  };
}
