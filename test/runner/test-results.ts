import { Parser, type Result } from "tap-parser";
import { FAILED_AT } from "./failed-places.ts";

/** A failure of a test, or a failure outside all tests, as ava reports it. */
export interface Failure {
  /** Process, file and title of the test, as ava joins them: `builds › test/builds/parts.test.ts › a title`. */
  title: string;
  message?: string;
  /** The expected and the found values of a failed assertion, by the labels that ava gives them. */
  details: Readonly<Record<string, string>>;
  /** The positions of the failure in compiled files: the position of the error and the positions of its callers. */
  places: string[];
  /**
   * The command that repeats a failed step, if it is not the command that runs the test with the title of the failure.
   */
  command?: string;
}

/** Matches a line that a test logs. Other TAP comments come from ava, about hooks and the number of tests. */
const REPORT_LINE = /^# {3}(.*)$/m;

/** Matches ava's report of a process that ended by an error outside its tests. */
const EXIT_LINE = /\.test\.js exited with a non-zero exit code: \d+$/;

/** The collected results of several runs of ava. */
export type TestResults = ReturnType<typeof createTestResults>;

/** The functions that a reader of TAP output calls with results while tests run. */
export interface ResultListener {
  onPassed: (title: string) => void;
  onFailed: (failure: Failure) => void;
  /** A function that is called with each line that a hook or a test has logged. */
  onReport: (line: string) => void;
}

/** Collects the results of runs of ava from their TAP output. Each run has a separate reader. */
export function createTestResults() {
  let passed = 0;
  let skipped = 0;
  const failures: Failure[] = [];

  return {
    /** Returns a reader of the TAP output of one run of ava. */
    createReader: (listener: ResultListener) => {
      const parser = new Parser();
      /** The failure to which the following lines of output belong; null if the last result is no failure. */
      let last: Failure | null = null;
      /**
       * The number of reported errors outside tests whose processes have not ended yet. Before such a process ends,
       * results of other processes may arrive.
       */
      let open = 0;
      parser.on("assert", ({ ok, name, skip, todo, diag }: Result) => {
        // After an error outside tests, the process ends with a non-zero exit code. Do not count this exit as another
        // failure.
        if (!ok && EXIT_LINE.test(name) && (last !== null || open > 0)) {
          open = Math.max(0, open - 1);
          return;
        }
        if (!ok && !name.includes(" › ")) open += 1;
        last = ok || todo ? null : failureOf(name, diag as Diagnosis | null);
        if (skip || todo) skipped += 1;
        else if (last === null) {
          passed += 1;
          listener.onPassed(name);
        } else {
          failures.push(last);
          listener.onFailed(last);
        }
      });
      parser.on("comment", (line) => {
        const report = REPORT_LINE.exec(line)?.[1];
        if (report === undefined) return;
        if (!report.startsWith(FAILED_AT)) listener.onReport(report);
        else last?.places.push(report.slice(FAILED_AT.length));
      });
      const ended = new Promise((resolve) => parser.on("complete", resolve));
      return {
        /** Reads the next line of TAP output. */
        read: (line: string): void => void parser.write(`${line}\n`),
        /** Waits until all TAP output of the ended run of ava is parsed. */
        end: async (): Promise<void> => {
          parser.end();
          await ended;
        },
      };
    },
    /** Adds a failure that ava has not reported, such as a secret in the output of the tests. */
    addFailure: (failure: Failure): void => void failures.push(failure),
    /** Returns how many tests have passed, failed and were skipped so far. */
    counts: () => ({ passed, skipped, failed: failures.length }),
    failures: (): readonly Failure[] => failures,
  };
}

/** The diagnosis that ava reports of a failure in addition to the title. */
interface Diagnosis {
  name?: unknown;
  message?: unknown;
  details?: unknown;
  formatted?: unknown;
  at?: unknown;
}

function failureOf(title: string, diagnosis: Diagnosis | null): Failure {
  const { name, message, details, formatted, at } = diagnosis ?? {};
  const text = typeof message === "string" && message !== "" ? message : undefined;
  const isAssertion = name === "AssertionError";
  return {
    title,
    ...(text !== undefined && {
      message: isAssertion || typeof name !== "string" ? text : `${name}: ${text}`,
    }),
    details: {
      ...(typeof details === "object" && (details as Record<string, string>)),
      ...(typeof formatted === "string" && { "What was thrown:": formatted }),
    },
    places: typeof at === "string" ? [at] : [],
  };
}
