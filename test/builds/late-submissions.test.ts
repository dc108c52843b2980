import test from "ava";
import type { Run } from "../../src/benchmarks/model/run.ts";
import type { Overrides } from "../../src/compose/overrides.ts";
import { startTestService } from "../helpers/service.ts";
import { fileForm, scoreForm } from "../faults/results.ts";

// Tests submissions that pause after reading their build and continue after the build was deleted. The service has no
// workers: the tests run the sweeps themselves.
const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let now = new Date("2030-03-01T12:00:00Z");
/**
 * Functions by the name of the step that a test pauses. The service awaits the function when the step is called next.
 */
const held = new Map<string, () => Promise<void>>();
const reach = async (step: string) => {
  const hold = held.get(step);
  held.delete(step);
  await hold?.();
};
const overrides: Overrides = {
  clock: () => () => now,
  ledger: (ledger) => ({
    ...ledger,
    insert: async (submission) => {
      await reach("before insert");
      await ledger.insert(submission);
      await reach("after insert");
    },
    findPendingOfBuild: async (...given) => {
      await reach("look for pending submissions");
      return ledger.findPendingOfBuild(...given);
    },
  }),
  runsRepository: (runs) => ({
    ...runs,
    countWaitingOf: async (...given) => {
      await reach("count waiting files");
      return runs.countWaitingOf(...given);
    },
    insertMissing: async (...given) => {
      await reach("create runs");
      return runs.insertMissing(...given);
    },
  }),
};
const service = await startTestService(test, { hasWorkers: false, overrides });
const { db } = service.stores;

type Client = Awaited<ReturnType<typeof service.signIn>>;

/**
 * Pauses the next call of a submission's step. Returns a promise that resolves when that call begins, and a function
 * that lets the call continue.
 */
function hold(step: string) {
  let arrive = () => undefined as void;
  let open = () => undefined as void;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  held.set(step, async () => {
    arrive();
    await opened;
  });
  return { arrived, open: () => open() };
}

async function sweep(): Promise<void> {
  for (const { run } of service.services.sweeps) await run();
}

/** Counts an account's runs, and the account's submissions that contain a file. */
async function remains(client: Client): Promise<Record<string, number>> {
  const { account_id } = (await client.get("/me")).body.account;
  const withFile = { account_id, "contents.1": { $exists: true } };
  return {
    runs: await db.collection<Run>("runs").countDocuments({ account_id }),
    files: await db.collection("submissions").countDocuments(withFile),
  };
}
const used = async (client: Client) => (await client.get("/me")).body.usage.used as number;

for (const [what, makeForm] of [
  ["scores", scoreForm],
  ["a file", (build_id: number) => fileForm(build_id)],
] as const)
  for (const [age, ms] of [
    ["a second", 1000],
    ["9 minutes", 9 * MINUTE_MS],
  ] as const)
    test.serial(
      `no run and no file remains of ${what} stored ${age} after the build was deleted`,
      async (t) => {
        const client = await service.signIn(`${what} ${age}`);
        const build_id = await client.makeBuild();
        const { arrived, open } = hold("before insert");
        const sent = client.add(makeForm(build_id));
        await arrived;
        t.is((await client.send("DELETE", `/builds/${build_id}`)).status, 204);
        await sweep();
        now = new Date(now.getTime() + ms);
        await sweep();
        open();
        const { status, body, text } = await sent;
        t.is(status, 200, text);
        t.is((await service.anonymous.get(`/benchmarks/runs/${body.runs[0].run_id}`)).status, 404);
        now = new Date(now.getTime() + 10 * MINUTE_MS);
        await sweep();
        t.deepEqual(await remains(client), { runs: 0, files: 0 });
        t.is(await db.collection("submissions").countDocuments({ build_id, charged: 1 }), 1);
        t.is(await used(client), 1, "the run stays counted as used");
        t.is(await db.collection("builds").countDocuments({ runs_due_at: { $exists: true } }), 0);
      },
    );

