import test, { type ExecutionContext } from "ava";
import { setTimeout as sleep } from "node:timers/promises";
import { fileForm, smallCapture } from "../../faults/results.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { until } from "../../helpers/until.ts";
import { openRaw, statusFrom, trickle, type RawConnection } from "./raw-client.ts";

const ATTACKERS = 1100;
const TRICKLE_MS = 2000;
const POLL_MS = 10;
/** Declares a test on Linux alone: only there is every 127.x.y.z a loopback address without configuration. */
const linuxTest = process.platform === "linux" ? test.serial : test.skip;

/**
 * Constants with time limits so long that during a test only a limit on the number of connections can end a connection.
 */
const longTimes = {
  HEADERS_TIMEOUT_MS: 600_000,
  JSON_BODY_TIMEOUT_MS: 600_000,
  TRANSFER_GRACE_MS: 3_600_000,
  CONNECTION_IDLE_TIMEOUT_MS: 3_600_000,
};
/**
 * Settings with limits on an account's files so high that the attacker's account, which sends all files, reaches none
 * of them.
 */
const ampleBudgets = { MAX_UPLOADS_AT_ONCE: "1000", MAX_WAITING_RUNS: "100000" };

/**
 * Opens connections from several addresses. Each connection sends the beginning of a request, and then a byte every
 * TRICKLE_MS.
 */
async function attack(t: ExecutionContext, url: string, addresses: readonly string[], beginning: string) {
  const connections: RawConnection[] = [];
  for (let i = 0; i < ATTACKERS; i++) {
    const connection = openRaw(t, url, addresses[i % addresses.length]);
    connection.socket.write(beginning);
    trickle(t, connection, TRICKLE_MS);
    connections.push(connection);
  }
  await Promise.all(
    connections.map(
      ({ socket, closed }) =>
        new Promise((resolve) => socket.once("connect", resolve) && void closed.then(resolve)),
    ),
  );
  return connections;
}

const manyAddresses = Array.from({ length: 11 }, (_, index) => `127.0.1.${index + 1}`);

/** Returns the beginning of a request, after which the service waits for more headers, JSON or files. */
async function beginningOf(kind: "headers" | "json" | "files", service: TestService): Promise<string> {
  if (kind === "headers") return "GET /benchmarks/types HTTP/1.1\r\nX-Slow: ";
  const rest = ["Host: bench.test", "Content-Length: 60000"];
  if (kind === "json") {
    const headers = ["POST /login/dev HTTP/1.1", ...rest, "Content-Type: application/json"];
    return [...headers, "", '{"name":"'].join("\r\n");
  }
  const client = await service.signIn("attacker", "unlimited");
  const headers = ["POST /benchmarks/add HTTP/1.1", ...rest, `Cookie: ${client.cookie ?? ""}`];
  const field = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
  return [
    ...headers,
    "Content-Type: multipart/form-data; boundary=x",
    "",
    field("build_id", String(await client.makeBuild())),
    field("benchmarks", '{"id":16}'),
    '--x\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\n',
  ].join("\r\n");
}

async function assertReachable(t: ExecutionContext, url: string, from: string): Promise<void> {
  for (const path of ["/health/live", "/health/ready", "/benchmarks/types"])
    t.is(await statusFrom(t, url, path, from), 200, `${path} from ${from}`);
}

