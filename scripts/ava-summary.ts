import { stripVTControlCharacters } from "node:util";

const FAILED_LINE =
  /^ {2}(\d+) (?:tests? failed|hooks? failed|unhandled rejections?|uncaught exceptions?|tests? remained pending after a timeout)$/;
const SKIPPED_LINE = /^ {2}(\d+) tests? (?:skipped|todo)$/;
const PASSED_LINE = /^ {2}[✔√] /;

/** Whether a line of ava's output, without colours, says that a test has passed. */
export const isPassedLine = (text: string): boolean => PASSED_LINE.test(text);

/** ava reports a file without tests like this, and then exits with code 0 all the same. */
const EMPTY_FILE_LINE = /^ {2}[✘×] No tests found in /;
const RULER = /^ {2}─+$/;

/**
 * Counts the results that ava's default reporter prints. Failures and skips are read from its closing summary. The summary
 * omits the passes if a test failed, so each pass is counted when its line appears.
 */
export function createSummaryReader() {
  let passed = 0;
  let emptyFiles = 0;
  let failed = 0;
  let skipped = 0;
  return {
    /** Takes the next line of ava's output. */
    read: (line: string): void => {
      const text = stripVTControlCharacters(line);
      if (isPassedLine(text)) passed += 1;
      if (EMPTY_FILE_LINE.test(text)) emptyFiles += 1;
      // Tests may print such lines themselves; the summary begins after the last ruler.
      if (RULER.test(text)) failed = skipped = 0;
      failed += Number(FAILED_LINE.exec(text)?.[1] ?? 0);
      skipped += Number(SKIPPED_LINE.exec(text)?.[1] ?? 0);
    },

    /** Returns how many tests passed, failed or were skipped. Counts a failure where ava's exit was one, or where no test ran. */
    counts: (isExitSuccess: boolean) => {
      const counted = failed + emptyFiles;
      const isSilentFailure = counted === 0 && (!isExitSuccess || passed === 0);
      return { passed, failed: isSilentFailure ? 1 : counted, skipped };
    },
  };
}
