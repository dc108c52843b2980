import test, { type ExecutionContext } from "ava";
import { knownForms } from "../../src/compose/migrations.ts";
import { openServices } from "../../src/compose/services.ts";
import { parseConfig } from "../../src/config.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { newestForm } from "../../src/infra/migrations.ts";
import { scoreForm } from "../faults/results.ts";
import { runProgram } from "../helpers/processes.ts";
import { adminCommandsOf } from "../helpers/admin-command.ts";
import { startTestService } from "../helpers/service.ts";
import { openTestStores, type TestStores } from "../helpers/stores.ts";

const service = await startTestService(test, { hasWorkers: false });

/** The number of the newest form (schema version) of stored documents. */
const NEWEST = newestForm(knownForms);
/**
 * The oldest form (schema version) that this version of the service can read. Databases that were migrated to it have
 * records of all forms from 1 on.
 */
const PRESENT = 10;

const recordsIn = ({ db }: TestStores) => db.collection<{ _id: number; ended_at: Date | null }>("migrations");

/**
 * Replaces the records of the forms (schema versions) by those of a database that was migrated from form 1 to the given
 * form.
 */
async function recordForms(stores: TestStores, form: number): Promise<void> {
  const records = recordsIn(stores);
  await records.deleteMany({});
  const forms = Array.from({ length: form }, (_, index) => ({ _id: index + 1, ended_at: new Date() }));
  if (forms.length > 0) await records.insertMany(forms);
}

const migrate = async (stores: TestStores) => adminCommandsOf({ stores }, { LOG_LEVEL: "info" })("migrate");

async function startWeb(t: ExecutionContext, { env }: TestStores) {
  const web = runProgram(t, "src/server.ts", { env: { ...process.env, ...env, PORT: "0" } });
  return { code: await web.ended, ...web.output };
}

/** Opens stores that only one test uses, and stores an account in them. */
async function openUsedStores(t: ExecutionContext): Promise<TestStores> {
  const stores = await openTestStores();
  t.teardown(stores.close);
  await stores.db.collection<{ _id: string }>("accounts").insertOne({ _id: "ada" });
  return stores;
}

test("several `migrate` commands at the same time on an empty database all succeed, and record the newest form (schema version) of documents", async (t) => {
  const stores = await openTestStores();
  t.teardown(stores.close);
  const env = { ...process.env, ...stores.env };
  const programs = [1, 2, 3].map(() => runProgram(t, "scripts/admin.ts", { args: ["migrate"], env }));
  for (const { ended, output } of programs) {
    t.is(await ended, 0, output.stderr);
    t.true(
      output.stdout.includes(`all documents have form ${NEWEST}, the newest form that this version knows`),
      output.stdout,
    );
  }
  const records = await recordsIn(stores).find().toArray();
  t.is(records.at(-1)?._id, NEWEST);
  t.true(records.every(({ ended_at }) => ended_at));
});

test("documents of the present form (schema version) stay unchanged, and a start logs nothing about migrations", async (t) => {
  const stores = await openUsedStores(t);
  await recordForms(stores, PRESENT);
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ level: "info", process: "test", secrets: [], destination });
  const services = await openServices(parseConfig(stores.env), { logger, storeTimeoutMs: 60_000 });
  await services.close();
  t.deepEqual(
    lines.filter((line) => line.includes("migrat")),
    [],
  );
  t.is(await recordsIn(stores).countDocuments(), NEWEST);
  t.deepEqual(await stores.db.collection("accounts").findOne(), { _id: "ada" as never });
});

for (const [form, found] of [
  [0, "no recorded form"],
  [9, "form 9"],
] as const)
  test(`documents with ${found} prevent every start, whose message says what to do`, async (t) => {
    const stores = await openUsedStores(t);
    await recordForms(stores, form);
    const refusal = new RegExp(
      `cannot start: The documents in MongoDB have ${found}, .* knows no form before 10: an older version .* ` +
        `Empty the database ${stores.env["MONGODB_DATABASE"]}, or delete the folder .data `,
    );
    const web = await startWeb(t, stores);
    t.is(web.code, 1);
    t.regex(web.stderr, refusal);
    t.notRegex(web.stderr, /newer version/);
    t.notRegex(web.stderr, /^\s+at /m, "the error is printed without a stack");
    const refused = await migrate(stores);
    t.is(refused.code, 1);
    t.regex(refused.stderr, /no form before 10/);
    t.deepEqual(await stores.db.collection("accounts").indexes(), [{ v: 2, key: { _id: 1 }, name: "_id_" }]);

    await stores.db.dropDatabase();
    t.is((await migrate(stores)).code, 0, "an emptied database can be used");
  });

test("documents of a newer version prevent every start, and do not affect running processes", async (t) => {
  const { stores } = service;
  await recordsIn(stores).insertOne({ _id: NEWEST + 1, ended_at: null });
  const refusal = new RegExp(
    `have form ${NEWEST + 1}, and this version of the service knows the forms up to ${NEWEST}: .* Start the newer version`,
  );
  const web = await startWeb(t, stores);
  t.is(web.code, 1);
  t.regex(web.stderr, refusal);
  t.notRegex(web.stderr, /^\s+at /m, "the error is printed without a stack");
  const refused = await migrate(stores);
  t.is(refused.code, 1);
  t.regex(refused.stderr, refusal);
  t.is((await service.anonymous.get("/health/live")).status, 200);
  t.is((await service.anonymous.get("/benchmarks/types")).status, 200);
  const client = await service.signIn("after");
  t.is((await client.add(scoreForm(await client.makeBuild()))).status, 200, "a running process goes on");
});

test("the numbers of the forms (schema versions) of the migrations follow the oldest form without gaps", (t) => {
  const { oldest, migrations } = knownForms;
  t.deepEqual(
    migrations.map(({ form }) => form),
    migrations.map((_migration, index) => oldest + 1 + index),
  );
});
