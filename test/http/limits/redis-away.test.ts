import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import test, { type ExecutionContext } from "ava";
import { startTestService } from "../../helpers/service.ts";
import { until } from "../../helpers/until.ts";

const reads = { RATE_LIMIT_READS: "50" };
const constants = { RATE_LIMIT_WINDOW_S: 3600 };
/**
 * A time limit for the stores in ms. A service that starts without Redis waits until this limit, so the limit is only a
 * little longer than MongoDB takes to respond on a busy machine.
 */
const STORE_TIMEOUT_MS = "5000";

/** Starts a proxy to the Redis of this test run. After `stall` the connections stay open, but no bytes pass. */
async function startRedisProxy(t: ExecutionContext) {
  const { hostname, port } = new URL(process.env["REDIS_URL"] ?? "");
  const sockets: Socket[] = [];
  let isStalled = false;
  const server = createServer((client) => {
    const redis = connect(Number(port), hostname);
    sockets.push(client, redis);
    for (const [one, other] of [
      [client, redis],
      [redis, client],
    ] as const) {
      one.on("data", (chunk) => {
        if (!isStalled) other.write(chunk);
      });
      one.on("error", () => undefined).on("close", () => other.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(process.env["REDIS_URL"] ?? "");
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: String(url),
    stall: () => {
      isStalled = true;
    },
    /** Closes the stalled connections. Later connections pass bytes again. */
    recover: () => {
      isStalled = false;
      for (const socket of sockets.splice(0)) socket.destroy();
    },
  };
}

test("without Redis each process counts requests separately: 50 of 200 simultaneous reads pass a limit of 50", async (t) => {
  const env = { ...reads, REDIS_URL: "redis://127.0.0.1:1", STORE_TIMEOUT_MS };
  const { anonymous } = await startTestService(t, { env, constants, hasWorkers: false });
  const answers = await Promise.all(Array.from({ length: 200 }, () => anonymous.get("/benchmarks/types")));
  t.is(answers.filter(({ status }) => status === 200).length, 50);
  t.is(answers.filter(({ status }) => status === 429).length, 150);
});

test("while Redis does not answer, reads are not delayed, and requests counted before still count towards the rate limit", async (t) => {
  t.timeout(600_000, "a read waited for Redis");
  const proxy = await startRedisProxy(t);
  // STORE_TIMEOUT_MS is long, so that any other use of the stalled Redis would visibly delay a read.
  const { anonymous } = await startTestService(t, {
    env: { ...reads, REDIS_URL: proxy.url, STORE_TIMEOUT_MS: "60000" },
    constants: { ...constants, RATE_LIMIT_REDIS_TIMEOUT_MS: 5000 },
    hasWorkers: false,
  });
  const read = async () => (await anonymous.get("/benchmarks/types")).status;
  const readMany = (count: number) => Promise.all(Array.from({ length: count }, read));
  t.deepEqual(
    await readMany(30),
    Array.from({ length: 30 }, () => 200),
  );
  proxy.stall();
  const whileStalled = await readMany(40);
  t.is(whileStalled.filter((status) => status === 200).length, 20);
  t.is(await read(), 429);
  proxy.recover();
});

test("when Redis is available again, requests are counted in Redis again", async (t) => {
  const proxy = await startRedisProxy(t);
  const { anonymous, stores } = await startTestService(t, {
    env: { RATE_LIMIT_READS: "1000000", REDIS_URL: proxy.url, STORE_TIMEOUT_MS },
    constants: { ...constants, RATE_LIMIT_REDIS_TIMEOUT_MS: 500 },
    hasWorkers: false,
  });
  const read = () => anonymous.get("/benchmarks/types");
  const counted = async () => {
    const [key] = await stores.redis.keys(`${stores.keyPrefix}:rate:reads:*`);
    return key === undefined ? 0 : Number(await stores.redis.get(key));
  };
  const readUntil = (count: number) =>
    until(async () => {
      t.is((await read()).status, 200);
      return (await counted()) >= count;
    }, `Redis counts ${count} reads`);
  await readUntil(1);
  proxy.stall();
  t.is((await read()).status, 200);
  const before = await counted();
  proxy.recover();
  await readUntil(before + 5);
});
