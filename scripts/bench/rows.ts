import type { BenchRow } from "./row.ts";
import { secondStart } from "./rows/second-start.ts";

/** All rows, in the order in which they are measured. */
export const benchRows: readonly BenchRow[] = [secondStart];
