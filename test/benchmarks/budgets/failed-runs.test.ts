import test from "ava";
import type { Client } from "../../helpers/client.ts";
import { findInStores } from "../../helpers/search-stores.ts";
import { startTestService } from "../../helpers/service.ts";
import { brokenCapture, fileForm } from "../../faults/results.ts";

// Tests which runs count towards the failed runs of a person on a day. The service has no workers: the tests call the
// parser of runs themselves.
let now = new Date("2030-03-10T12:00:00Z");
const service = await startTestService(test, {
  hasWorkers: false,
  env: { MAX_FAILED_RUNS_A_DAY: "3" },
  overrides: { clock: () => () => now },
});
test.beforeEach(() => void (now = new Date("2030-03-10T12:00:00Z")));

const failuresOf = async (client: Client) =>
  (await client.get("/me")).body.budgets.failed_runs.used as number;

/** Sends a file that no reader can read, to a new build. Returns the response. */
const sendBroken = async (client: Client) => client.add(fileForm(await client.makeBuild(), brokenCapture));

async function submitBroken(client: Client): Promise<string> {
  const answer = await sendBroken(client);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.runs[0].run_id as string;
}

const parse = (runId: string) => service.services.runParser.parse(runId);

/**
 * Parses the file of a run. Calls `meanwhile` after the reader has refused the file and before the run is marked as
 * failed.
 */
function parseInterrupted(runId: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const interrupted = service.servicesWith({
    runsRepository: (runs) => ({
      ...runs,
      fail: async (...args) => {
        await meanwhile();
        return runs.fail(...args);
      },
    }),
  });
  return interrupted.runParser.parse(runId);
}

test.serial(
  "a person's new account starts with the sum of the failed runs that the person's deleted accounts had on this day",
  async (t) => {
    const first = await service.signIn("returns");
    await parse(await submitBroken(first));
    await parse(await submitBroken(first));
    const { account_id: accountId } = (await first.get("/me")).body.account;
    t.is((await first.send("DELETE", "/me")).status, 204);
    t.deepEqual(await findInStores(service.stores, [accountId, "returns"]), []);

    const second = await service.signIn("returns");
    t.is(await failuresOf(second), 2);
    await parse(await submitBroken(second));
    t.is((await second.send("DELETE", "/me")).status, 204);

    const parallel = await Promise.all([1, 2, 3].map(() => service.signIn("returns")));
    for (const client of parallel) {
      t.is(await failuresOf(client), 3);
      t.is((await sendBroken(client)).status, 429);
    }
    t.is(await failuresOf(await service.signIn("somebody else")), 0);

    now = new Date("2030-03-10T23:59:59Z");
    const [client = first] = parallel;
    t.is(await failuresOf(client), 3);
    now = new Date("2030-03-11T00:00:00Z");
    t.is(await failuresOf(client), 0);
    t.is((await sendBroken(client)).status, 200);
  },
);

test.serial(
  "the stored counts of failed runs expire at the end of the day, and name neither account nor run",
  async (t) => {
    const client = await service.signIn("is not named");
    const runId = await submitBroken(client);
    await parse(runId);
    const { account_id: accountId } = (await client.get("/me")).body.account;
    const places = await findInStores(service.stores, [runId, accountId, "is not named"]);
    t.deepEqual(
      places.filter((place) => place.startsWith("failed_runs")),
      [],
    );
    const { db } = service.stores;
    const expiries = await db.collection("failed_runs").distinct("expires_at");
    t.deepEqual(expiries, [new Date("2030-03-11T00:00:00Z")]);
  },
);

test.serial(
  "a failing file counts as a failed run although its run is deleted while the file is read",
  async (t) => {
    const client = await service.signIn("deletes in time");
    const runId = await submitBroken(client);
    const path = `/benchmarks/runs/${runId}`;
    await parseInterrupted(runId, async () => t.is((await client.send("DELETE", path)).status, 204));
    t.is((await client.get(path)).status, 404);
    t.is(await failuresOf(client), 1);
  },
);

test.serial(
  "a failing file counts as a failed run although its account is deleted while the file is read, and the count does not name the account",
  async (t) => {
    const client = await service.signIn("leaves in time");
    const { account_id: accountId } = (await client.get("/me")).body.account;
    const runId = await submitBroken(client);
    await parseInterrupted(runId, async () => t.is((await client.send("DELETE", "/me")).status, 204));
    t.deepEqual(await findInStores(service.stores, [accountId, "leaves in time"]), []);
    t.is(await failuresOf(await service.signIn("leaves in time")), 1);
  },
);

test.serial(
  "a file whose run is deleted before the file is read does not count as a failed run",
  async (t) => {
    const client = await service.signIn("thinks better of it");
    const runId = await submitBroken(client);
    t.is((await client.send("DELETE", `/benchmarks/runs/${runId}`)).status, 204);
    await parse(runId);
    t.is(await failuresOf(client), 0);
  },
);

test.serial(
  "a failing file counts as one failed run at every moment, even if its worker dies before the run is marked as failed",
  async (t) => {
    const client = await service.signIn("crashes");
    const runId = await submitBroken(client);
    await t.throwsAsync(
      parseInterrupted(runId, async () => {
        const { failed_runs, waiting_runs } = (await client.get("/me")).body.budgets;
        t.deepEqual([failed_runs.used, waiting_runs.used], [1, 1]);
        throw new Error("no connection");
      }),
      { message: "no connection" },
    );
    t.is(await failuresOf(client), 1);
    await parse(runId);
    t.is((await client.get(`/benchmarks/runs/${runId}`)).body.status, "failed");
    const { failed_runs, waiting_runs } = (await client.get("/me")).body.budgets;
    t.deepEqual([failed_runs.used, waiting_runs.used], [1, 0]);
  },
);
