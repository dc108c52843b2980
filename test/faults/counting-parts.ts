import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { presentUsage } from "../../src/accounts/presenter.ts";
import { createRunCounter } from "../../src/accounts/usage/usage.ts";
import { createTiers } from "../../src/accounts/usage/tiers.ts";
import { createDeleteRuns } from "../../src/benchmarks/runs/delete-run.ts";
import { createMaterialise } from "../../src/benchmarks/submit/finish-submission.ts";
import { createParseRun } from "../../src/benchmarks/parse/parse-run.ts";
import { createBenchmarkRecords } from "../../src/benchmarks/records/records.ts";
import { createRefundRun } from "../../src/benchmarks/runs/refund-run.ts";
import type { StoredFile } from "../../src/benchmarks/records/file-store.ts";
import type { SubmissionForm } from "../../src/benchmarks/submit/submission-form.ts";
import { createStripArchive } from "../../src/benchmarks/parse/strip-archive.ts";
import { createSubmit, type SubmitParts } from "../../src/benchmarks/submit/submit.ts";
import { createSweeps } from "../../src/benchmarks/recover/sweeps.ts";
import { benchmarkTypes } from "../../src/benchmarks/model/benchmark-types.ts";
import { systemClock } from "../../src/infra/clock.ts";
import { createLogger } from "../../src/infra/logger.ts";
import type { TestStores } from "../helpers/stores.ts";
import { brokenCapture } from "./results.ts";

type SubmissionStep = Parameters<SubmitParts["reached"]>[0];

/** A submission of typed-in scores, or of captures that turn out to be broken. */
export interface Request {
  kind: "score" | "file";
  units: number;
  /** The step at which the process dies: the submission never comes back. */
  dies?: SubmissionStep | undefined;
}

const logger = createLogger({ level: "silent", process: "test" });

/** The parts that count, over real stores and without the processes around them, for one account. */
export function createCountingParts(
  { db, fileDb, redis, keyPrefix }: TestStores,
  { limit, staleMs }: { limit: number; staleMs: number },
) {
  const nothing = async () => undefined;
  const mongo = { db, fileDb, fileStallTimeoutMs: 10_000, ping: nothing, close: nothing };
  const records = createBenchmarkRecords({ mongo, clock: systemClock, maxFileBytes: 1_000_000 });
  const { runs, submissions, files } = records;
  const account = { account_id: randomUUID(), tier: "limited" };
  const tiers = createTiers({ limited: limit });
  const { sumCharged } = submissions;
  const counter = createRunCounter({ redis, keyPrefix, tiers, clock: systemClock, staleMs, sumCharged });
  const enqueueParse = async () => undefined;
  const materialise = createMaterialise({ submissions, runs, files, enqueueParse });
  const refundRun = createRefundRun({ submissions, runs, recount: counter.rebuild });
  const deleteRuns = createDeleteRuns({ ...records, refundRun, removeSeries: records.series.remove });
  const stripArchive = createStripArchive({ files, runs });
  const parts = { ...records, materialise, refundRun, deleteRuns, stripArchive, clock: systemClock, logger };

  const submitUnder = (dies: SubmissionStep | undefined, onDeath: () => void) =>
    createSubmit({
      ...parts,
      newId: randomUUID,
      runUrl: (id) => `/${id}`,
      reached: async (step) => {
        if (step !== dies) return;
        onDeath();
        await new Promise(() => undefined);
      },
      requireAttachable: async () => undefined,
      takeUnits: async (submitter, request) => {
        const reservation = await counter.reserve(submitter, request);
        return {
          ...reservation,
          usage: presentUsage(reservation.usage),
          settle: () => counter.settle(reservation),
          release: () => counter.release(reservation),
        };
      },
    });

  const sweepsOver = (ledger: typeof submissions) =>
    createSweeps({
      ...parts,
      submissions: ledger,
      removeStraySeries: async () => 0,
      ageMs: 0,
      uploadAgeMs: 60_000,
      enqueueParse,
      recount: counter.rebuild,
    });

  return {
    ...parts,
    account,
    counter,
    parseRun: createParseRun({ ...parts, maxTries: 3, heartbeatMs: 10_000 }),
    sweeps: sweepsOver(submissions),
    sweepsOver,
    /** Resolves once the submission is accepted, or dead. */
    submit: async ({ kind, units, dies }: Request, id: string): Promise<"accepted" | "died"> => {
      const form = await makeForm(files, kind, units);
      return new Promise((resolve, reject) => {
        const submit = submitUnder(dies, () => resolve("died"));
        submit(account, form, id).then(() => resolve("accepted"), reject);
      });
    },
    forgetCounter: async () => {
      const keys = await redis.keys(`${keyPrefix}:usage:{${account.account_id}}*`);
      if (keys.length > 0) await redis.unlink(keys);
    },
  };
}

async function makeForm(
  files: { put(source: AsyncIterable<Uint8Array>, name: string): Promise<StoredFile> },
  kind: Request["kind"],
  units: number,
): Promise<SubmissionForm> {
  const typeOf = (wanted: string) => {
    const type = benchmarkTypes.find((one) => one.kind === wanted && one.id !== 7);
    if (!type) throw new Error(`there is no benchmark type for a ${wanted}`);
    return type;
  };
  const scores = Array.from({ length: units }, () => 5);
  if (kind === "score") return { buildId: 1, kind, type: typeOf("score"), scores } as SubmissionForm;
  const content = () => Readable.from([Buffer.from(brokenCapture.content)]);
  const stored = await Promise.all(scores.map(() => files.put(content(), "a.csv")));
  return { buildId: 1, kind, type: typeOf("file"), files: stored } as SubmissionForm;
}
