import { z } from "zod";
import {
  findKind,
  productSearchQuery,
  type ProductRecord,
  type ProductSearch,
} from "../../products/index.ts";
import { singularOf } from "../../kinds/words.ts";
import { cohortKinds, type CohortKind } from "../../standings/index.ts";
import { MAX_QUERY_CHARACTERS } from "../layout/suggest-field.tsx";

/** Dependencies of resolveParts. */
export interface PartNamesDeps {
  search: Pick<ProductSearch, "find">;
}

/** A name of a part that somebody has typed, and what the catalogue has under the name. */
export interface TypedPart {
  kind: CohortKind;
  text: string;
  /** The name of the part that was taken; undefined if the text names none. */
  taken?: string;
  /** Why the text names no part; undefined if it names one. */
  fault?: string;
  /** Other parts that the text may mean, the nearest first. */
  others: { id: string; name: string }[];
}

type Texts = Readonly<Partial<Record<CohortKind, string | undefined>>>;

const name = z.string().max(MAX_QUERY_CHARACTERS).trim().optional();

/** The parameters of the names of parts that somebody types, of the page of a ranking. */
export const namesQuery = { cpu_name: name, gpu_name: name };

/** The number of products that are looked at for a typed name: several may be packages or cards of one part. */
const LOOKED_AT = 20;
const OTHERS_OFFERED = 3;

/**
 * Finds the parts that typed names name, as the catalogue's search finds them. A kind whose part is chosen already is
 * left out. A name that names no product exactly limits nothing. `typed` has each name that limits nothing, and each
 * that several parts have, with these parts.
 */
export async function resolveParts(
  { search }: PartNamesDeps,
  chosen: Texts,
  names: Texts,
): Promise<{ parts: Texts; typed: TypedPart[] }> {
  const parts: { [kind in CohortKind]?: string } = {};
  const typed: TypedPart[] = [];
  for (const kind of cohortKinds) {
    const text = names[kind] ?? "";
    const declared = findKind(kind);
    if (chosen[kind] !== undefined || text === "" || !declared) continue;
    const asked = productSearchQuery.parse({ query: text, limit: String(LOOKED_AT) });
    const { results, approximate = false } = await search.find(declared, asked);
    const [first, ...others] = comparedAmong(results);
    if (!first || approximate) {
      const offered = [first, ...others].flatMap((one) => one ?? []).slice(0, OTHERS_OFFERED);
      typed.push({ kind, text, fault: `No ${singularOf(declared)} is called “${text}”.`, others: offered });
    } else {
      parts[kind] = first.id;
      if (others.length > 0)
        typed.push({ kind, text, taken: first.name, others: others.slice(0, OTHERS_OFFERED) });
    }
  }
  return { parts, typed };
}

/** Returns the parts among found products: cards with one chip are one part, and so are packages of one processor. */
function comparedAmong(products: readonly ProductRecord[]): { id: string; name: string }[] {
  const named = products.map(({ id, make, model, chip }) => {
    const name = `${make} ${model}`;
    return { id: String(id), name, part: typeof chip === "string" ? chip : name };
  });
  const isFirst = ({ part }: { part: string }, place: number) =>
    named.findIndex((other) => other.part === part) === place;
  return named.filter(isFirst).map(({ id, name }) => ({ id, name }));
}
