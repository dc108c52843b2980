import type { BenchRow } from "./row.ts";
import { atRest } from "./rows/at-rest.ts";
import { importRow } from "./rows/import.ts";
import { pages } from "./rows/pages.ts";
import { readCapture } from "./rows/read-capture.ts";
import { search } from "./rows/search.ts";
import { secondStart } from "./rows/second-start.ts";
import { capturesUntilRead, submitFile45Kb } from "./rows/submit-files.ts";
import { submitScores } from "./rows/submit-scores.ts";

/** All rows (measured operations of the service), in the order in which they are measured. */
export const benchRows: readonly BenchRow[] = [
  search,
  pages,
  importRow,
  submitScores,
  submitFile45Kb,
  capturesUntilRead,
  readCapture,
  secondStart,
  atRest,
];
