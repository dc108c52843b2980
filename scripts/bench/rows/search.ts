import type { BenchRow } from "../row.ts";
import { openSearchDuel } from "../search/search-duel.ts";

const SEARCHES = { full: 2000, small: 40 };
/** Node compiles the code of the web process further during its first ten thousand searches. */
const WARM_UP_PAIRS = 5;

/** What a search costs on top of what Meilisearch does for it. */
export const search: BenchRow = {
  name: "search",
  path: "POST /products/<kind>, 16 in flight, random filters and texts, 788 CPUs and 1,200 other products",
  yardstick: "raw node:http that forwards the same Meilisearch requests over an undici Pool",
  figures: {
    requests_per_second: { judged: "ratio", goal: { atLeast: 0.9 } },
    p50_ms: { judged: "ratio", goal: { atMost: 1.2 } },
    p99_ms: { judged: "ratio", goal: { atMost: 1.3 } },
  },
  warmUpPairs: WARM_UP_PAIRS,
  open: (setup) => {
    const different = SEARCHES[setup.size];
    return openSearchDuel(setup, { different, sent: () => Array.from({ length: different }, (_, at) => at) });
  },
};
