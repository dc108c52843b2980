import type { Comparison } from "../../compare/index.ts";
import { partKinds } from "../../kinds/kinds.ts";
import type { BuildParts, CurrentPrice } from "../../products/index.ts";

/** The current prices of parts, by their kinds and ids. */
export type PartPrices = ReadonlyMap<string, ReadonlyMap<number, CurrentPrice>>;

/** Finds the current prices of the parts of compared builds and runs, with one read for each kind of part. */
export async function findPartPrices(
  buildParts: Pick<BuildParts, "currentPricesOf">,
  compared: Comparison["compared"],
): Promise<PartPrices> {
  const ofKinds = partKinds.map(async (kind) => {
    const ids = new Set(compared.flatMap(({ parts }) => parts[kind]?.id ?? []));
    return [kind, await buildParts.currentPricesOf(kind, [...ids])] as const;
  });
  return new Map(await Promise.all(ofKinds));
}