for (const kind of ["headers", "json", "files"] as const) {
  linuxTest(
    `1,100 connections of one address that trickle ${kind} do not lock out other clients`,
    async (t) => {
      const env = { ...ampleBudgets, MAX_CONNECTIONS_PER_ADDRESS: "200", MAX_CONNECTIONS: "2000" };
      const service = await startTestService(t, { env, constants: longTimes, hasWorkers: false });
      const beginning = await beginningOf(kind, service);
      const connections = await attack(t, service.url, ["127.0.0.2"], beginning);
      await assertReachable(t, service.url, "127.0.0.1");
      const open = connections.filter(({ socket }) => !socket.destroyed);
      t.true(open.length >= 200);
      // Wait a moment, because the attacker notices the closing of a connection later than the service closes the
      // connection.
      const openNow = () => connections.filter(({ socket }) => !socket.destroyed).length;
      await until(async () => openNow() <= 200, "the attacker has 200 connections");
      // If the service may close connections whose request is incomplete, other requests from the attacker's address
      // succeed too.
      if (kind !== "files") await assertReachable(t, service.url, "127.0.0.2");
    },
  );

  linuxTest(
    `1,100 connections of eleven addresses that trickle ${kind} do not lock out other clients`,
    async (t) => {
      // The grace period is short, because a client that sends a file counts as slow only after half of this period.
      const grace =
        kind === "files" ? { TRANSFER_GRACE_MS: 4000, MIN_TRANSFER_BYTES_PER_S: 1_000_000_000 } : {};
      const constants = { ...longTimes, ...grace };
      const env = { ...ampleBudgets, MAX_CONNECTIONS_PER_ADDRESS: "200", MAX_CONNECTIONS: "300" };
      const service = await startTestService(t, { env, constants, hasWorkers: false });
      await attack(t, service.url, manyAddresses, await beginningOf(kind, service));
      for (const path of ["/health/live", "/health/ready"])
        t.is(await statusFrom(t, service.url, path, "127.0.0.1"), 200, path);
      if (kind !== "files") await assertReachable(t, service.url, "127.0.0.1");
      let status = 503;
      const ask = async () => (status = await statusFrom(t, service.url, "/benchmarks/types", "127.0.0.1"));
      // The client gets the status 0 if the service closes the connection before the client's request arrives.
      const isAnswered = async () => ![0, 503].includes(await ask());
      await until(isAnswered, "the service answers more than the health checks");
      t.is(status, 200);
    },
  );
}

linuxTest("an upload at a sufficient rate succeeds while other connections trickle requests", async (t) => {
  const env = { ...ampleBudgets, MAX_CONNECTIONS_PER_ADDRESS: "200", MAX_CONNECTIONS: "300" };
  const service = await startTestService(t, { env, constants: longTimes, hasWorkers: false });
  const client = await service.signIn("uploader");
  const form = new Response(formData(await client.makeBuild()));
  const body = Buffer.from(await form.arrayBuffer());
  const upload = openRaw(t, service.url);
  const headers = [
    "POST /benchmarks/add HTTP/1.1",
    "Host: bench.test",
    "Connection: close",
    `Cookie: ${client.cookie ?? ""}`,
    `Content-Type: ${form.headers.get("content-type") ?? ""}`,
    `Content-Length: ${body.length}`,
  ];
  upload.socket.write(`${headers.join("\r\n")}\r\n\r\n`);
  upload.socket.write(body.subarray(0, 500));
  const uploads = service.stores.db.collection("uploads");
  const hasBegun = async () => upload.socket.destroyed || (await uploads.countDocuments()) > 0;
  await until(hasBegun, "the upload has begun");
  t.false(upload.socket.destroyed, upload.received());
  // The attack (connections that send requests byte by byte) begins after the upload and from the same address. The
  // service therefore keeps the connection of the upload only because the upload is fast.
  const beginning = await beginningOf("json", service);
  await attack(t, service.url, ["127.0.0.1"], beginning);
  for (let i = 0; i < 10; i++) {
    // Open an additional connection that stays open, so that the next connection must replace a connection whose
    // request has begun.
    openRaw(t, service.url).socket.write(beginning);
    await statusFrom(t, service.url, "/health/live", "127.0.0.1");
  }
  upload.socket.write(body.subarray(500));
  await upload.closed;
  t.regex(upload.received(), /^HTTP\/1\.1 200 /);
});

function formData(build_id: number): FormData {
  const form = new FormData();
  form.append("build_id", String(build_id));
  form.append("benchmarks", '{"id":16}');
  form.append("files", new Blob([String(smallCapture.content).repeat(30)]), "large.csv");
  return form;
}

