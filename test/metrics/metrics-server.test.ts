import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import test, { type ExecutionContext } from "ava";
import { ListenError } from "../../src/infra/listen-error.ts";
import type { StoreStates } from "../../src/infra/store-states.ts";
import { startMetricsServer, type WorkState } from "../../src/metrics/metrics-server.ts";

const stores = { mongodb: "up", redis: "up", meilisearch: "up", s3: "up" } as const;

/** Starts a metrics server for a process whose work and stores are in the given states. */
async function serve(t: ExecutionContext, states: { work?: WorkState; away?: string } = {}) {
  const { work = "working", away = "" } = states;
  const server = await startMetricsServer({
    host: "127.0.0.1",
    port: 0,
    portName: "METRICS_PORT",
    scrape: async () => ({ text: "a_metric 1\n", contentType: "text/plain; version=0.0.4; charset=utf-8" }),
    storeStates: async (): Promise<StoreStates> => ({ ...stores, ...(away && { [away]: "away" }) }),
    workState: () => work,
  });
  t.teardown(() => server.close());
  return server.url;
}

test("/metrics responds in the text format of Prometheus, and /health/live reports that the process is alive", async (t) => {
  const url = await serve(t);
  const metrics = await fetch(`${url}/metrics`);
  t.is(metrics.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  t.is(await metrics.text(), "a_metric 1\n");
  const live = await fetch(`${url}/health/live`);
  t.is(live.status, 200);
  t.deepEqual(await live.json(), { status: "live" });
});

type Readiness = [what: string, states: Parameters<typeof serve>[1], status: number, body: object];
const readiness: Readiness[] = [
  ["a working process with all its stores is ready", {}, 200, { status: "ready", stores }],
  ...(["mongodb", "redis"] as const).map((away): Readiness => [
    `a process without ${away} is not ready`,
    { away },
    503,
    { status: "not ready", stores: { ...stores, [away]: "away" } },
  ]),
  ...(["meilisearch", "s3"] as const).map((away): Readiness => [
    `a process without ${away} is ready, and names the store`,
    { away },
    200,
    { status: "ready", stores: { ...stores, [away]: "away" } },
  ]),
  ["a process that does not work yet is starting", { work: "starting" }, 503, { status: "starting", stores }],
  ["a process that stops is draining", { work: "draining" }, 503, { status: "draining", stores }],
];
for (const [what, states, status, body] of readiness)
  test(`/health/ready reports the state of a process: ${what}`, async (t) => {
    const answer = await fetch(`${await serve(t, states)}/health/ready`);
    t.is(answer.status, status);
    t.deepEqual(await answer.json(), body);
  });

test("the metrics server refuses unknown paths and methods, and answers HEAD with the headers of GET", async (t) => {
  const url = await serve(t);
  t.is((await fetch(`${url}/`)).status, 404);
  t.is((await fetch(`${url}/__proto__`)).status, 404);
  const posted = await fetch(`${url}/metrics`, { method: "POST" });
  t.deepEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD"]);
  const head = await fetch(`${url}/metrics`, { method: "HEAD" });
  t.deepEqual([head.status, head.headers.get("content-length"), await head.text()], [200, "11", ""]);
});

test("a taken port causes an error that names the setting of the port", async (t) => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  t.teardown(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const error = await t.throwsAsync(
    startMetricsServer({
      host: "127.0.0.1",
      port,
      portName: "WORKER_METRICS_PORT",
      scrape: async () => ({ text: "", contentType: "" }),
      storeStates: async () => ({ mongodb: "up", redis: "up", meilisearch: "up" }),
      workState: () => "working",
    }),
    { instanceOf: ListenError },
  );
  t.regex(
    error.message,
    new RegExp(`^Port ${port} of 127.0.0.1 is taken: .* such as WORKER_METRICS_PORT=\\d+$`),
  );
});