test.serial(
  "no run and no file remains of a late submission whose process dies right after storing it",
  async (t) => {
    const client = await service.signIn("dies");
    const build_id = await client.makeBuild();
    const { arrived, open } = hold("before insert");
    held.set("after insert", () => Promise.reject(new Error("the process dies here")));
    const sent = client.add(fileForm(build_id));
    await arrived;
    t.is((await client.send("DELETE", `/builds/${build_id}`)).status, 204);
    now = new Date(now.getTime() + 11 * MINUTE_MS);
    open();
    t.not((await sent).status, 200);
    t.is(await db.collection("submissions").countDocuments({ build_id }), 1);
    // Let the sweep run so much later that it also checks whether the build of a pending submission still exists.
    now = new Date(now.getTime() + 11 * MINUTE_MS);
    await sweep();
    t.deepEqual(await remains(client), { runs: 0, files: 0 });
    t.is(await db.collection("submissions").countDocuments({ build_id, runs_created: true, charged: 1 }), 1);
    t.is(await used(client), 1);
  },
);

test.serial(
  "a submission that finishes while the deletion of its build searches for pending submissions is deleted with the build",
  async (t) => {
    const client = await service.signIn("in the middle");
    const build_id = await client.makeBuild();
    const creating = hold("create runs");
    const sent = client.add(fileForm(build_id));
    await creating.arrived;
    t.is((await client.send("DELETE", `/builds/${build_id}`)).status, 204);
    held.set("look for pending submissions", async () => {
      creating.open();
      await sent;
    });
    await sweep();
    t.is((await sent).status, 200);
    now = new Date(now.getTime() + 10 * MINUTE_MS);
    await sweep();
    t.deepEqual(await remains(client), { runs: 0, files: 0 });
    t.is(await used(client), 1);
  },
);

test.serial("runs that a submission creates after its build was deleted are removed", async (t) => {
  const client = await service.signIn("creates late");
  const build_id = await client.makeBuild();
  const creating = hold("create runs");
  const sent = client.add(fileForm(build_id));
  await creating.arrived;
  t.is((await client.send("DELETE", `/builds/${build_id}`)).status, 204);
  now = new Date(now.getTime() + 9 * MINUTE_MS);
  await sweep();
  creating.open();
  t.is((await sent).status, 200);
  now = new Date(now.getTime() + MINUTE_MS);
  await sweep();
  t.deepEqual(await remains(client), { runs: 0, files: 0 });
  t.is(await used(client), 1);
});

for (const [what, makeForm, status] of [
  ["scores", scoreForm, 200],
  ["a file", (build_id: number) => fileForm(build_id), 200],
] as const)
  test.serial(`${what} stored an hour after the account was deleted are removed`, async (t) => {
    const client = await service.signIn(`account gone, ${what}`);
    const build_id = 900_001;
    await service.services.builds.saveOwnerless({ _id: build_id, name: "Shared", parts: {} });
    const { arrived, open } = hold("before insert");
    const sent = client.add(makeForm(build_id));
    await arrived;
    t.is((await client.send("DELETE", "/me")).status, 204);
    now = new Date(now.getTime() + 60 * MINUTE_MS);
    await sweep();
    open();
    t.is((await sent).status, status);
    now = new Date(now.getTime() + DAY_MS);
    await sweep();
    await sweep();
    t.is(await db.collection("submissions").countDocuments({ build_id }), 0);
    t.is(await db.collection("runs").countDocuments({ build_id }), 0);
  });

test.serial("files of an account that is deleted while they arrive are refused", async (t) => {
  const client = await service.signIn("account gone, room");
  const build_id = 900_002;
  await service.services.builds.saveOwnerless({ _id: build_id, name: "Shared", parts: {} });
  const asked = hold("count waiting files");
  const sent = client.add(fileForm(build_id));
  await asked.arrived;
  t.is((await client.send("DELETE", "/me")).status, 204);
  asked.open();
  t.is((await sent).status, 401);
  t.is(await db.collection("submissions").countDocuments({ build_id }), 0);
});
