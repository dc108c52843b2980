import type { Meilisearch } from "meilisearch";
import type { Config } from "../../config.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { COMPARED_AS } from "../indexing/search-document.ts";
import { searchIndexUid } from "../indexing/search-index.ts";
import { medianAttribute } from "../scores/product-score.ts";
import type { ScoredByLookup } from "../scores/scored-by.ts";
import { askTogether } from "./ask-together.ts";
import { numeral } from "./filters.ts";
import type { IndexRevisions } from "./index-revisions.ts";
import { createSharedSearches } from "./shared-searches.ts";

/** The place of a median among the medians of all measured chips or models of a kind; rank 1 is the best. */
export interface ScorePlace {
  rank: number;
  measured: number;
}

/** The factor by which a median must exceed another to rank before it. Smaller differences may come from rounding. */
const BETTER = 1 + 1e-9;

interface PlaceDeps {
  client: Meilisearch;
  revisions: IndexRevisions;
  config: Pick<Config, "MEILI_INDEX_PREFIX">;
  scoredBy: Pick<ScoredByLookup, "find">;
}

/**
 * Creates the function that returns the place of a median among the measured chips or models of a kind, in the
 * benchmark and variant by which the kind is compared by default. Products of one chip or model count once. The
 * function returns null if fewer than two chips or models are measured. Equal calls share one answer: see
 * `createSharedSearches`. The function throws the error of the Meilisearch client if Meilisearch is unavailable.
 */
export function createFindScorePlace({ client, revisions, config, scoredBy }: PlaceDeps) {
  const shareEqual = createSharedSearches<ScorePlace | null>({ revisions, countRecords: () => 0 });
  return async (kind: ProductKind, median: number): Promise<ScorePlace | null> => {
    const by = await scoredBy.find(kind, { sort_by: "performance" });
    if (!by?.category) return null;
    const attribute = medianAttribute(by.category);
    const indexUid = searchIndexUid(config.MEILI_INDEX_PREFIX, kind.name);
    const key = JSON.stringify([kind.name, attribute, median]);
    return shareEqual(indexUid, key, () => findPlace(client, { indexUid, attribute }, median));
  };
}

async function findPlace(
  client: Meilisearch,
  { indexUid, attribute }: { indexUid: string; attribute: string },
  median: number,
): Promise<ScorePlace | null> {
  const ask = askTogether(client);
  const count = async (condition: string): Promise<number> => {
    const query = { indexUid, filter: [condition], distinct: COMPARED_AS, attributesToRetrieve: ["id"] };
    const { totalHits = 0 } = await ask({ ...query, page: 1, hitsPerPage: 1 });
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
