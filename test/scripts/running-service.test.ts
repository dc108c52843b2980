import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { envWithoutStores, runProgram, temporaryFolder } from "../helpers/processes.ts";
import { testStores } from "../helpers/stores.ts";

test("a script finds the stores of the service that runs in DATA_DIR, even if .env has empty settings for these stores", async (t) => {
  const { env: stores } = await testStores(t);
  const cwd = temporaryFolder(t);
  const dataDir = temporaryFolder(t);
  const names = ["MONGODB_URL", "REDIS_URL", "MEILI_URL", "MEILI_KEY"];
  writeFileSync(join(cwd, ".env"), names.map((name) => `${name}=\n`).join(""));
  writeFileSync(join(dataDir, "stores.env"), names.map((name) => `${name}=${stores[name] ?? ""}\n`).join(""));
  const env = { ...envWithoutStores(), DATA_DIR: dataDir, LOG_LEVEL: "error" };
  const program = runProgram(t, "scripts/admin.ts", { args: ["retry-failed", "--dry-run"], cwd, env });
  t.is(await program.ended, 0, program.output.stderr);
  t.regex(
    program.output.stdout,
    /^No failed run has the code reader_crashed, .*\n0 runs would be queued again$/m,
  );
});
