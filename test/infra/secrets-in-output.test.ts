import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { runProgram } from "../helpers/processes.ts";
import { testStores } from "../helpers/stores.ts";
import { until } from "../helpers/until.ts";

/** Returns the URL of a store with a wrong password; adds a password if the URL has none. */
function withPassword(text: string, password: string): string {
  const url = new URL(text);
  if (url.username === "" && !url.protocol.startsWith("redis")) url.username = "ada";
  url.password = password;
  return url.href;
}

/** Starts a program of the service with settings that its stores refuse. */
async function startWrong(
  t: ExecutionContext,
  file: string,
  settings: Record<string, string>,
  args: readonly string[] = [],
) {
  const { env } = await testStores(t);
  // The time limit of the stores is long enough for a busy machine, and so short that web soon starts without Redis.
  const own = { PORT: "0", LOG_LEVEL: "debug", START_TIMEOUT_MS: "20000", STORE_TIMEOUT_MS: "3000" };
  return runProgram(t, file, { args, env: { ...process.env, ...env, ...own, ...settings } });
}

const given = () => ({
  MONGODB_URL: process.env["MONGODB_URL"] ?? "",
  REDIS_URL: process.env["REDIS_URL"] ?? "",
});

test("web and worker with a wrong Redis password and a wrong Meilisearch key write neither of these secrets", async (t) => {
  const [password, key] = [`s3cret-p@ss/${randomUUID()}`, `s3cret-key-${randomUUID()}`];
  const settings = { REDIS_URL: withPassword(given().REDIS_URL, password), MEILI_KEY: key };
  const web = await startWrong(t, "src/server.ts", settings);
  t.regex(await web.firstLine(), /^listening /);
  const reason = /WRONGPASS|invalid username-password|AUTH/;
  await until(async () => reason.test(web.output.stderr), "the output tells the reason");
  web.child.kill("SIGTERM");
  await web.ended;
  for (const secret of [password, encodeURIComponent(password), key]) {
    t.false((web.output.stderr + web.output.stdout).includes(secret), web.output.stderr);
  }
});

test("a process and a script with a wrong MongoDB password report the refusal without the password", async (t) => {
  const password = `s3cret-${randomUUID()}`;
  const settings = { MONGODB_URL: withPassword(given().MONGODB_URL, password) };
  for (const [file, args] of [
    ["src/server.ts", []],
    ["workers/index.ts", []],
    ["scripts/admin.ts", ["set-tier", "--account", "a", "--tier", "free"]],
  ] as const) {
    const program = await startWrong(t, file, settings, args);
    t.is(await program.ended, 1, file);
    t.regex(program.output.stderr, /MongoDB cannot be used with these settings .*Check MONGODB_URL/, file);
    t.false((program.output.stderr + program.output.stdout).includes(password), program.output.stderr);
  }
});

test("in production every process and script refuses the MongoDB emulator, without printing its password", async (t) => {
  if (process.env["CONFORMANCE_MONGODB_URL"] !== undefined) {
    t.pass("this test run uses a real MongoDB");
    return;
  }
  const settings = { NODE_ENV: "production", DEV_LOGIN: "false", SERVER_SECRET: "s3cret-".repeat(6) };
  for (const [file, args] of [
    ["src/server.ts", []],
    ["workers/index.ts", []],
    ["scripts/admin.ts", ["set-tier", "--account", "a", "--tier", "free"]],
  ] as const) {
    const program = await startWrong(t, file, settings, args);
    t.is(await program.ended, 1, file);
    t.regex(
      program.output.stderr,
      /MongoDB cannot be used with these settings \(the server is the emulator/,
      file,
    );
  }
});
