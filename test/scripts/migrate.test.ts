import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import type { Run } from "../../src/benchmarks/model/run.ts";
import { openServices } from "../../src/compose/services.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { fileForm, scoreForm } from "../faults/results.ts";
import { runProgram } from "../helpers/processes.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });
const { db } = service.stores;
const runs = db.collection<Run>("runs");
const records = db.collection<{ _id: number; after?: string; ended_at: Date | null }>("migrations");

/** How many runs of older readers are stored: each third has a warning, each third an error, each third neither. */
const OLD = 6000;
const PRIVATE = "holds FileMarker.exe";

const programOf = (t: ExecutionContext, ...args: string[]) =>
  runProgram(t, "scripts/admin.ts", {
    args: ["migrate", ...args],
    env: { ...process.env, ...service.stores.env },
  });

async function migrate(t: ExecutionContext, ...args: string[]) {
  const program = programOf(t, ...args);
  return { code: await program.ended, ...program.output };
}

/** Brings the database into the form that it had before there were migrations. */
async function storeOldForm(template: Run): Promise<void> {
  await runs.deleteMany({ _id: /^old / });
  await records.deleteMany({});
  const error = { code: "compositor_only", detail: PRIVATE, line: 3 };
  const old = Array.from({ length: OLD }, (_, n): Run => {
    const _id = `old ${String(n).padStart(5, "0")}`;
    if (n % 3 === 0) return { ...template, _id, warnings: [PRIVATE, { detail: "a", public_detail: "b" }] };
    return n % 3 === 1 ? { ...template, _id, status: "failed", score: null, error } : { ...template, _id };
  });
  for (let from = 0; from < OLD; from += 1000) await runs.insertMany(old.slice(from, from + 1000));
}

const inOldForm = () =>
  runs.countDocuments({
    $or: [
      { warnings: { $type: "string" } },
      { "error.code": { $exists: true }, "error.public_detail": { $exists: false } },
    ],
  } as object);

/** What the submitter and everybody else are answered about some of the runs. */
async function answers(owner: typeof service.anonymous): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const id of ["old 00000", "old 00001", "old 00002", `old 0${OLD - 3}`, `old 0${OLD - 2}`])
    for (const client of [owner, service.anonymous])
      found.push((await client.get(`/benchmarks/runs/${encodeURIComponent(id)}`)).body);
  return found;
}

test.serial(
  "thousands of runs get their present form, by processes of which one is killed, and answers stay the same",
  async (t) => {
    const owner = await service.signIn("early");
    const build_id = await owner.makeBuild();
    const added = await owner.add(fileForm(build_id));
    await service.services.runParser.parse(added.body.runs[0].run_id as string);
    const template = await runs.findOne({ _id: added.body.runs[0].run_id });
    if (!template) throw new Error("the run was stored");

    await storeOldForm(template);
    const before = await answers(owner);
    t.is(await inOldForm(), (OLD * 2) / 3);
    const dry = await migrate(t, "--dry-run");
    t.is(dry.code, 0, dry.stderr);
    t.regex(dry.stdout, /^outstanding: form 1, every message of a run has a public form$/m);
    t.regex(dry.stdout, /6,001 documents of runs examined, 4,000 would be changed\nnothing was changed\n$/);
    t.deepEqual([await inOldForm(), await records.countDocuments()], [4000, 0]);

    // Where the process is done before it is killed, that has shown nothing: once more.
    for (;;) {
      const killed = programOf(t);
      while ((await records.findOne({ _id: 1, after: { $exists: true } })) === null) await sleep(1);
      killed.child.kill("SIGKILL");
      await killed.ended;
      if ((await records.findOne({ _id: 1 }))?.ended_at === null) break;
      await storeOldForm(template);
    }
    const left = await inOldForm();
    t.true(left > 0 && left < 4000, `${left} are left`);
    t.deepEqual(await answers(owner), before, "both forms are read");

    // One of them waits for the lease of the killed one, and the other for the first of them.
    const both = await Promise.all([migrate(t), migrate(t)]);
    t.deepEqual(
      both.map(({ code }) => code),
      [0, 0],
      both.map(({ stderr }) => stderr).join("\n"),
    );
    t.is(await inOldForm(), 0);
    t.deepEqual(await answers(owner), before);
    t.is(await runs.countDocuments({ _id: /^old / }), OLD, "nothing is lost or doubled");
    const again = await migrate(t);
    t.deepEqual(
      [again.code, again.stdout],
      [0, "nothing to do: all documents have form 1, the newest that this version knows\n"],
    );
  },
);

/**
 * Starts the services as a process does, and returns what they have logged about the form of the documents. On a busy machine they may
 * also say that they wait for a store.
 */
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
  return parsed.filter((line) => "stored_form" in line);
}

test.serial(
  "a process says at its start that a migration is outstanding, and what it does until then",
  async (t) => {
    t.deepEqual(await linesOfStart(), []);
    await records.updateOne({ _id: 1 }, { $set: { ended_at: null } });
    const [line, ...others] = await linesOfStart();
    t.deepEqual(others, []);
    t.like(line, {
      level: "warn",
      stored_form: 1,
      known_form: 1,
      outstanding: ["every message of a run has a public form"],
    });
    t.regex(
      String(line?.["msg"]),
      /run npm run admin -- migrate once no older version runs; this process reads both forms/,
    );
    await runs.deleteMany({});
    await records.deleteMany({});
    t.deepEqual(await linesOfStart(), [], "without documents there is nothing to migrate");
    t.truthy((await records.findOne({ _id: 1 }))?.ended_at);
  },
);

test.serial(
  "documents of a newer version stop every start, unless that version says that they can be read",
  async (t) => {
    const newer = {
      _id: 2,
      name: "from the future",
      examined: 0,
      changed: 0,
      begun_at: new Date(),
      ended_at: null,
    };
    await records.insertOne({ ...newer, readable_from: 1 } as never);
    const [line] = await linesOfStart();
    t.like(line, { level: "warn", stored_form: 2, known_form: 1 });
    await records.updateOne({ _id: 2 }, { $set: { readable_from: 2 } });
    const refusal =
      /have form 2, and this version knows the forms up to 1: .* Start that version or a newer one/;
    const web = runProgram(t, "src/server.ts", { env: { ...process.env, ...service.stores.env, PORT: "0" } });
    t.is(await web.ended, 1);
    t.regex(web.output.stderr, refusal);
    t.notRegex(web.output.stderr, /^\s+at /m, "without a stack");
    for (const args of [[], ["--dry-run"]]) {
      const refused = await migrate(t, ...args);
      t.is(refused.code, 1);
      t.regex(refused.stderr, refusal);
    }
    t.is((await service.anonymous.get("/health/live")).status, 200);
    t.is((await service.anonymous.get("/benchmarks/types")).status, 200);
    const client = await service.signIn("after");
    t.is((await client.add(scoreForm(await client.makeBuild()))).status, 200, "who runs already goes on");
  },
);
