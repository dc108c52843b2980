import { stripVTControlCharacters } from "node:util";
import { isPassedLine } from "./ava-summary.ts";

/** The beginning of a line that names what failed. */
const FAILED_MARK = /^ {2}[✘×✖] (?:\[fail\]: )?/;
/** What a test itself reports stands below its line, further in. */
const REPORT_LINE = /^ {4}/;

/** After how many passed tests a line says how many there are by now. */
const PROGRESS_STEP = 200;

/**
 * Chooses what of ava's output is shown where all tests run, so that a failure is not lost among thousands of lines: all but
 * the lines of passed tests and what these report. Every 200 passed tests one line counts them.
 */
export function createShortOutput() {
  let passed = 0;
  let isBelowPassed = false;
  const failures: string[] = [];
  return {
    /** Takes the next line of ava's output and returns the lines to show now. */
    take: (line: string): string[] => {
      const text = stripVTControlCharacters(line);
      if (FAILED_MARK.test(text)) failures.push(text.replace(FAILED_MARK, "").trim());
      if (isPassedLine(text)) {
        passed += 1;
        isBelowPassed = true;
        return passed % PROGRESS_STEP === 0 ? [`  ${passed} tests have passed so far`] : [];
      }
      isBelowPassed &&= REPORT_LINE.test(text);
      return isBelowPassed ? [] : [line];
    },

    /** Returns the lines that name what failed, each once, in the order in which it failed. */
    failures: (): string[] => [...new Set(failures)],
  };
}
