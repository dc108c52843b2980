import test from "ava";
import { createLogger } from "../../src/infra/logger.ts";
import { requireKnownForm, runMigrations, type Migration } from "../../src/infra/migrations.ts";
import { newRandomId } from "../../src/infra/new-id.ts";
import { testStores } from "../helpers/stores.ts";

const { db } = await testStores(test);
const documents = db.collection<{ _id: string; text?: string; number?: number }>("things");
const clock = () => new Date("2026-11-23T00:00:00Z");

/** Two migrations: the first turns texts into numbers, the second adds 1000 to each number below 1000. */
const toNumber: Migration = {
  form: 1,
  name: "texts are numbers",
  collection: "things",
  fields: { text: 1 },
  rewrite: ({ text }) =>
    text === undefined ? null : { $set: { number: Number(text) }, $unset: { text: "" } },
};
const raised: Migration = {
  form: 2,
  name: "numbers are at least 1000",
  collection: "things",
  fields: { number: 1 },
  rewrite: ({ number }) => (number < 1000 ? { $set: { number: number + 1000 } } : null),
};

/** Runs migrations. Returns what each migration has logged: the form number, and how many documents it changed. */
async function run(...migrations: Migration[]): Promise<[number, number][]> {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ level: "info", process: "test", secrets: [], destination });
  await runMigrations({ db, clock, newId: newRandomId, logger, migrations });
  return lines.map((line) => {
    const { form, documents: changed } = JSON.parse(line) as { form: number; documents: number };
    return [form, changed];
  });
}

async function seed(count: number): Promise<void> {
  await db.collection("migrations").deleteMany({});
  await documents.deleteMany({});
  await documents.insertMany(
    Array.from({ length: count }, (_, n) => ({ _id: `thing ${String(n).padStart(4, "0")}`, text: `${n}` })),
  );
}

test.serial("migrations of documents run in their order, each once", async (t) => {
  await seed(450);
  t.deepEqual(await run(toNumber, raised), [
    [1, 450],
    [2, 450],
  ]);
  t.deepEqual(await documents.findOne({ _id: "thing 0449" }), { _id: "thing 0449", number: 1449 });
  await documents.updateOne({ _id: "thing 0449" }, { $set: { number: 3 } });
  t.deepEqual(await run(toNumber, raised), []);
  t.is((await documents.findOne({ _id: "thing 0449" }))?.number, 3);
});

test.serial(
  "a migration that fails in the middle starts again, and does not change migrated documents again",
  async (t) => {
    await seed(500);
    const failing: Migration = {
      ...toNumber,
      rewrite: (document) => {
        if (document["_id"] === "thing 0300") throw new Error("killed");
        return toNumber.rewrite(document);
      },
    };
    await t.throwsAsync(run(failing), { message: "killed" });
    t.is(await documents.countDocuments({ text: { $exists: true } }), 300);
    t.deepEqual(await run(toNumber), [[1, 300]]);
    t.is(await documents.countDocuments({ number: { $exists: true } }), 500);
  },
);

test.serial("the start of a newer version's migration prevents migrations of an older version", async (t) => {
  await seed(1);
  await requireKnownForm(db, []);
  const broken: Migration = {
    ...raised,
    rewrite: () => {
      throw new Error("killed");
    },
  };
  await t.throwsAsync(run(toNumber, broken), { message: "killed" });
  await t.throwsAsync(requireKnownForm(db, [toNumber]), { name: "UnreadableFormError" });
  await requireKnownForm(db, [toNumber, raised]);
});
