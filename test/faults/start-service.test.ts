import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { freePort } from "../../embedded/index.ts";
import { patience } from "../helpers/patience.ts";
import {
  areGone,
  childrenOf,
  envWithoutStores,
  isGroupAlive,
  runProgram,
  temporaryFolder,
} from "../helpers/processes.ts";
import { testStores } from "../helpers/stores.ts";
import { programArguments } from "../helpers/project-files.ts";
import { until } from "../helpers/until.ts";

const START = "scripts/start.ts";

/** Runs `npm start` on a free port. The command starts stores of its own. */
async function startAlone(t: ExecutionContext) {
  const dataDir = temporaryFolder(t);
  const env = { ...envWithoutStores(), ...patience, NODE_ENV: "development", PORT: "0", DATA_DIR: dataDir };
  return { dataDir, ...(await whenReady(runProgram(t, START, { env }))) };
}

/** Runs `npm start` on a free port. The command uses the stores of this test run. */
async function startOnGivenStores(t: ExecutionContext) {
  const dataDir = temporaryFolder(t);
  const { env: stores } = await testStores(t);
  const env = { ...process.env, ...stores, ...patience, PORT: "0", DATA_DIR: dataDir };
  return { dataDir, ...(await whenReady(runProgram(t, START, { env }))) };
}

async function whenReady(program: ReturnType<typeof runProgram>) {
  const line = await program.firstLine();
  const url = /^ready (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1];
  if (url === undefined) throw new Error(`expected the ready line, found ${line}`);
  return { program, url, groups: guardsOf(program.child.pid) };
}

/**
 * Returns the ids of the child processes of a process that lead a process group. A program that runs from source also
 * has a compiler as a child process.
 */
function guardsOf(pid: number | undefined): number[] {
  return childrenOf(pid).filter(isGroupAlive);
}

test("npm start starts the stores, web and the worker, and SIGTERM stops all of them in order", async (t) => {
  const { dataDir, program, url, groups } = await startAlone(t);
  const health = await fetch(`${url}/health/ready`);
  t.is(health.status, 200, await health.text());
  const login = await fetch(`${url}/login/dev`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"name":"ada"}',
  });
  t.is(login.status, 200, "people who try out the service can sign in");
  const ways = await (await fetch(`${url}/login`)).text();
  t.true(
    ways.includes(`"${url}/login/dev"`),
    `URLs in responses lead to the port on which web listens: ${ways}`,
  );
  t.is(groups.length, 5);

  program.child.kill("SIGTERM");
  t.is(await program.ended, 0);
  t.true(await areGone(groups));
  t.is(program.output.stdout, `ready ${url}\n`);
  const said = program.output.stderr.trimEnd().split("\n");
  t.deepEqual(said.map((line) => line.replace(/:.*/, "")).toSorted(), [
    "started meilisearch",
    "started mongodb emulator",
    "started redis",
    "started web",
    "started worker",
    "stopping",
  ]);
  const log = (name: string) => readFileSync(join(dataDir, "logs", `${name}.log`), "utf8");
  t.regex(log("web"), /"msg":"stopped"/);
  t.regex(log("worker"), /"msg":"stopped"/);
  t.notRegex(log("web") + log("worker"), /"level":"(error|fatal)"/);
});

test("npm start that is killed with SIGKILL leaves no process behind", async (t) => {
  const { program, groups } = await startAlone(t);
  program.child.kill("SIGKILL");
  await program.ended;
  t.is(groups.length, 5);
  t.true(await areGone(groups));
});

test("if one process ends by itself, npm start stops the others and reports that process with the end of its log", async (t) => {
  const { program, groups } = await startOnGivenStores(t);
  const [web, worker] = groups;
  t.is(groups.length, 2);
  process.kill(-(worker ?? 0), "SIGKILL");
  t.is(await program.ended, 1);
  t.regex(program.output.stderr, /^worker ended by itself \(signal SIGKILL\)\./m);
  t.true(await areGone([web ?? 0]));
});

test("a second stop signal ends npm start at once", async (t) => {
  const { program, url, groups } = await startOnGivenStores(t);
  // Send an incomplete request, which keeps the web process from exiting by itself. The response 100 says that web
  // waits for the body.
  const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
  const headers = [
    "Host: test",
    "Content-Type: application/json",
    "Content-Length: 9",
    "Expect: 100-continue",
  ];
  socket.write(["POST /login/dev HTTP/1.1", ...headers, "", "{"].join("\r\n"));
  const [answer] = (await once(socket, "data")) as [Buffer];
  t.regex(String(answer), /^HTTP\/1\.1 100 /);
  program.child.kill("SIGINT");
  // Wait for the first signal to arrive, because two signals within half a second count as one.
  await until(async () => program.output.stderr.includes("stopping"), "the first signal has arrived");
  await sleep(1000);
  t.is(program.child.exitCode, null, "npm start must still be waiting for the request");
  program.child.kill("SIGINT");
  t.is(await program.ended, 1);
  t.true(await areGone(groups));
  socket.destroy();
});

test("the service ends when the npm that started it is killed", async (t) => {
  const { env: stores } = await testStores(t);
  const npm = spawn("sh", ["-c", '"$@"; true', "npm", process.execPath, ...programArguments(START)], {
    env: {
      ...process.env,
      ...stores,
      PORT: "0",
      DATA_DIR: temporaryFolder(t),
      npm_lifecycle_event: "start",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  npm.stderr.on("data", (chunk) => said.push(String(chunk)));
  const [ready] = await Promise.race([once(npm.stdout, "data"), once(npm, "close").then(() => [])]);
  t.truthy(ready, `it ended before it was ready: ${said.join("")}`);
  const [program] = childrenOf(npm.pid);
  const groups = guardsOf(program);
  t.is(groups.length, 2);
  npm.kill("SIGKILL");
  t.true(await areGone(groups));
});

test("a stop signal during the start of the service ends npm start", async (t) => {
  const dataDir = temporaryFolder(t);
  // No Redis is at this address, so that the start cannot end before the signal arrives.
  const REDIS_URL = `redis://127.0.0.1:${await freePort()}`;
  const env = { ...envWithoutStores(), REDIS_URL, NODE_ENV: "development", PORT: "0", DATA_DIR: dataDir };
  const program = runProgram(t, START, { env });
  let groups: number[] = [];
  while (groups.length === 0) {
    await sleep(20);
    groups = guardsOf(program.child.pid);
  }
  program.child.kill("SIGTERM");
  t.is(await program.ended, 0);
  t.is(program.output.stdout, "");
  t.true(await areGone(groups));
});

test("npm start refuses a taken port at once and says what to do", async (t) => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const env = { ...envWithoutStores(), PORT: String(port), DATA_DIR: temporaryFolder(t) };
  const program = runProgram(t, START, { env });
  t.is(await program.ended, 1);
  t.is(program.output.stdout, "");
  t.is(
    program.output.stderr,
    `Port ${port} of 127.0.0.1 is taken: another program listens on it. Stop the other program, or choose another port, such as PORT=${port + 1}\n`,
  );
});

test("npm start reports invalid settings before it starts anything", async (t) => {
  const env = { ...envWithoutStores(), PORT: "none", MAX_FILE_BYTES: "0", DATA_DIR: temporaryFolder(t) };
  const program = runProgram(t, START, { env });
  t.is(await program.ended, 1);
  t.regex(program.output.stderr, /^The settings are not valid:\n {2}PORT: .*\n {2}MAX_FILE_BYTES: /);
});
