import { Agent, request } from "node:http";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import test from "ava";
import { startWeb } from "../../src/compose/web.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { createClient } from "../helpers/client.ts";
import { fileForm } from "../faults/results.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

/** Blocks the event loop of this process for a time in ms. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

// The tests run one after another, because a web process that stops ends all waits for runs of the shared services.
const service = await startTestService(test, { hasWorkers: false });
const logger = createLogger({ level: "silent", process: "test", secrets: [] });

/** Connects to the port of a web process. */
const connectTo = async (url: string) => {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect").finally(() => socket.destroy());
};

/** Starts another web process, which still accepts requests for SHUTDOWN_DELAY_MS after it was told to stop. */
const startStopping = (SHUTDOWN_DELAY_MS: number) =>
  startWeb({ ...service.config, PORT: 0, SHUTDOWN_DELAY_MS }, service.services, logger);

test.serial(
  "a wait for a run that begins before the web process stops ends after the delay, and its connection is closed",
  async (t) => {
    const client = await service.signIn("waits through a stop");
    const run_id = (await client.add(fileForm(await client.makeBuild()))).body.runs[0].run_id as string;
    const web = await startStopping(1000);
    const agent = new Agent({ keepAlive: true });
    t.teardown(() => agent.destroy());
    const waiting = request(`${web.url}/benchmarks/runs/${run_id}?wait=30`, { agent }).end();
    // Send a second request: once the process has answered it, the first request certainly waits for the run.
    await once(waiting, "socket");
    await until(
      async () => (await createClient(web.url).get("/health/live")).status === 200,
      "the process answers",
    );
    const began = performance.now();
    const [[response]] = await Promise.all([once(waiting, "response"), web.stop()]);
    t.is(response.statusCode, 200);
    t.is(response.headers.connection, "close");
    t.is(JSON.parse(await text(response)).status, "queued");
    t.true(performance.now() - began < 20_000, "the process does not wait for the whole 30 s");
  },
);

test.serial(
  "a stopping web process reports for SHUTDOWN_DELAY_MS that it stops, still accepts requests, and closes each connection afterwards",
  async (t) => {
    const session = await service.signIn("during the delay");
    const build_id = await session.makeBuild();
    const web = await startStopping(5000);
    const client = createClient(web.url, session.cookie);
    const before = await client.get("/health/ready");
    t.deepEqual([before.status, before.headers.get("connection")], [200, "keep-alive"]);
    const stopped = web.stop();
    const began = performance.now();
    const health = await client.get("/health/ready");
    t.deepEqual([health.status, health.body.status], [503, "draining"]);
    t.deepEqual(health.body.stores, { mongodb: "up", redis: "up", meilisearch: "up" });
    const live = await client.get("/health/live");
    const types = await client.get("/benchmarks/types");
    const added = await client.add({ build_id, benchmarks: { id: 15, runs: [1500] } });
    const missing = await client.get("/nothing");
    t.deepEqual(
      [live, types, added, missing].map(({ status }) => status),
      [200, 200, 200, 404],
    );
    for (const { headers } of [health, live, types, added, missing]) t.is(headers.get("connection"), "close");
    await stopped;
    t.true(performance.now() - began >= 4900, "the port is open for the whole delay");
    await t.throwsAsync(connectTo(web.url), { code: "ECONNREFUSED" });
  },
);

test.serial(
  "a stopping web process whose event loop is blocked until SHUTDOWN_DELAY_MS is over answers the requests that arrived meanwhile",
  async (t) => {
    t.timeout(60_000);
    // The process waits for so short a delay by a single timer, which cannot end before the event loop runs again.
    const web = await startStopping(50);
    const read = "GET /benchmarks/types HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    const open = async () => {
      const socket = connect(Number(new URL(web.url).port), "127.0.0.1");
      t.teardown(() => socket.destroy());
      await once(socket, "connect");
      return socket;
    };
    const [used, unused] = [await open(), await open()];
    used.write(read);
    const [first] = await once(used, "data");
    t.regex(String(first), /^HTTP\/1\.1 200 /);
    const stopped = web.stop();
    // Write before `standStill`, which blocks this process, in which both the test and the web process run. The
    // operating system keeps the bytes until the web process reads them.
    for (const socket of [used, unused]) socket.write(read);
    standStill(1500);
    const answers = await Promise.all([used, unused].map((socket) => text(socket)));
    for (const answer of answers) t.regex(answer, /^HTTP\/1\.1 200 /);
    await stopped;
  },
);

test.serial("without SHUTDOWN_DELAY_MS a stopping web process closes its port at once", async (t) => {
  const web = await startStopping(0);
  t.is((await createClient(web.url).get("/health/ready")).status, 200);
  const stopped = web.stop();
  await t.throwsAsync(connectTo(web.url), { code: "ECONNREFUSED" });
  await stopped;
});

test.serial(
  "after an uncaught error a web process closes its port at once, whatever the delay",
  async (t) => {
    const web = await startStopping(600_000);
    const stopped = web.stop(true);
    await t.throwsAsync(connectTo(web.url), { code: "ECONNREFUSED" });
    await stopped;
  },
);
