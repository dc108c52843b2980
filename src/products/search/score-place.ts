import type { Meilisearch } from "meilisearch";
import type { Config } from "../../config.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { COMPARED_AS } from "../indexing/search-document.ts";
import { searchIndexUid } from "../indexing/search-index.ts";
import { medianAttribute } from "../scores/product-score.ts";
import type { ScoredByLookup } from "../scores/scored-by.ts";
import { askTogether } from "./ask-together.ts";
import { numeral } from "./filters.ts";

/** The place of a median among the medians of all measured chips or models of a kind; rank 1 is the best. */
export interface ScorePlace {
  rank: number;
  measured: number;
}

/** From this factor on, a median counts as better than another one. */
const BETTER = 1 + 1e-9;

interface PlaceDeps {
  client: Meilisearch;
  config: Pick<Config, "MEILI_INDEX_PREFIX">;
  scoredBy: Pick<ScoredByLookup, "find">;
}

/**
 * Returns the place of a median among the measured chips or models of a kind, in the benchmark and variant by which the
 * kind is compared by default. Products of one chip or model count once. Returns null if fewer than two chips or models
 * are measured.
 * @throws the client's error if Meilisearch is unavailable
 */
export async function findScorePlace(
  { client, config, scoredBy }: PlaceDeps,
  kind: ProductKind,
  median: number,
): Promise<ScorePlace | null> {
  const by = await scoredBy.find(kind, { sort_by: "performance" });
  if (!by?.category) return null;
  const attribute = medianAttribute(by.category);
  const ask = askTogether(client);
  const count = async (condition: string): Promise<number> => {
    const { totalHits = 0 } = await ask({
      indexUid: searchIndexUid(config.MEILI_INDEX_PREFIX, kind.name),
      filter: [condition],
      distinct: COMPARED_AS,
      page: 1,
      hitsPerPage: 1,
      attributesToRetrieve: ["id"],
    });
    return totalHits;
  };
  const [better, measured] = await Promise.all([
    count(`${attribute} > ${numeral(median * BETTER)}`),
    count(`${attribute} EXISTS`),
  ]);
  // The index may briefly have an older or newer median of the chip or model than the given one, so the rank must not
  // exceed the number of measured chips or models.
  return measured < 2 ? null : { rank: Math.min(better + 1, measured), measured };
}