test("a further connection of an address replaces the connection of the address that has been idle longest", async (t) => {
  const env = { MAX_CONNECTIONS_PER_ADDRESS: "2" };
  const service = await startTestService(t, { env, constants: longTimes, hasWorkers: false });
  const answered = async (connection: RawConnection, count: number) => {
    connection.socket.write("GET /health/live HTTP/1.1\r\nHost: bench.test\r\n\r\n");
    const responses = () => connection.received().split("HTTP/1.1 200 ").length - 1;
    await until(async () => responses() === count, "the response has arrived");
  };
  const first = openRaw(t, service.url);
  await answered(first, 1);
  const second = openRaw(t, service.url);
  await answered(second, 1);
  await answered(first, 2);
  t.is(await statusFrom(t, service.url, "/health/live", "127.0.0.1"), 200);
  await Promise.race([first.closed, second.closed]);
  t.false(first.socket.destroyed, "the connection that was used last stays open");
  await answered(first, 3);
});

test("when all connections are busy, the service answers the health checks, and all other requests with 503", async (t) => {
  const constants = { ...longTimes, RESERVED_CONNECTIONS: 5 };
  const env = { ...ampleBudgets, MAX_CONNECTIONS: "20" };
  const service = await startTestService(t, { env, constants, hasWorkers: false });
  const client = await service.signIn("busy");
  const run_id = (await client.add(fileForm(await client.makeBuild()))).body.runs[0].run_id as string;
  const ask = (path: string) => statusFrom(t, service.url, path, "127.0.0.1");
  const waits: RawConnection[] = [];
  // Open another waiting connection on each call, because the service may close a connection that has sent no request
  // yet.
  const addWait = () => {
    const connection = openRaw(t, service.url);
    connection.socket.write(
      `GET /benchmarks/runs/${run_id}?wait=30 HTTP/1.1\r\nHost: bench.test\r\nConnection: close\r\n\r\n`,
    );
    waits.push(connection);
  };
  const isFull = async () => {
    addWait();
    await sleep(POLL_MS);
    return (await ask("/benchmarks/types")) === 503;
  };
  await until(isFull, "the waiting requests use all connections");
  for (let i = 0; i < 20; i++) {
    t.is(await ask("/health/live"), 200);
    t.is(await ask("/health/ready"), 200);
  }
  service.services.runs.stopWaiting();
  await Promise.all(waits.map(({ closed }) => closed));
  t.true(waits.filter((wait) => wait.received().startsWith("HTTP/1.1 200 ")).length >= 20);
  await until(async () => (await ask("/benchmarks/types")) === 200, "connections are free again");
});

for (const TRUST_PROXY of ["1", "127.0.0.1"])
  test(`with TRUST_PROXY=${TRUST_PROXY}, the connections of the proxy are not counted by address`, async (t) => {
    const env = { ...ampleBudgets, TRUST_PROXY, MAX_CONNECTIONS_PER_ADDRESS: "2" };
    const service = await startTestService(t, { env, constants: longTimes, hasWorkers: false });
    const silent = Array.from({ length: 20 }, () => openRaw(t, service.url));
    t.is(await statusFrom(t, service.url, "/benchmarks/types", "127.0.0.1"), 200);
    t.true(silent.every(({ socket }) => !socket.destroyed));
  });

test("a client that connects directly instead of through the proxy has the limit of connections of one address", async (t) => {
  const env = { ...ampleBudgets, TRUST_PROXY: "192.0.2.1", MAX_CONNECTIONS_PER_ADDRESS: "2" };
  const service = await startTestService(t, { env, constants: longTimes, hasWorkers: false });
  const [first] = Array.from({ length: 3 }, () => openRaw(t, service.url));
  await first?.closed;
  t.is(await statusFrom(t, service.url, "/benchmarks/types", "127.0.0.1"), 200);
});
