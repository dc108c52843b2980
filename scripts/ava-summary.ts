import { stripVTControlCharacters } from "node:util";

/** How many tests passed, failed, or were left out. */
export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

const failedLine =
  /^ {2}(\d+) (?:tests? failed|hooks? failed|unhandled rejections?|uncaught exceptions?|tests? remained pending after a timeout)$/;
const skippedLine = /^ {2}(\d+) tests? (?:skipped|todo)$/;
const passedLine = /^ {2}[✔√] /;
/** Of this ava says that it is wrong, and then exits as if all were well. */
const emptyFileLine = /^ {2}[✘×] No tests found in /;
const ruler = /^ {2}─+$/;

/**
 * Counts what ava's default reporter says, fed line by line. Failures and skips are read from its closing summary. That one leaves
 * out the passes as soon as something failed, so these are counted one by one as they are reported.
 */
export function createSummaryReader(): { read(line: string): void; counts(exitedWell: boolean): TestCounts } {
  let passed = 0;
  let emptyFiles = 0;
  let failed = 0;
  let skipped = 0;
  return {
    read(line) {
      const text = stripVTControlCharacters(line);
      if (passedLine.test(text)) passed += 1;
      if (emptyFileLine.test(text)) emptyFiles += 1;
      // What stands before the last ruler are the tests' own words.
      if (ruler.test(text)) failed = skipped = 0;
      failed += Number(failedLine.exec(text)?.[1] ?? 0);
      skipped += Number(skippedLine.exec(text)?.[1] ?? 0);
    },
    /** A run that says it failed, or in which nothing ran, has at least one failure. */
    counts(exitedWell) {
      const counted = failed + emptyFiles;
      const isSilentFailure = counted === 0 && (!exitedWell || passed === 0);
      return { passed, failed: isSilentFailure ? 1 : counted, skipped };
    },
  };
}
