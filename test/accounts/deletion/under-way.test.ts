import { randomBytes } from "node:crypto";
import test from "ava";
import { atEachStep, type SubmissionStep } from "../../../src/compose/overrides.ts";
import { createServices } from "../../../src/compose/services.ts";
import { AccountGoneError } from "../../../src/errors.ts";
import { createLogger } from "../../../src/infra/logger.ts";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import { findInStores } from "../../helpers/search-stores.ts";
import { startTestService } from "../../helpers/service.ts";

// Tests requests and jobs that are running while their account is deleted. The service has no workers: the tests call
// the parser of runs themselves.
const HOUR_MS = 60 * 60 * 1000;
const today = new Date();
let now = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 15));

/** Creates a gate at which a request or job waits until a test opens the gate. */
function createGate() {
  let arrive = () => undefined as void;
  let open = () => undefined as void;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  const wait = async () => {
    arrive();
    await opened;
  };
  return { arrived, open: () => open(), wait };
}

/** The step at which the next submission waits until the gate is opened; null if no submission has to wait. */
let stop: { step: SubmissionStep; gate: ReturnType<typeof createGate> } | null = null;
const service = await startTestService(test, {
  hasWorkers: false,
  overrides: {
    clock: () => () => now,
    ...atEachStep(async (step) => {
      if (stop?.step !== step) return;
      const { gate } = stop;
      stop = null;
      await gate.wait();
    }),
  },
});
test.before(async () => {
  await service.services.builds.saveOwnerless({ _id: 1, name: "Shared", parts: {} });
});

const { db } = service.stores;
const capture = () => makeCapture("presentmon-2.3.1", makeGameFrames(randomBytes(4).readUInt32LE()));

async function makeAccount() {
  const name = `person-${randomBytes(8).toString("hex")}`;
  const client = await service.signIn(name);
  return { name, client, accountId: (await client.get("/me")).body.account.account_id as string };
}

const counts = async () =>
  Promise.all(
    ["runs", "submissions", "builds", "uploads", "files.files", "files.chunks", "frame_series"].map(
      async (collection) => `${collection} ${await db.collection(collection).countDocuments()}`,
    ),
  );

/** Runs the sweep that removes the data of deleted accounts once more, with the clock set forward by an hour. */
async function repeatRemovals(): Promise<void> {
  now = new Date(now.getTime() + HOUR_MS);
  await service.services.accountDeletion.sweep.run();
}

const forms = {
  scores: () => ({ build_id: 1, benchmarks: { id: 15, runs: [1, 2] } }),
  "a file": () => ({
    build_id: 1,
    benchmarks: { id: 16 },
    files: [{ name: "capture.csv", content: capture() }],
  }),
};

for (const [what, makeForm] of Object.entries(forms))
  for (const step of ["received", "reserved", "inserted"] as const) {
    test.serial(
      `a submission of ${what}, ${step} when its account is deleted, is removed by the repeated deletion`,
      async (t) => {
        const before = await counts();
        const { name, client, accountId } = await makeAccount();
        const gate = createGate();
        stop = { step, gate };
        const sent = client.add(makeForm());
        await gate.arrived;
        t.is((await client.send("DELETE", "/me")).status, 204);
        gate.open();
        const answer = await sent;
        // The submission is accepted, because it may have found its account in MongoDB just before the account was
        // deleted.
        t.is(answer.status, 200, answer.text);
        await repeatRemovals();
        t.deepEqual(await counts(), before);
        t.deepEqual(await findInStores(service.stores, [accountId, name]), []);
        const { used } = (await (await service.signIn(name)).get("/me")).body.usage;
        const units = what === "scores" ? 2 : 1;
        t.is(used, step === "inserted" ? units : 0, "units stored before the deletion stay counted");
      },
    );
  }

for (const end of ["complete", "fail"] as const)
  test.serial(
    `a worker that is about to ${end} a run stores nothing if the account is deleted meanwhile`,
    async (t) => {
      const before = await counts();
      const { name, client, accountId } = await makeAccount();
      const content = end === "complete" ? capture() : "Application,MsBetweenPresents\n";
      const { body } = await client.add({
        build_id: 1,
        benchmarks: { id: 16 },
        files: [{ name: "capture.csv", content }],
      });
      const runId = body.runs[0].run_id as string;
      const gate = createGate();
      const worker = service.servicesWith({
        runsRepository: (runs) => ({
          ...runs,
          [end]: async (...args: never[]) => {
            await gate.wait();
            return (runs[end] as (...given: never[]) => Promise<boolean>)(...args);
          },
        }),
      });
      const parsed = worker.runParser.parse(runId);
      await gate.arrived;
      await client.send("DELETE", "/me");
      gate.open();
      await parsed;
      t.deepEqual(await counts(), before);
      t.deepEqual(await findInStores(service.stores, [accountId, name]), []);
      await service.services.runParser.parse(runId);
      t.deepEqual(await findInStores(service.stores, [accountId, name]), []);
    },
  );

test.serial("an account that is deleted during its renaming gets no new name", async (t) => {
  const { name, client, accountId } = await makeAccount();
  await client.send("DELETE", "/me");
  const renamed = service.services.accounts.rename(accountId, name);
  await t.throwsAsync(renamed, { instanceOf: AccountGoneError });
  t.deepEqual(await findInStores(service.stores, [accountId, name]), []);
});

test.serial(
  "a build that is stored after the deletion of its owner's account is removed, and the request that stored the build is refused",
  async (t) => {
    const before = await counts();
    const { name, client, accountId } = await makeAccount();
    const gate = createGate();
    const { stores } = service.services;
    const gated = new Proxy(stores.mongo.db, {
      get: (target, property) => {
        if (property !== "collection") return Reflect.get(target, property, target) as unknown;
        return (collection: string) => {
          const real = target.collection(collection);
          if (collection !== "builds") return real;
          return new Proxy(real, {
            get: (builds, method) => {
              const value = Reflect.get(builds, method, builds) as unknown;
              if (typeof value !== "function") return value;
              const call = value.bind(builds) as (...args: unknown[]) => unknown;
              if (method !== "insertOne") return call;
              return async (...args: unknown[]) => {
                await gate.wait();
                return call(...args);
              };
            },
          });
        };
      },
    });
    const logger = createLogger({ level: "silent", process: "test", secrets: [] });
    const other = createServices(
      service.config,
      { ...stores, mongo: { ...stores.mongo, db: gated } },
      { logger, storeTimeoutMs: 10_000, overrides: { clock: () => () => now } },
    );
    const made = other.builds.create(accountId, { name }, "a key");
    await gate.arrived;
    await client.send("DELETE", "/me");
    gate.open();
    await t.throwsAsync(made, { instanceOf: AccountGoneError });
    t.deepEqual(await counts(), before);
    t.is(await db.collection("idempotency_keys").countDocuments(), 0);
    t.deepEqual(await findInStores(service.stores, [accountId, name]), []);
  },
);
