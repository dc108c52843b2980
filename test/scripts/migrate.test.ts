import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import type { Run } from "../../src/benchmarks/model/run.ts";
import { migrations } from "../../src/compose/migrations.ts";
import { openServices } from "../../src/compose/services.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { fileForm, scoreForm } from "../faults/results.ts";
import { runProgram } from "../helpers/processes.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });
const { db } = service.stores;
const runs = db.collection<Run>("runs");
const records = db.collection<{ _id: number; name?: string; begun_at?: Date; ended_at: Date | null }>(
  "migrations",
);

/** The number of stored runs of older readers: a third has a warning, a third an error, and a third neither. */
const OLD = 6000;
const PRIVATE = "holds FileMarker.exe";
/** The number of the newest form of stored documents. */
const NEWEST = migrations.at(-1)?.form ?? 0;

const programOf = (t: ExecutionContext) =>
  runProgram(t, "scripts/admin.ts", {
    args: ["migrate"],
    env: { ...process.env, ...service.stores.env },
  });

async function migrate(t: ExecutionContext) {
  const program = programOf(t);
  return { code: await program.ended, ...program.output };
}

/** Changes the stored documents to the form that they had before the first migration. */
async function storeOldForm(template: Run): Promise<void> {
  await runs.deleteMany({ _id: /^old / });
  await records.deleteMany({});
  const error = { code: "compositor_only", detail: PRIVATE, line: 3 };
  const old = Array.from({ length: OLD }, (_, n) => {
    const _id = `old ${String(n).padStart(5, "0")}`;
    if (n % 3 === 0) return { ...template, _id, warnings: [PRIVATE, { detail: "a", public_detail: "b" }] };
    return n % 3 === 1 ? { ...template, _id, status: "failed", score: null, error } : { ...template, _id };
  });
  for (let from = 0; from < OLD; from += 1000) await runs.insertMany(old.slice(from, from + 1000) as Run[]);
}

const inOldForm = () =>
  runs.countDocuments({
    $or: [
      { warnings: { $type: "string" } },
      { "error.code": { $exists: true }, "error.public_detail": { $exists: false } },
    ],
  } as object);

/** Returns the messages of a run that a client gets. */
async function messagesOf(client: typeof service.anonymous, id: string) {
  const { body } = await client.get(`/benchmarks/runs/${encodeURIComponent(id)}`);
  return { warnings: body.warnings as string[], error: body.error?.detail as string | undefined };
}

async function runOfEarlyReaders(name: string) {
  const owner = await service.signIn(name);
  const build_id = await owner.makeBuild();
  const added = await owner.add(fileForm(build_id));
  await service.services.runParser.parse(added.body.runs[0].run_id as string);
  const template = await runs.findOne({ _id: added.body.runs[0].run_id });
  if (!template) throw new Error("the run was stored");
  // Leave out dropped frames, because a run would warn of them in addition to its stored warnings.
  const metrics = { ...template.metrics, dropped_frames: 0 };
  return { owner, template: { ...template, metrics } as Run };
}

test.serial(
  "several processes, one of which is killed, migrate thousands of runs to the newest form, and only submitters see the old messages",
  async (t) => {
    const { owner, template } = await runOfEarlyReaders("early");
    await storeOldForm(template);
    t.is(await inOldForm(), (OLD * 2) / 3);

    // Repeat the attempt if the process has changed all runs before the test could kill it, because then nothing was
    // interrupted.
    let left = 0;
    while (left === 0) {
      const killed = programOf(t);
      while ((await inOldForm()) === (OLD * 2) / 3) await sleep(1);
      killed.child.kill("SIGKILL");
      await killed.ended;
      left = await inOldForm();
      if (left === 0) await storeOldForm(template);
    }
    t.true(left < (OLD * 2) / 3, `${left} are left`);
    t.is((await records.findOne({ _id: 1 }))?.ended_at, null);

    // One process waits until the lease of the killed process expires, and the other process waits for the lease of the
    // first.
    const both = await Promise.all([migrate(t), migrate(t)]);
    for (const { code, stdout, stderr } of both) {
      t.is(code, 0, stderr);
      t.true(
        stdout.includes(`all documents have form ${NEWEST}, the newest form that this version knows`),
        stdout,
      );
    }
    t.is(await inOldForm(), 0);
    t.is(await runs.countDocuments({ _id: /^old / }), OLD, "no run is lost or duplicated");
    t.deepEqual(await messagesOf(owner, "old 00000"), { warnings: [PRIVATE, "a"], error: undefined });
    t.deepEqual(await messagesOf(service.anonymous, "old 00000"), {
      warnings: [
        "The file of the run has a warning. Only the account that submitted the file can read the warning.",
        "b",
      ],
      error: undefined,
    });
    const failed = `old 0${OLD - 2}`;
    t.is((await messagesOf(owner, failed)).error, PRIVATE);
    t.is(
      (await messagesOf(service.anonymous, failed)).error,
      "The service could not read the file of the run. Only the account that submitted the file can read the reason.",
    );
  },
);

