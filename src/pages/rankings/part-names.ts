import { z } from "zod";
import { findKind, productSearchQuery, type ProductSearch } from "../../products/index.ts";
import { singularOf } from "../../kinds/words.ts";
import { cohortKinds, type CohortKind } from "../../standings/index.ts";
import { MAX_QUERY_CHARACTERS } from "../layout/suggest-field.tsx";

/** Dependencies of resolveParts. */
export interface PartNamesDeps {
  search: Pick<ProductSearch, "find">;
}

/** A name of a part that somebody has typed, and why it names no part; undefined if it names one. */
export interface TypedPart {
  kind: CohortKind;
  text: string;
  fault: string;
}

type Texts = Readonly<Partial<Record<CohortKind, string | undefined>>>;

const name = z.string().max(MAX_QUERY_CHARACTERS).trim().optional();

/** The parameters of the names of parts that somebody types, of the page of a ranking. */
export const namesQuery = { cpu_name: name, gpu_name: name };

/**
 * Finds the parts that typed names name, as the catalogue's search finds them. A kind whose part is chosen already is
 * left out. A name that names no product exactly limits nothing, and is returned with its fault.
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
    const found = await search.find(declared, productSearchQuery.parse({ query: text, limit: "1" }));
    const [first] = found.results;
    if (first && !found.approximate) parts[kind] = String(first.id);
    else {
      const nearest = first ? ` The nearest one is ${first.make} ${first.model}.` : "";
      typed.push({ kind, text, fault: `No ${singularOf(declared)} is called “${text}”.${nearest}` });
    }
  }
  return { parts, typed };
}
