import test from "ava";
import { rewriteDocuments, type Migration } from "../../src/infra/migration.ts";
import { createMigrations } from "../../src/infra/migrations.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { newRandomId } from "../../src/infra/new-id.ts";
import { requireReadableForm } from "../../src/infra/stored-form.ts";
import { testStores } from "../helpers/stores.ts";

const { db } = await testStores(test);
const documents = db.collection<{ _id: string; text?: string; number?: number }>("things");
const logger = createLogger({ level: "silent", process: "test", secrets: [] });
const clock = () => new Date("2026-11-23T00:00:00Z");
const quiet = () => undefined;

/** Makes a number of each text; then doubles each number that is below 1000. */
const toNumber: Migration = {
  form: 1,
  name: "texts are numbers",
  readableFrom: 0,
  collection: "things",
  migratePage: rewriteDocuments({
    collection: "things",
    fields: { text: 1 },
    rewrite: ({ text }) =>
      text === undefined
        ? null
        : { filter: { text }, update: { $set: { number: Number(text) }, $unset: { text: "" } } },
  }),
};
const doubled: Migration = {
  form: 2,
  name: "numbers are doubled",
  readableFrom: 2,
  collection: "things",
  migratePage: rewriteDocuments({
    collection: "things",
    fields: { number: 1 },
    rewrite: ({ number }) =>
      number < 1000 ? { filter: { number }, update: { $set: { number: number + 1000 } } } : null,
  }),
};

const runnerOf = (...migrations: Migration[]) =>
  createMigrations({ db, clock, newId: newRandomId, migrations });

async function seed(count: number): Promise<void> {
  await db.collection("migrations").deleteMany({});
  await documents.deleteMany({});
  await documents.insertMany(
    Array.from({ length: count }, (_, n) => ({ _id: `thing ${String(n).padStart(4, "0")}`, text: `${n}` })),
  );
}

test.serial("migrations run in their order, and each once", async (t) => {
  await seed(450);
  const runner = runnerOf(toNumber, doubled);
  const done = await runner.run(quiet);
  t.deepEqual(
    done.map(({ migration, examined, changed }) => [migration.form, examined, changed]),
    [
      [1, 450, 450],
      [2, 450, 450],
    ],
  );
  t.deepEqual(await documents.findOne({ _id: "thing 0449" }), { _id: "thing 0449", number: 1449 });
  t.deepEqual(await runner.run(quiet), []);
  t.deepEqual((await runner.state()).outstanding, []);
});

test.serial("a change that comes between reading a document and rewriting it is kept", async (t) => {
  await seed(3);
  let isFirst = true;
  const racing: Migration = {
    ...toNumber,
    migratePage: rewriteDocuments({
      collection: "things",
      fields: { text: 1 },
      rewrite: ({ _id, text }) => {
        if (text === undefined) return null;
        const seen = _id === "thing 0001" && isFirst ? "what it was before" : text;
        isFirst &&= _id !== "thing 0001";
        return { filter: { text: seen }, update: { $set: { number: Number(seen) }, $unset: { text: "" } } };
      },
    }),
  };
  const [done] = await runnerOf(racing).run(quiet);
  t.is(done?.changed, 3);
  t.deepEqual(
    (await documents.find().sort({ _id: 1 }).toArray()).map(({ number }) => number),
    [0, 1, 2],
  );
});

test.serial(
  "a migration that fails in the middle goes on behind its last page, and says what it has done in all",
  async (t) => {
    await seed(500);
    let pages = 0;
    const failing: Migration = {
      ...toNumber,
      migratePage: async (...args) => {
        pages += 1;
        if (pages === 2) throw new Error("MongoDB is away");
        return toNumber.migratePage(...args);
      },
    };
    await t.throwsAsync(runnerOf(failing).run(quiet), { message: "MongoDB is away" });
    t.is(await documents.countDocuments({ text: { $exists: true } }), 300);
    const [left] = await runnerOf(toNumber).tryOut(quiet);
    t.like(left, { examined: 300, changed: 300 });
    const [done] = await runnerOf(toNumber).run(quiet);
    t.like(done, { examined: 500, changed: 500, isEnded: true });
  },
);

test.serial(
  "a release that no longer reads the older form does not start before it has migrated",
  async (t) => {
    await seed(1);
    const required: Migration = { ...toNumber, isRequired: true };
    const start = (isMigrating: boolean) =>
      requireReadableForm(db, [required], { logger, now: clock(), isMigrating });
    await t.throwsAsync(start(false), {
      message: /do not have form 1 \(texts are numbers\) yet.* Run npm run admin -- migrate/,
    });
    await start(true);
    await runnerOf(required).run(quiet);
    await start(false);
    t.pass();
  },
);

test.serial("a newer release's migration stops an older one as soon as it has begun", async (t) => {
  await seed(1);
  const broken = { ...doubled, migratePage: async () => Promise.reject(new Error("killed")) };
  await t.throwsAsync(runnerOf(toNumber, broken).run(quiet), { message: "killed" });
  const older = requireReadableForm(db, [toNumber], { logger, now: clock() });
  await t.throwsAsync(older, { name: "UnreadableFormError" });
  await t.throwsAsync(runnerOf(toNumber).run(quiet), { name: "UnreadableFormError" });
});
