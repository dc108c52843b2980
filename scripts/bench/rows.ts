import type { BenchRow } from "./row.ts";
import { build5kRuns } from "./rows/build-5k-runs.ts";
import { chart2mFrames } from "./rows/chart-2m-frames.ts";
import { readCapture } from "./rows/read-capture.ts";
import { readExport } from "./rows/read-export.ts";
import { runToRanks } from "./rows/run-to-ranks.ts";
import { standings1m } from "./rows/standings-1m.ts";
import { usage200k } from "./rows/usage-200k.ts";
import { importRow } from "./rows/import.ts";
import { repeatedSearches } from "./rows/repeated-searches.ts";
import { search } from "./rows/search.ts";
import { reindex100k, search100k } from "./rows/search-100k.ts";
import { searchBesideCharts } from "./rows/search-beside-charts.ts";
import { searchBesideCaptures } from "./rows/search-beside-captures.ts";
import { acceptedToResult } from "./rows/accepted-to-result.ts";
import { secondStart } from "./rows/second-start.ts";
import { capturesUntilRead, submitFile45Kb, submitFile50Mb } from "./rows/submit-files.ts";
import { submitScores } from "./rows/submit-scores.ts";

/** All rows, in the order in which they are measured. */
export const benchRows: readonly BenchRow[] = [
  search,
  repeatedSearches,
  search100k,
  reindex100k,
  importRow,
  searchBesideCaptures,
  searchBesideCharts,
  submitScores,
  submitFile45Kb,
  submitFile50Mb,
  capturesUntilRead,
  acceptedToResult,
  readCapture,
  readExport,
  build5kRuns,
  chart2mFrames,
  standings1m,
  runToRanks,
  usage200k,
  secondStart,
];