/** Opens the services as a starting process does, and returns the log lines about migrations. */
async function linesOfStart(): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  const logger = createLogger({
    level: "info",
    process: "test",
    secrets: [],
    destination: { write: (line) => void lines.push(line) },
  });
  const services = await openServices(service.config, { logger, storeTimeoutMs: 60_000 });
  await services.close();
  const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return parsed.filter((line) => "form" in line);
}

test.serial(
  "a process migrates at its start, and logs the migration if documents had an older form",
  async (t) => {
    const { template } = await runOfEarlyReaders("late");
    t.deepEqual(await linesOfStart(), []);
    await storeOldForm(template);
    const [line, ...others] = await linesOfStart();
    t.deepEqual(others, []);
    t.like(line, { level: "info", form: 1, documents: (OLD * 2) / 3 });
    t.is(await inOldForm(), 0);
    await runs.deleteMany({});
    await records.deleteMany({});
    t.deepEqual(await linesOfStart(), [], "without documents there is nothing to migrate");
    t.truthy((await records.findOne({ _id: 1 }))?.ended_at);
  },
);

test.serial(
  "after the migration, a run with the mark `suspect` of earlier readers is unranked with the code `implausible`",
  async (t) => {
    const { owner, template } = await runOfEarlyReaders("doubted");
    const { unranked: _unranked, ...old } = template;
    const doubt = { detail: PRIVATE, public_detail: "holds a program that is no game" };
    await runs.insertMany([
      { ...old, _id: "doubted", suspect: doubt },
      { ...old, _id: "plausible", suspect: null },
      { ...old, _id: "unread" },
    ] as Run[]);
    await records.deleteMany({});
    const line = (await linesOfStart()).find(({ form }) => form === 7);
    t.like(line, { documents: 2 });
    const unranked = async (client: typeof owner, id: string) =>
      (await client.get(`/benchmarks/runs/${id}`)).body.unranked as unknown;
    t.deepEqual(await unranked(owner, "doubted"), { code: "implausible", reason: PRIVATE });
    t.deepEqual(await unranked(service.anonymous, "doubted"), {
      code: "implausible",
      reason: doubt.public_detail,
    });
    for (const id of ["plausible", "unread"]) t.is(await unranked(owner, id), null, id);
    t.is(await runs.countDocuments({ suspect: { $exists: true } }), 0);
    await records.deleteMany({});
    t.deepEqual(await linesOfStart(), [], "a second migration changes nothing");
    await runs.deleteMany({ _id: { $in: ["doubted", "plausible", "unread"] } });
  },
);

test.serial(
  "documents of a newer version prevent every start, and do not affect running processes",
  async (t) => {
    const newer = { _id: NEWEST + 1, name: "from the future", begun_at: new Date(), ended_at: null };
    await records.insertOne(newer);
    const refusal = new RegExp(
      `have form ${NEWEST + 1}, and this version of the service knows the forms up to ${NEWEST}: .* Start the newer version`,
    );
    const web = runProgram(t, "src/server.ts", { env: { ...process.env, ...service.stores.env, PORT: "0" } });
    t.is(await web.ended, 1);
    t.regex(web.output.stderr, refusal);
    t.notRegex(web.output.stderr, /^\s+at /m, "the error is printed without a stack");
    const refused = await migrate(t);
    t.is(refused.code, 1);
    t.regex(refused.stderr, refusal);
    t.is((await service.anonymous.get("/health/live")).status, 200);
    t.is((await service.anonymous.get("/benchmarks/types")).status, 200);
    const client = await service.signIn("after");
    t.is((await client.add(scoreForm(await client.makeBuild()))).status, 200, "a running process goes on");
  },
);
