import type { Comparison } from "../../compare/index.ts";
import type { BuildParts, CurrentPrice } from "../../products/index.ts";

/** The current prices of parts by their kinds and ids, as in "cpu:17". */
export type PartPrices = ReadonlyMap<string, CurrentPrice>;

/** Finds the current prices of the parts of compared builds and runs by one query. */
export const findPartPrices = (
  buildParts: Pick<BuildParts, "currentPricesOf">,
  compared: Comparison["compared"],
): Promise<PartPrices> =>
  buildParts.currentPricesOf(
    compared.map(({ parts }) =>
      Object.fromEntries(Object.values(parts).flatMap((part) => (part ? [[part.kind, part.id]] : []))),
    ),
  );
