import test from "ava";
import { startServer } from "@pc-benchmarks/mongodb-emulator";
import type { Db } from "mongodb";
import { scannedObjects } from "../../helpers/scanned-objects.ts";
import { correctStoredBytes } from "../../../src/benchmarks/recover/correct-stored-bytes.ts";
import { fileForm, smallCapture } from "../../faults/results.ts";
import type { Client } from "../../helpers/client.ts";
import { temporaryFolder } from "../../helpers/processes.ts";
import { startTestService } from "../../helpers/service.ts";

const AT_A_TIME = 1000;
const FILE_BYTES = 10;

/**
 * Stores `count` runs of an account, each with a file of FILE_BYTES, without adding these bytes to the account's stored
 * bytes.
 */
async function storeFiles(db: Db, account_id: string, count: number): Promise<void> {
  for (let stored = 0; stored < count; stored += AT_A_TIME)
    await db.collection("runs").insertMany(
      Array.from({ length: Math.min(AT_A_TIME, count - stored) }, (_, index) => ({
        _id: `${account_id}-${stored + index}` as never,
        status: "complete",
        build_id: 900_001,
        submission_id: `${account_id}-${stored + index}`,
        account_id,
        stored_bytes: FILE_BYTES,
      })),
    );
}

const keptBy = async (client: Client) => (await client.get("/me")).body.budgets.kept_bytes.used as number;

test("GET /me, an upload and the deletion of a file examine as many MongoDB documents for an account with 10,000 files as for an account with one file", async (t) => {
  t.timeout(600_000);
  // This test has a MongoDB emulator of its own, because an emulator counts the documents that the queries of all
  // clients examine.
  const mongodb = await startServer({ port: 0, dir: temporaryFolder(t), expiryIntervalMs: 3_600_000 });
  t.teardown(() => mongodb.close());
  /**
   * The service calls this function when it marks a submission as finished. The response to the submission does not
   * wait for the mark.
   */
  let onMarked = (): void => undefined;
  const service = await startTestService(t, {
    hasWorkers: false,
    env: { MONGODB_URL: mongodb.url },
    overrides: {
      ledger: (ledger) => ({
        ...ledger,
        markAllRunsCreated: async (ids) => {
          const deleted = await ledger.markAllRunsCreated(ids);
          onMarked();
          return deleted;
        },
      }),
    },
  });
  const { stores } = service.services;
  const { db } = stores.mongo;
  const examinedBy = async (act: () => Promise<unknown>) => {
    const before = await scannedObjects(db);
    await act();
    return (await scannedObjects(db)) - before;
  };
  const { length: size } = smallCapture.content;
  const measure = async (count: number) => {
    const client = await service.signIn(`${count} files`, "unlimited");
    const build_id = await client.makeBuild();
    const account_id = (await client.get("/me")).body.account.account_id as string;
    await storeFiles(db, account_id, count);
    await correctStoredBytes(service.services, new Date());
    // Remove the account's keys from Redis, so that all numbers must come from MongoDB.
    await stores.redis.unlink(await stores.redis.keys(`${service.stores.keyPrefix}*${account_id}*`));
    await client.get("/me");
    const me = await examinedBy(async () => t.is(await keptBy(client), count * FILE_BYTES));
    let runId = "";
    const upload = await examinedBy(async () => {
      const marked = new Promise<void>((resolve) => (onMarked = resolve));
      const { status, body } = await client.add(fileForm(build_id));
      t.is(status, 200);
      runId = body.runs[0].run_id as string;
      await marked;
    });
    const meAfterwards = await examinedBy(async () => t.is(await keptBy(client), count * FILE_BYTES + size));
    const deletion = await examinedBy(() => client.send("DELETE", `/benchmarks/runs/${runId}`));
    t.is(await keptBy(client), count * FILE_BYTES);
    return { me, upload, meAfterwards, deletion };
  };
  const small = await measure(1);
  const large = await measure(10_000);
  t.log(small);
  t.deepEqual(large, small);
});
