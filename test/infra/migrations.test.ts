import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { newestForm, requireKnownForm, type Migration } from "../../src/infra/migrations.ts";
import { runProgram } from "../helpers/processes.ts";
import { testStores } from "../helpers/stores.ts";
import { formsWith, migrateThings, raised, toNumber, type Thing } from "./made-up-migrations.ts";

const { db, env } = await testStores(test);
const things = db.collection<Thing>("things");
const records = db.collection<{ _id: number; ended_at: Date | null }>("migrations");

/** The number of documents that takes so long to migrate that a test can kill the process in the middle. */
const MANY = 6000;

/** Stores documents of form (schema version) 1. */
async function seed(count: number): Promise<void> {
  await records.deleteMany({});
  await things.deleteMany({});
  if (count > 0)
    await things.insertMany(
      Array.from({ length: count }, (_, n) => ({ _id: `thing ${String(n).padStart(4, "0")}`, text: `${n}` })),
    );
  await records.insertOne({ _id: 1, ended_at: new Date() });
}

const withText = () => things.countDocuments({ text: { $exists: true } });

const failing = (migration: Migration, isFailing: (id: string) => boolean): Migration => ({
  ...migration,
  rewrite: (document) => {
    if (isFailing(document["_id"] as string)) throw new Error("killed");
    return migration.rewrite(document);
  },
});

test.serial("migrations of documents run in their order, each once", async (t) => {
  await seed(450);
  t.deepEqual(await migrateThings(db, toNumber, raised), [
    [2, 450],
    [3, 450],
  ]);
  t.deepEqual(await things.findOne({ _id: "thing 0449" }), { _id: "thing 0449", number: 1449 });
  await things.updateOne({ _id: "thing 0449" }, { $set: { number: 3 } });
  t.deepEqual(await migrateThings(db, toNumber, raised), []);
  t.is((await things.findOne({ _id: "thing 0449" }))?.number, 3);
});

test.serial(
  "a migration that fails in the middle starts again, and does not change migrated documents again",
  async (t) => {
    await seed(500);
    const broken = failing(toNumber, (id) => id === "thing 0300");
    await t.throwsAsync(migrateThings(db, broken), { message: "killed" });
    t.is(await withText(), 300);
    await requireKnownForm(db, formsWith(toNumber));
    t.deepEqual(await migrateThings(db, toNumber), [[2, 300]]);
    t.is(await things.countDocuments({ number: { $exists: true } }), 500);
  },
);

const programOf = (t: ExecutionContext) =>
  runProgram(t, "test/infra/programs/run-migrations.ts", { env: { ...process.env, ...env } });

test.serial(
  "several processes, one of which is killed, migrate thousands of documents to the newest form (schema version)",
  async (t) => {
    await seed(MANY);
    // Repeat the attempt if the process has changed all documents before the test could kill it, because then nothing
    // was interrupted.
    let left = 0;
    while (left === 0) {
      const killed = programOf(t);
      while ((await withText()) === MANY) await sleep(1);
      killed.child.kill("SIGKILL");
      await killed.ended;
      left = await withText();
      if (left === 0) await seed(MANY);
    }
    t.true(left < MANY, `${left} are left`);
    t.is((await records.findOne({ _id: 2 }))?.ended_at, null);

    // One process waits until the lease of the killed process expires, and the other process waits for the lease of the
    // first.
    const both = [programOf(t), programOf(t)];
    const codes = await Promise.all(both.map(async ({ ended }) => ended));
    t.deepEqual(codes, [0, 0], both.map(({ output }) => output.stderr).join("\n"));
    // One process migrates, and the other one has nothing to do.
    const logged = both.map(({ output }) => output.stdout.trim());
    t.deepEqual(logged.toSorted(), [`[[2,${left}],[3,1000]]`, "[]"]);
    t.is(await things.countDocuments({ number: { $gte: 1000 } }), MANY, "no document is lost or duplicated");
  },
);

test.serial("the start of a newer version's migration prevents migrations of an older version", async (t) => {
  await seed(1);
  await requireKnownForm(db, formsWith());
  const broken = failing(raised, () => true);
  await t.throwsAsync(migrateThings(db, toNumber, broken), { message: "killed" });
  await t.throwsAsync(requireKnownForm(db, formsWith(toNumber)), {
    name: "UnreadableFormError",
    message: /have form 3, and this version of the service knows the forms up to 2: a newer version/,
  });
  await requireKnownForm(db, formsWith(toNumber, raised));
});

test.serial("documents of an unrecorded or too old form (schema version) are refused", async (t) => {
  const forms = { ...formsWith(raised), oldest: 2 };
  const refusal = (found: string) => ({
    name: "UnreadableFormError",
    message: new RegExp(
      `have ${found}, and this version of the service knows no form before 2: an older version .* Empty the database ${db.databaseName}, or delete the folder .data `,
    ),
  });
  await seed(1);
  await t.throwsAsync(requireKnownForm(db, forms), refusal("form 1"));
  await records.insertOne({ _id: 2, ended_at: null });
  await t.throwsAsync(
    requireKnownForm(db, forms),
    refusal("form 1"),
    "the migration to form 2 is unfinished",
  );
  await records.deleteMany({});
  await t.throwsAsync(requireKnownForm(db, forms), refusal("no recorded form"));
  t.is(await records.countDocuments(), 0);
});

test.serial(
  "an empty database gets the newest form (schema version), also if forms of removed documents are recorded",
  async (t) => {
    const forms = { ...formsWith(raised), oldest: 2 };
    t.is(newestForm(forms), 3);
    t.is(newestForm(formsWith()), 1);
    for (const recorded of [[], [1], [1, 2]]) {
      await seed(0);
      await records.deleteMany({});
      if (recorded.length > 0) await records.insertMany(recorded.map((_id) => ({ _id, ended_at: null })));
      await requireKnownForm(db, forms);
      t.is(await records.countDocuments(), recorded.length, "the check writes nothing");
      const later: Migration = { ...toNumber, form: 4 };
      t.deepEqual(await migrateThings(db, toNumber, raised, later), []);
      t.is(
        await records.countDocuments({ ended_at: { $ne: null } }),
        4,
        "the forms from 1 to 4 are recorded",
      );
      await things.insertOne({ _id: "first", number: 3 });
      await requireKnownForm(db, formsWith(toNumber, raised, later));
      t.deepEqual(await migrateThings(db, toNumber, raised, later), []);
      t.is((await things.findOne({ _id: "first" }))?.number, 3);
    }
  },
);

test.serial(
  "a database is accepted if another process records its form (schema version) while the service looks for its documents",
  async (t) => {
    const forms = { ...formsWith(raised), oldest: 2 };
    await seed(1);
    const racing = new Proxy(db, {
      get: (target, name: keyof typeof db) =>
        name !== "collection"
          ? target[name]
          : (collection: string) => {
              if (collection !== "things") return target.collection(collection);
              return {
                findOne: async () => {
                  await records.insertOne({ _id: 2, ended_at: new Date() });
                  return things.findOne();
                },
              };
            },
    });
    await t.notThrowsAsync(requireKnownForm(racing, forms));
  },
);
