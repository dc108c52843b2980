import type { Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/logger.ts";
import { ReaderError, readerVersion, readResult } from "../readers/index.ts";
import type { ReadRequest } from "../readers/index.ts";
import type { FileStore } from "./file-store.ts";
import type { RefundRun } from "./refund-run.ts";
import type { Claim, Run, RunError, RunFile, RunResult, RunsRepository } from "./runs-repository.ts";
import { benchmarkTypeOf } from "./types.ts";

/** Reads the file of a run and stores what came of it. May be called any number of times, by any number of workers. */
export type ParseRun = (runId: string) => Promise<void>;

interface ParseRunParts {
  runs: RunsRepository;
  files: FileStore;
  refundRun: RefundRun;
  clock: Clock;
  maxTries: number;
  logger: Logger;
}

const SAME_FILE_WARNING =
  "The same file was submitted for this build and benchmark before. Both runs are kept, but the build's figures count it once.";

/**
 * The life of a file run in a worker: claim, read, complete or fail. Whoever loses its claim meanwhile writes nothing.
 * @throws what may pass by itself (a store that is away): the run is then given back and the job tried again
 */
export function createParseRun(parts: ParseRunParts): ParseRun {
  const { runs, refundRun, maxTries, logger } = parts;
  return async (runId) => {
    const run = await runs.find(runId);
    if (run?.refund_due) await refundRun(run);
    if (!run?.file || run.status === "complete" || run.status === "failed") return;
    const claim = await runs.claim(run);
    if (!claim) return;
    if (run.tries >= maxTries) {
      await fail(parts, run, claim, readerCrashed(maxTries));
      return;
    }
    try {
      const outcome = await read(parts, run, run.file);
      if ("code" in outcome) await fail(parts, run, claim, outcome);
      else await complete(parts, run, claim, outcome);
    } catch (error) {
      logger.warn({ err: error, run_id: runId, attempt: claim.attempt }, "the run is given back");
      // If MongoDB is away the claim stays: the next try then takes it over, as after a crash.
      await runs.giveBack(claim).catch(() => undefined);
      throw error;
    }
  };
}

async function read({ files }: ParseRunParts, run: Run, file: RunFile): Promise<RunResult | RunError> {
  const content = files.open(file.file_id);
  try {
    const { score, variant, metrics, warnings } = await readResult(content, requestFor(run.benchmark_id));
    return { score, variant, metrics, warnings, reader_version: readerVersion };
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error;
    const { code, detail, line } = error;
    return { code, detail, ...(line !== undefined && { line }) };
  } finally {
    content.destroy();
  }
}

function requestFor(benchmarkId: number): ReadRequest {
  const type = benchmarkTypeOf(benchmarkId);
  if (type.kind !== "file") throw new Error(`benchmark type ${benchmarkId} takes no file`);
  if (type.file_format === "frame-csv") return { format: "frame-csv" };
  return { format: "3dmark-xml", graphicsTest: type.graphics_test ?? 1 };
}

async function complete(
  { runs, clock }: ParseRunParts,
  run: Run,
  claim: Claim,
  result: RunResult,
): Promise<void> {
  const isRepeated = await runs.hasSameFile(run);
  const warnings = isRepeated ? [...result.warnings, SAME_FILE_WARNING] : result.warnings;
  await runs.complete(claim, { ...result, warnings }, clock());
}

async function fail(parts: ParseRunParts, run: Run, claim: Claim, error: RunError): Promise<void> {
  const isFailed = await parts.runs.fail(claim, error, readerVersion, parts.clock());
  if (isFailed) await parts.refundRun(run);
}

function readerCrashed(tries: number): RunError {
  const detail =
    `Reading this file was begun ${tries} times and never came to an end, so it was given up. ` +
    "The run is not counted. Please export the result once more; if that fails as well, tell us the run's id.";
  return { code: "reader_crashed", detail };
}
