import type { ListedRun, Run } from "../client.ts";
import type { Submitted } from "../submit.ts";
import { joined, scoreText } from "./output.ts";

/**
 * The outcome of submitting a file, or of one of its runs: the object that `--json` prints. A field without a value is
 * null.
 */
export interface Outcome {
  /** The path of the file that the command has submitted or left out. */
  file: string;
  /**
   * `failed`: the service could not read a result from the file. `queued`: the service has not read the file yet.
   * `already_sent`: the build already has a run of the same file. `left_out`: the command did not send the file,
   * because it is no result, cannot be read, or has the same contents as another file. `refused`: the service accepted
   * no run of the file. `not_sent`: the account reached one of its limits before the file was sent.
   */
  status: "complete" | "failed" | "queued" | "already_sent" | "left_out" | "refused" | "not_sent";
  run_id: string | null;
  benchmark_id: number | null;
  score: number | null;
  unit: string | null;
  /** The name of the game or of the benchmark test. */
  title: string | null;
  /** The rank of the result among the best results of all builds. `builds` is the number of ranked builds. */
  rank: number | null;
  builds: number | null;
  better_than_percent: number | null;
  /** The URL of the run's page. */
  url: string | null;
  /** Why the file has no result, or why its result is not ranked. */
  detail: string | null;
}

const nothing = {
  run_id: null,
  benchmark_id: null,
  score: null,
  unit: null,
  title: null,
  rank: null,
  builds: null,
  better_than_percent: null,
  url: null,
  detail: null,
};

/** Returns the URL of a run's page. @param url the address of the service */
export const pageOf = (url: string, runId: string): string => `${url}/r/${runId}`;

/** Returns the outcome of submitting a file from which no run was made. */
export const withoutRun = (
  file: string,
  status: "left_out" | "refused" | "not_sent",
  detail: string | null,
): Outcome => ({
  ...nothing,
  file,
  status,
  detail,
});

/**
 * Returns the outcome of submitting the file of a run.
 * @param url the address of the service
 */
export function ofRun(file: string, run: Run | ListedRun, url: string): Outcome {
  const all = "standing" in run ? run.standing?.all : null;
  const isFinal = run.status === "complete" || run.status === "failed";
  return {
    ...nothing,
    file,
    status: isFinal ? (run.status as "complete" | "failed") : "queued",
    run_id: run.run_id,
    benchmark_id: run.benchmark_id,
    score: run.score,
    unit: run.unit,
    title: run.title,
    rank: all?.rank ?? null,
    builds: all?.builds ?? null,
    better_than_percent: all?.better_than_percent ?? null,
    url: pageOf(url, run.run_id),
    detail: run.error?.detail ?? run.unranked?.reason ?? null,
  };
}

/** Returns the outcome of a file that is not sent, because the build already has a run of the same file. */
export const ofSentRun = (file: string, run: ListedRun, url: string): Outcome => ({
  ...ofRun(file, run, url),
  status: "already_sent",
});

/** Returns the outcome of submitting a file whose run has no known result yet. */
export const ofUnreadRun = (file: string, run: Submitted["runs"][number], url: string): Outcome => ({
  ...nothing,
  file,
  status: "queued",
  run_id: run.run_id,
  benchmark_id: run.benchmark_id,
  url: pageOf(url, run.run_id),
});

/** Returns the outcome of submitting a file as one line for people. */
export function textOf({
  file,
  status,
  score,
  unit,
  title,
  rank,
  builds,
  url,
  detail,
  ...rest
}: Outcome): string {
  const result = score === null || unit === null ? null : scoreText(score, unit);
  const better = rest.better_than_percent ? ` (better than ${rest.better_than_percent} %)` : "";
  const place = rank === null ? null : `place ${rank} of ${builds}${better}`;
  const what = {
    complete: joined([result, title, place, detail && `not ranked: ${detail}`]),
    failed: `no result: ${detail}`,
    queued: "sent, not read yet",
    already_sent: joined(["already sent", result]),
    left_out: `left out: ${detail}`,
    refused: `refused: ${detail}`,
    not_sent: "not sent: a limit of the account is reached",
  }[status];
  return `${file}: ${joined([what, url])}`;
}
