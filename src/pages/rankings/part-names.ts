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

/** Dependencies of `resolveParts`. */
export interface PartNamesDeps {
  search: Pick<ProductSearch, "find">;
}

/** A typed name of a part, and the parts that the search of the catalogue has found for the name. */
export interface TypedPart {
  kind: CohortKind;
  text: string;
  /** The name of the part to which the ranking is limited; undefined if no part has the typed name. */
  taken?: string;
  /** A message if no part has the typed name; undefined if a part has it. */
  fault?: string;
  /** Other parts that the text may mean, the nearest first. */
  others: { id: string; name: string }[];
}

type Texts = Readonly<Partial<Record<CohortKind, string | undefined>>>;

const name = z.string().max(MAX_QUERY_CHARACTERS).trim().optional();

/** The query parameters of the ranking page that take typed names of parts. */
export const namesQuery = { cpu_name: name, gpu_name: name };

/** The number of products that the search for a typed name reads: several may be packages or cards of one part. */
const LOOKED_AT = 20;
const OTHERS_OFFERED = 3;

/**
 * Finds the parts with typed names by the search of the catalogue. Skips a kind of which a part is chosen already. If
 * the search finds only similar names, the ranking is not limited by this name. `typed` has each such name, and each
 * name that several parts match, with parts that the visitor may mean.
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

/** Returns the parts of found products: cards with the same chip are one part, as are packages of one processor. */
function comparedAmong(products: readonly ProductRecord[]): { id: string; name: string }[] {
  const named = products.map(({ id, make, model, chip }) => {
    const name = `${make} ${model}`;
    return { id: String(id), name, part: typeof chip === "string" ? chip : name };
  });
  const isFirst = ({ part }: { part: string }, place: number) =>
    named.findIndex((other) => other.part === part) === place;
  return named.filter(isFirst).map(({ id, name }) => ({ id, name }));
}
