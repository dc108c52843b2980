import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import test, { type ExecutionContext } from "ava";
import { portFault } from "../../../embedded/launchers/processes/free-port.ts";
import { patience } from "../../helpers/patience.ts";
import { runProgram, temporaryFolder } from "../../helpers/processes.ts";
import { testStores } from "../../helpers/stores.ts";
import { until } from "../../helpers/until.ts";
import { mayListen, unprivilegedUser, type User } from "../../helpers/unprivileged-user.ts";

/**
 * Returns `test` if this machine has the address `host`, otherwise `test.skip`: a machine may have no IPv6 addresses.
 */
const withAddress = async (host: string) => ((await portFault(0, host)) === undefined ? test : test.skip);
// A loopback address that the service takes for a public address. The test uses this address, so that it does not open
// the machine to other machines.
const MAPPED = "::ffff:127.0.0.1";
const withIpv6 = await withAddress("::1");
const withMapped = await withAddress(MAPPED);
const stores = await testStores(test);
const START = "scripts/start.ts";

/** Runs `npm start` on the stores of this test run. */
function start(t: ExecutionContext, settings: Record<string, string>, user: User = {}) {
  const own = { PORT: "0", DATA_DIR: temporaryFolder(t), ...settings };
  return runProgram(t, START, { env: { ...process.env, ...stores.env, ...patience, ...own }, user });
}

/** Asserts that a program fails, and that the given line is its only output. */
async function endsWith(t: ExecutionContext, program: ReturnType<typeof runProgram>, line: string) {
  t.is(await program.ended, 1);
  t.is(program.output.stdout, "");
  t.is(program.output.stderr, `${line}\n`);
}

/** Returns a port of this machine on which another program listens. */
async function takenPort(t: ExecutionContext): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
}

// An address that no machine has: it belongs to TEST-NET-1 of RFC 5737.
const FOREIGN = "192.0.2.1";
const FOREIGN_LINE = `HOST is "${FOREIGN}", which is no address of this machine (EADDRNOTAVAIL). Set HOST to an address of this machine, such as 127.0.0.1`;

test("npm start refuses a HOST that is no address of this machine before it starts anything", async (t) => {
  await endsWith(t, start(t, { HOST: FOREIGN }), FOREIGN_LINE);
});

test("web, started without npm start, says in one line that its port is taken", async (t) => {
  const port = await takenPort(t);
  const program = runProgram(t, "src/server.ts", {
    env: { ...process.env, ...stores.env, ...patience, PORT: String(port), LOG_LEVEL: "error" },
  });
  const line = `Port ${port} of 127.0.0.1 is taken: another program listens on it. Stop the other program, or choose another port, such as PORT=${port + 1}`;
  await endsWith(t, program, `web cannot start: ${line}`);
});

const PRIVILEGED_PORT = 81;
const user = unprivilegedUser();
const isRefused = user !== undefined && !mayListen(user, PRIVILEGED_PORT);

(isRefused ? test : test.skip)(
  "web says that a port below 1024 needs special rights, and names a port without that need",
  async (t) => {
    const own = { PORT: String(PRIVILEGED_PORT), LOG_LEVEL: "error" };
    const env = { ...process.env, ...stores.env, ...patience, ...own };
    const line = `Port ${PRIVILEGED_PORT} of 127.0.0.1 needs special rights, as all ports below 1024 do. Choose a port from 1024 on, such as PORT=3000`;
    const web = runProgram(t, "src/server.ts", { env, ...(user && { user }) });
    await endsWith(t, web, `web cannot start: ${line}`);
  },
);

withIpv6("if HOST is an IPv6 address, the URL of the service has the address in brackets", async (t) => {
  const ready = await start(t, { HOST: "::1" }).firstLine();
  const [, url] = /^ready (http:\/\/\[::1\]:\d+)$/.exec(ready) ?? [];
  t.truthy(url, ready);
  t.is((await fetch(`${url}/health/live`)).status, 200);
});

test("web prints a framed warning if the development log-in is on and its address is reachable from other machines", async (t) => {
  const env = {
    ...process.env,
    ...stores.env,
    ...patience,
    HOST: FOREIGN,
    PORT: "0",
    DEV_LOGIN: "true",
    LOG_LEVEL: "error",
  };
  const web = runProgram(t, "src/server.ts", { env });
  t.is(await web.ended, 1);
  const [empty, edge, first] = web.output.stderr.split("\n");
  t.deepEqual([empty, edge], ["", "#".repeat(78)], web.output.stderr);
  t.regex(first ?? "", /^# {2}WARNING: everybody who reaches this machine can sign in .*#$/);
  t.true(web.output.stderr.endsWith(`\nweb cannot start: ${FOREIGN_LINE}\n`), web.output.stderr);
});

withMapped(
  "npm start turns the development log-in on and prints the warning right before the ready line, unless the log-in is turned off",
  async (t) => {
    const open = start(t, { HOST: MAPPED });
    await open.firstLine();
    const lines = open.output.stderr.trimEnd().split("\n");
    t.is(lines.at(-1), "#".repeat(78), open.output.stderr);
    t.true(open.output.stderr.includes(`HOST is ${MAPPED}`));

    const closed = start(t, { HOST: MAPPED, DEV_LOGIN: "false" });
    await closed.firstLine();
    t.false(closed.output.stderr.includes("WARNING"));
    t.regex(
      closed.output.stderr,
      /^Nobody can sign in, because LOGIN_PROVIDERS names no sign-in provider\./m,
    );
  },
);

test("web logs a warning at its start if nobody can sign in", async (t) => {
  const env = { ...process.env, ...stores.env, ...patience, PORT: "0", LOG_LEVEL: "warn" };
  const web = runProgram(t, "src/server.ts", { env });
  const isSaid = () =>
    `${web.output.stdout}${web.output.stderr}`.includes('"msg":"Nobody can sign in, because ');
  await until(async () => isSaid(), "the warning is logged");
  t.pass();
});

test("npm start refuses the data folder of a running service in a line that names the running service, whatever the stores and the port", async (t) => {
  const dataDir = temporaryFolder(t);
  const first = start(t, { DATA_DIR: dataDir });
  const { port } = new URL((await first.firstLine()).replace("ready ", ""));
  const line = `The data folder ${dataDir} is in use by process ${first.child.pid}: the service runs there already. Stop that process, or start a second service with another folder and port: DATA_DIR=${dataDir}-2 PORT=3001. If that process has ended, try again in 10 seconds or remove ${dataDir}/lock.`;
  await endsWith(t, start(t, { DATA_DIR: dataDir }), line);
  await endsWith(t, start(t, { DATA_DIR: dataDir, PORT: port }), line);
  // Check that the refused second start has not removed the lock of the first start.
  await endsWith(t, start(t, { DATA_DIR: dataDir }), line);
});
