import test from "ava";
import { fileForm, smallCapture } from "../../faults/results.ts";
import { startTestService, type TestServiceOptions } from "../../helpers/service.ts";
import { until } from "../../helpers/until.ts";
import { openRaw } from "./raw-client.ts";

/**
 * Starts a service whose runs stay queued. Records the ids of the runs for which the service queries MongoDB because
 * requests wait for them.
 */
async function startWaiting(t: Parameters<typeof startTestService>[0], options: TestServiceOptions = {}) {
  const asked: (readonly string[])[] = [];
  const service = await startTestService(t, {
    ...options,
    hasWorkers: false,
    overrides: {
      runsRepository: (real) => ({
        ...real,
        findFinalIds: (ids) => {
          asked.push(ids);
          return real.findFinalIds(ids);
        },
      }),
    },
  });
  const client = await service.signIn("waiter", "unlimited");
  const build_id = await client.makeBuild();
  const submit = async () =>
    (await client.add(fileForm(build_id, smallCapture))).body.runs[0].run_id as string;
  const untilAsked = async (isGood: (ids: readonly string[]) => boolean) => {
    const seen = asked.length;
    await until(async () => asked.slice(seen).some(isGood), "the service queries MongoDB for these runs");
  };
  return { service, submit, untilAsked };
}

test("a wait for a run ends when its client disconnects", async (t) => {
  const { service, submit, untilAsked } = await startWaiting(t);
  const [left, kept] = [await submit(), await submit()];
  const wait = (run: string) => {
    const connection = openRaw(t, service.url);
    connection.socket.write(`GET /benchmarks/runs/${run}?wait=30 HTTP/1.1\r\nHost: bench.test\r\n\r\n`);
    return connection;
  };
  const [leaving] = [wait(left), wait(kept)];
  await untilAsked((ids) => ids.includes(left) && ids.includes(kept));
  leaving.socket.destroy();
  await untilAsked((ids) => !ids.includes(left) && ids.includes(kept));
  t.pass();
});

test("an address may have a limited number of waits for runs at once; its other reads and the waits of other addresses go on", async (t) => {
  const { service, submit, untilAsked } = await startWaiting(t, {
    env: { TRUST_PROXY: "1" },
    constants: { MAX_WAITS_PER_ADDRESS: 2 },
  });
  const [one, other] = [await submit(), await submit()];
  const get = (query: string, address: string, run = one) =>
    service.anonymous.get(`/benchmarks/runs/${run}${query}`, { "X-Forwarded-For": address });
  const waits = [get("?wait=30", "192.0.2.1"), get("?wait=30", "192.0.2.1", other)];
  // Let both waits begin before the third request is sent, which could otherwise begin before one of them.
  await untilAsked((ids) => ids.includes(one) && ids.includes(other));
  const refused = await get("?wait=1", "192.0.2.1");
  t.is(refused.status, 429);
  t.regex(refused.body.type, /too-many-requests$/);
  t.is(refused.body.errors[0].pointer, "/wait");
  t.is(refused.headers.get("retry-after"), "1");
  t.is((await get("", "192.0.2.1")).status, 200);
  t.is((await get("?wait=1", "192.0.2.2")).status, 200);
  await untilAsked((ids) => ids.includes(one) && ids.includes(other));
  service.services.runs.stopWaiting();
  for (const { status } of await Promise.all(waits)) t.is(status, 200);
  t.is((await get("?wait=1", "192.0.2.1")).status, 200, "ended waits no longer count");
});
