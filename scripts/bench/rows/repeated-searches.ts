import type { BenchRow } from "../row.ts";
import { openSearchDuel } from "../search/search-duel.ts";

const DIFFERENT = { full: 50, small: 4 };
const SENT = { full: 4000, small: 40 };

/** What searches cost that others send, too: a few of them again and again. */
export const repeatedSearches: BenchRow = {
  name: "repeated-searches",
  path: "POST /products/<kind>, 16 in flight, 50 searches repeated in turn",
  yardstick: "raw node:http that forwards the same Meilisearch requests over an undici Pool",
  figures: {
    requests_per_second: { judged: "ratio", goal: { atLeast: 3 } },
    p50_ms: { judged: "ratio", goal: null },
    p99_ms: { judged: "ratio", goal: null },
  },
  open: (setup) => {
    const different = DIFFERENT[setup.size];
    const sent = Array.from({ length: SENT[setup.size] }, (_, turn) => turn % different);
    return openSearchDuel(setup, { different, sent: () => sent });
  },
};
