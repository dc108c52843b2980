import test, { type ExecutionContext } from "ava";
import { createClient } from "../helpers/client.ts";
import { runProgram } from "../helpers/processes.ts";
import { openTestStores } from "../helpers/stores.ts";
import { untilItSucceeds } from "../helpers/until.ts";
import { startOwnStores } from "./own-stores.ts";
import { fileForm } from "./results.ts";
import { createSystem, eventually, signIn, type WebProcess } from "./system.ts";

const programs = { web: "src/server.ts", worker: "workers/index.ts" };

/**
 * Starts a MongoDB for this test alone. The processes that `run` and `system` start wait long for MongoDB at their
 * start, and briefly during a request.
 */
async function ownMongo(t: ExecutionContext) {
  t.timeout(900_000);
  const own = await startOwnStores(t);
  const stores = await openTestStores(own.env);
  t.teardown(stores.close);
  const constants = { WORKER_STORE_TIMEOUT_MS: 300, FILE_STALL_TIMEOUT_MS: 300 };
  const env = { ...stores.env, STORE_TIMEOUT_MS: "300" };
  const mongodb = own.stores.mongodb;
  // Start MongoDB again after the test, because the next teardown can remove the data of the test only while MongoDB
  // runs.
  t.teardown(async () => {
    await mongodb.kill();
    mongodb.start();
    const answers = () =>
      stores.db.command({ ping: 1 }).then(
        () => true,
        () => false,
      );
    await eventually(answers, (isThere) => isThere);
  });
  const run = (name: keyof typeof programs, settings: Record<string, string> = {}) =>
    runProgram(t, programs[name], {
      env: {
        ...process.env,
        ...env,
        TEST_CONSTANTS: JSON.stringify(constants),
        PORT: "0",
        DEV_LOGIN: "true",
        LOG_LEVEL: "warn",
        ...settings,
      },
    });
  return { mongodb, run, system: createSystem(t, env, constants) };
}

type Program = ReturnType<typeof runProgram>;

const isWaiting = ({ output }: Program) =>
  eventually(
    async () => output.stderr.includes("waiting for MongoDB"),
    (isSaid) => isSaid,
  );

/**
 * Waits until the web process is ready. The time limit of the stores is so short in these tests that a busy machine may
 * need several requests.
 */
const becomesReady = ({ url }: Pick<WebProcess, "url">) =>
  eventually(
    async () => (await createClient(url).get("/health/ready")).status,
    (status) => status === 200,
    30_000,
  );

for (const [what, fault] of [
  ["still starting", "kill"],
  ["slow to answer", "pause"],
] as const) {
  test(`web and worker wait for a MongoDB that is ${what}, and log that they wait`, async (t) => {
    const { mongodb, run } = await ownMongo(t);
    await mongodb[fault]();
    const [web, worker] = [run("web"), run("worker")];
    t.true(await isWaiting(web));
    t.true(await isWaiting(worker));
    if (fault === "kill") mongodb.start();
    else mongodb.resume();
    t.is(await worker.firstLine(), "working");
    const [, url = ""] = /^listening (\S+)$/.exec(await web.firstLine()) ?? [];
    t.is(await becomesReady({ url }), 200);
  });
}

test("a web process reconnects to a MongoDB that became unavailable right after the start, before the first request", async (t) => {
  const { mongodb, system } = await ownMongo(t);
  const [web, other] = await Promise.all([system.startWeb(), system.startWeb()]);
  // The time limit of the stores is so short that a busy machine may need several requests.
  const client = await untilItSucceeds(() => signIn(other.url, "first upload"));
  const build_id = await untilItSucceeds(() => client.makeBuild());
  mongodb.pause();
  // The web process checks its stores at most once a second, so the first answers may still say that MongoDB is
  // available.
  const away = await eventually(
    () => createClient(web.url).get("/health/ready"),
    ({ status }) => status === 503,
  );
  t.is(away.status, 503);
  t.is((await client.add(fileForm(build_id))).status, 503);
  mongodb.resume();
  t.is(await becomesReady(web), 200);
  const { status } = await eventually(
    () => client.add(fileForm(build_id)),
    (answer) => answer.status === 200,
    30_000,
  );
  t.is(status, 200);
});

test("a process that waits for MongoDB ends at once on a stop signal", async (t) => {
  const { mongodb, run } = await ownMongo(t);
  await mongodb.kill();
  const [web, worker] = [run("web"), run("worker")];
  t.true((await isWaiting(web)) && (await isWaiting(worker)));
  web.child.kill("SIGTERM");
  worker.child.kill("SIGINT");
  // The exit code 143 shows that the process handles the signal itself: as the first process of a container, a process
  // ignores signals that it does not handle.
  t.is(await web.ended, 143);
  t.is(await worker.ended, 130);
});

test("a process that cannot start prints the reason in one line, and exits", async (t) => {
  const { mongodb, run } = await ownMongo(t);
  await mongodb.kill();
  const advice = "Check that MongoDB runs, and that MONGODB_URL is its address\\. START_TIMEOUT_MS .*";
  const cases: [settings: Record<string, string>, says: string][] = [
    [
      { START_TIMEOUT_MS: "3000" },
      `MongoDB is unavailable \\(connect ECONNREFUSED 127\\.0\\.0\\.1:\\d+\\)\\. ${advice}`,
    ],
    [
      { MONGODB_URL: "mongodb://127.0.0.1/?nonsense=1" },
      "MongoDB cannot be used with these settings \\(.*nonsense.*\\)\\. Check MONGODB_URL\\.",
    ],
    [
      { MAX_FILE_BYTES: "0", PORT: "none" },
      "The settings are not valid:\n  PORT: expected .*\n  MAX_FILE_BYTES: expected .*",
    ],
  ];
  for (const name of ["web", "worker"] as const) {
    for (const [settings, says] of cases) {
      const program = run(name, { LOG_LEVEL: "silent", ...settings });
      t.is(await program.ended, 1);
      t.regex(program.output.stderr, new RegExp(`^${name} cannot start: ${says}\n$`));
    }
  }
});
