import type { Edit, Recipe } from "./edits.ts";

const definition = `/** Records that a run has ended: workers/start-workers.ts calls \`RunNotes.note\`. A second try changes nothing. */
export const noteRunJob = {
  name: "note-run",
  payload: z.strictObject({ run_id: z.string() }),
  attempts: 3,
  backoffMs: 500,
} satisfies JobDefinition;

`;

const adding = `    /**
     * Adds a job with which a worker records that a run has ended.
     * @throws when Redis does not accept the job in time; a sweep then records the end of the run
     */
    noteRun: (runId: string): Promise<void> => inTime(add(noteRunJob, { run_id: runId }), timeoutMs),

`;

const queries = `import type { Collection } from "mongodb";
import type { Run } from "../model/run.ts";
import { final } from "./run-filters.ts";

/** The queries that record when runs have ended. */
export function createNoteQueries(runs: Collection<Run>) {
  return {
    /** Records that a run has ended. Changes nothing if that is recorded already, or if the run has not ended. */
    noteEnded: async (runId: string, now: Date): Promise<void> => {
      const query = { _id: runId, ...final, noted_at: { $exists: false } };
      await runs.updateOne(query, { $set: { noted_at: now }, $unset: { note_due: true } });
    },

    /** Returns the ids of runs with files that ended before a moment, but whose end is not recorded. */
    findUnnotedIds: async (before: Date, limit: number): Promise<string[]> => {
      const query = { note_due: true as const, ...final, completed_at: { $lt: before } };
      const found = await runs.find(query, { projection: { _id: 1 }, limit }).toArray();
      return found.map(({ _id }) => _id);
    },
  };
}
`;

const service = `import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import { finishEach } from "../../infra/sweep.ts";
import type { JobQueue } from "../../queues/job-queue.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

interface RunNotesDeps {
  runsRepository: RunsRepository;
  queue: Pick<JobQueue, "noteRun">;
  clock: Clock;
  logger: Logger;
}

/** Records in MongoDB that runs with files have ended. */
export type RunNotes = ReturnType<typeof createRunNotes>;

/** Creates the service that records the ends of runs. */
export function createRunNotes({ runsRepository, queue, clock, logger }: RunNotesDeps) {
  const note = (runId: string): Promise<void> => runsRepository.noteEnded(runId, clock());
  return {
    /** Adds a job that records that a run has ended. Never throws: a sweep finds runs whose job is missing. */
    ask: async (runId: string): Promise<void> => {
      try {
        await queue.noteRun(runId);
      } catch (error) {
        logger.warn({ err: error, run_id: runId }, "the note of a run waits for its sweep");
      }
    },

    /** Records that a run has ended. May run any number of times. */
    note,

    /** Records the ends of runs that ended before a moment, and for which no job did. Returns their number. */
    noteMissed: async (before: Date, limit: number): Promise<number> =>
      finishEach(await runsRepository.findUnnotedIds(before, limit), note),
  };
}
`;

const proof = `import test from "ava";
import { scoreForm } from "../../faults/results.ts";
import { eventually } from "../../faults/system.ts";
import { startTestService } from "../../helpers/service.ts";

test("a worker records the end of a run once", async (t) => {
  const service = await startTestService(t);
  const { runNotes, runsRepository } = service.services;
  const client = await service.signIn("noted");
  const { body } = await client.add(scoreForm(await client.makeBuild()));
  const runId = body.runs[0].run_id as string;
  const notedAt = async () => (await runsRepository.find(runId))?.noted_at;
  t.is(await notedAt(), undefined);
  await runNotes.ask(runId);
  const noted = await eventually(notedAt, (time) => time !== undefined);
  t.true(noted instanceof Date);
  await runNotes.note(runId);
  t.deepEqual(await notedAt(), noted);
});
`;

const worker = `    createWorker(
      { job: noteRunJob, concurrency: 1, handle: ({ run_id }) => runNotes.note(run_id) },
      deps,
    ),
`;

const storing: Edit[] = [
  {
    file: "src/benchmarks/model/run.ts",
    after: "  completed_at: Date | null;\n",
    text:
      "  /** When the end of the run was recorded; absent before. */\n  noted_at?: Date;\n" +
      "  /** True for a run with a file from its acceptance until its end is recorded. */\n  note_due?: true;\n",
  },
  {
    file: "src/benchmarks/model/submission.ts",
    after: "    ...(!isScore && { is_waiting: true as const }),\n",
    text: "    ...(!isScore && { note_due: true as const }),\n",
  },
  { file: "src/benchmarks/records/note-queries.ts", content: queries },
  {
    file: "src/benchmarks/records/runs-repository.ts",
    before: "    { key: { submission_id: 1 } },\n",
    text: "    { key: { note_due: 1, status: 1, completed_at: 1 }, partialFilterExpression: { note_due: true } },\n",
  },
  {
    file: "src/benchmarks/records/runs-repository.ts",
    before: 'import { createRankingQueries, rankingIndexes } from "./ranking-queries.ts";\n',
    text: 'import { createNoteQueries } from "./note-queries.ts";\n',
  },
  {
    file: "src/benchmarks/records/runs-repository.ts",
    after: "    ...createOutlierQueries(runs),\n",
    text: "    ...createNoteQueries(runs),\n",
  },
];

const composing: Edit[] = [
  {
    file: "src/benchmarks/index.ts",
    before: 'export { createRuns, type Runs } from "./runs/runs.ts";\n',
    text: 'export { createRunNotes } from "./runs/run-notes.ts";\n',
  },
  { file: "src/compose/services.ts", before: "  createRuns,\n", text: "  createRunNotes,\n" },
  {
    file: "src/compose/services.ts",
    after: "  const seriesPublisher = createSeriesPublisher({ series, logger });\n",
    text: "  const runNotes = createRunNotes({ runsRepository, queue, clock, logger });\n",
  },
  { file: "src/compose/services.ts", after: "    runParser,\n    accountExport,\n", text: "    runNotes,\n" },
];

/**
 * The example of the recipe for a job adds a job in which a worker stores the time at which a run ended in the document
 * of the run.
 */
export const jobRecipe: Recipe = {
  heading: "A job",
  edits: [
    {
      file: "src/queues/jobs.ts",
      before: "/** Every kind of job. Each kind needs exactly one worker",
      text: definition,
    },
    { file: "src/queues/jobs.ts", before: "] as const;\n", text: "  noteRunJob,\n" },
    { file: "src/queues/job-queue.ts", before: "  parseRunJob,\n", text: "  noteRunJob,\n" },
    {
      file: "src/queues/job-queue.ts",
      before:
        "    /** Asks workers to read the files of several runs, like `parseRun`, in one round trip to Redis. */\n",
      text: adding,
    },
    ...storing,
    { file: "src/benchmarks/runs/run-notes.ts", content: service },
    ...composing,
    { file: "workers/start-workers.ts", before: "  parseRunJob,\n", text: "  noteRunJob,\n" },
    { file: "workers/start-workers.ts", after: "  { runParser,", text: " runNotes," },
    {
      file: "workers/start-workers.ts",
      before: "    createWorker(\n      {\n        job: syncProductsJob,\n",
      text: worker,
    },
    { file: "test/benchmarks/runs/run-notes.test.ts", content: proof },
  ],
};
