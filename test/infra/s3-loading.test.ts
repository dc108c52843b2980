import test from "ava";
import { runProgram } from "../helpers/processes.ts";
import { startS3Server } from "../helpers/s3-server.ts";
import { testStores } from "../helpers/stores.ts";

test("no process loads the client library of S3 unless the settings name an object store", async (t) => {
  t.timeout(600_000);
  const stores = await testStores(t);
  const s3 = await startS3Server(t);
  const filesLoaded = async (settings: Record<string, string>) => {
    const env = { ...process.env, ...stores.env, ...settings };
    return Number(await runProgram(t, "test/infra/programs/print-s3-packages.ts", { env }).firstLine());
  };
  t.is(await filesLoaded({}), 0);
  t.true((await filesLoaded(s3.env())) > 10);
});
