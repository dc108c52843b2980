import test from "ava";
import { deleteRuns } from "../../src/benchmarks/runs/delete-runs.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import type { Client } from "../helpers/client.ts";
import { brokenCapture, fileForm, smallCapture } from "./results.ts";

let now = new Date("2030-10-15T12:00:00Z");
const service: TestService = await startTestService(test, {
  hasWorkers: false,
  overrides: { clock: () => () => now },
});
const { usage, runParser, sweeps, ledger, runsRepository } = service.services;

const usedBy = async (client: Client) => (await client.get("/me")).body.usage.used as number;
const accountOf = async (client: Client) => (await client.get("/me")).body.account.account_id as string;

test.serial(
  "deleted runs still count towards the run limit of an account, even after its counter is rebuilt",
  async (t) => {
    const client = await service.signIn("deletes");
    const account_id = await accountOf(client);
    const build_id = await client.makeBuild();
    const scores = await client.add({ build_id, benchmarks: { id: 15, runs: [1, 2, 3] } });
    const file = await client.add(fileForm(build_id, smallCapture));
    t.is(file.status, 200, file.text);
    const ids = [...scores.body.runs, ...file.body.runs].map(({ run_id }) => run_id as string);
    t.is(ids.length, 4);
    for (const id of ids) t.is((await client.send("DELETE", `/benchmarks/runs/${id}`)).status, 204);
    t.is(await usedBy(client), 4);
    await usage.reconcile(account_id, "2030-10");
    t.is(await usedBy(client), 4);
    // Parse the runs, because a job that was queued before the deletion must not change the counter.
    for (const id of ids) await runParser.parse(id);
    for (const { run } of sweeps) await run();
    t.is(await usedBy(client), 4);
    t.is(await service.stores.db.collection("runs").countDocuments({ build_id }), 0);
  },
);

test.serial(
  "a failed run does not count towards the run limit, even if the run is deleted before its refund",
  async (t) => {
    const client = await service.signIn("fails and is deleted");
    const added = await client.add(fileForm(await client.makeBuild(), brokenCapture));
    const run_id = added.body.runs[0].run_id as string;
    const asItWas = await runsRepository.find(run_id);
    if (!asItWas) throw new Error("expected the run, found none");
    const claim = await runsRepository.claim(asItWas, now);
    if (!claim) throw new Error("expected a run that no worker has claimed");
    // Let the run fail and its worker die before the refund, after a request to delete the run has read the run.
    await runsRepository.fail(claim, { code: "some_fault", detail: "…", public_detail: "…" }, 1, now);
    await deleteRuns(service.services, [asItWas]);
    t.is(await usedBy(client), 0);
  },
);

test.serial(
  "a run that is submitted just before midnight at the end of a month, and fails after it, is refunded in the old month",
  async (t) => {
    const lastSecond = new Date("2030-10-31T23:59:59.500Z");
    now = lastSecond;
    const client = await service.signIn("midnight");
    const account_id = await accountOf(client);
    const build_id = await client.makeBuild();
    const added = await client.add({ ...fileForm(build_id), files: [brokenCapture, smallCapture] });
    t.is(added.body.usage.period, "2030-10");
    now = new Date("2030-11-01T00:00:03Z");
    t.is((await client.add({ build_id, benchmarks: { id: 15, runs: [7] } })).status, 200);
    for (const { run_id } of added.body.runs) await runParser.parse(run_id);
    const statuses = await Promise.all(
      (added.body.runs as { run_id: string }[]).map(
        async ({ run_id }) => (await runsRepository.find(run_id))?.status,
      ),
    );
    t.deepEqual(statuses, ["failed", "complete"]);
    t.is(await usedBy(client), 1, "November has the one score that was submitted in November");
    now = lastSecond;
    t.is(await usedBy(client), 1, "October has the complete one of its two files");
    t.is(await ledger.sumCharged(account_id, "2030-10", []), 1);
  },
);
