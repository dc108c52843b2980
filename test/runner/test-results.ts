import { Parser, type Result } from "tap-parser";
import { FAILED_AT } from "./failed-places.ts";

/** What ava says of a test that failed, or of what failed outside of all tests. */
export interface Failure {
  /** The process that ran it, then what `title` says in several parts: `builds › test/builds/parts.test.ts › a title`. */
  title: string;
  message?: string;
  /** What was expected and found, each under a label of ava's. */
  details: Readonly<Record<string, string>>;
  /** Where it failed, in compiled files: what threw, and what had called that. */
  places: string[];
  /** The command that repeats it alone, where the title does not tell. */
  command?: string;
}

/** What a test reports. Other comments are ava's own, on hooks and on how many tests there are. */
const REPORT_LINE = /^# {3}(.*)$/m;

/** How ava reports a process that ended by an error outside of its tests. */
const EXIT_LINE = /\.test\.js exited with a non-zero exit code: \d+$/;

/** The results of some runs of ava. */
export type TestResults = ReturnType<typeof createTestResults>;

/** Who wants to hear of results while tests run. */
export interface ResultListener {
  onPassed: (title: string) => void;
  onFailed: (failure: Failure) => void;
  /** Takes a line that the test before, or a hook, reports. */
  onReport: (line: string) => void;
}

/** Collects what runs of ava tell in the Test Anything Protocol. Each run has a reader of its own. */
export function createTestResults() {
  let passed = 0;
  let skipped = 0;
  const failures: Failure[] = [];

  return {
    /** Returns the reader of a run. */
    createReader: (listener: ResultListener) => {
      const parser = new Parser();
      /** What the last result said, to which the lines after it belong. */
      let last: Failure | null = null;
      /** How many errors of no test were told whose process is still to end. Results of other processes may come in between. */
      let open = 0;
      parser.on("assert", ({ ok, name, skip, todo, diag }: Result) => {
        // A process whose last word was an error of no test ends with another exit code than 0, which is nothing new.
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
        /** Takes the next line. */
        read: (line: string): void => void parser.write(`${line}\n`),
        /** Takes what is left when the run is over. */
        end: async (): Promise<void> => {
          parser.end();
          await ended;
        },
      };
    },
    /** Counts something that failed beside the tests. */
    addFailure: (failure: Failure): void => void failures.push(failure),
    /** Returns how many tests have passed, failed and were skipped so far. */
    counts: () => ({ passed, skipped, failed: failures.length }),
    failures: (): readonly Failure[] => failures,
  };
}

/** What ava tells of a failure beside its title. */
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
