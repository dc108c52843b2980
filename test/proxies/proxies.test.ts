import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { freePort } from "../../embedded/index.ts";
import { createSystem, eventually, signIn } from "../faults/system.ts";
import { fileForm, smallCapture } from "../faults/results.ts";
import { testStores } from "../helpers/stores.ts";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { createVisitor, proxyNames, settingsBehindProxy, startProxy, type ProxyName } from "./start-proxy.ts";

const MIB = 1024 * 1024;
/** The size in bytes of the largest result file that the default settings allow. */
const MAX_FILE_BYTES = 100 * MIB;
const TIMEOUT_MS = 900_000;

/** Starts a proxy in front of two ports, on which the test may start web processes. */
async function setUp(t: ExecutionContext, name: ProxyName, constants = {}) {
  t.timeout(TIMEOUT_MS);
  const stores = await testStores(t);
  const ports: [number, number] = [await freePort(), await freePort()];
  const system = createSystem(t, { ...stores.env, ...settingsBehindProxy }, constants);
  const startWeb = (index: 0 | 1, env: Record<string, string> = {}) =>
    system.startWeb({ PORT: String(ports[index]), ...env });
  return { stores, startWeb, openProxy: () => startProxy(t, name, ports) };
}

/** Starts a proxy in front of two web processes. */
async function startBehind(
  t: ExecutionContext,
  name: ProxyName,
  env: Record<string, string> = {},
  constants = {},
) {
  const { stores, startWeb, openProxy } = await setUp(t, name, constants);
  const [web] = await Promise.all([startWeb(0, env), startWeb(1, env)]);
  return { stores, web, proxy: await openProxy() };
}

const [header = "", ...rows] = makeCapture("presentmon-1.0", makeGameFrames(2000)).split("\r\n");
const rowBytes = Buffer.from(rows.join("\r\n"));

/** Returns `size` bytes of a capture, from byte `start` on. */
function captureBytes(size: number, start = 0): Buffer {
  const head = Buffer.from(start === 0 ? `${header}\r\n` : "");
  return Buffer.concat([head, Buffer.alloc(size - head.length, rowBytes)]);
}

const BOUNDARY = "edge";

/** Returns the request that submits a file as a form, whose bytes are sent as they come. */
function formOfBytes(build_id: number, cookie: string, file: AsyncIterable<Buffer>) {
  const disposition = (rest: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`;
  const fields = { build_id: String(build_id), benchmarks: JSON.stringify({ id: 16 }) };
  async function* body() {
    for (const [name, value] of Object.entries(fields))
      yield Buffer.from(`${disposition(`name="${name}"`)}${value}\r\n`);
    yield Buffer.from(disposition('name="files"; filename="capture.csv"'));
    yield* file;
    yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  }
  const headers = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`, Cookie: cookie };
  return { method: "POST" as const, headers, body: Readable.from(body()) };
}

async function* inChunks(bytes: Buffer, size = MIB): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

for (const name of proxyNames) {
  test(`behind ${name}, a client cannot choose the address by which the service limits it`, async (t) => {
    const LIMIT = 20;
    const { proxy } = await startBehind(
      t,
      name,
      { RATE_LIMIT_READS: String(LIMIT) },
      { RATE_LIMIT_WINDOW_S: 3600 },
    );
    const forger = createVisitor(t, proxy, "127.0.0.2");
    const forged = (index: number) => ({
      "X-Forwarded-For": `198.51.100.${index}, 127.0.0.1`,
      "X-Real-IP": `198.51.100.${index}`,
      Forwarded: `for=198.51.100.${index}`,
    });
    const statuses: number[] = [];
    for (let index = 0; index < LIMIT + 5; index += 1)
      statuses.push((await forger.get("/benchmarks/types", forged(index))).status);
    t.deepEqual(statuses, [...Array<number>(LIMIT).fill(200), ...Array<number>(5).fill(429)]);
    t.is((await createVisitor(t, proxy, "127.0.0.3").get("/benchmarks/types")).status, 200, "another client");
  });

  test(`${name} passes on a file of 100 MiB as it arrives, a slow upload, and a request that waits 30 s for its answer`, async (t) => {
    const { stores, web, proxy } = await startBehind(t, name);
    const client = await signIn(web.url, "behind a proxy");
    const cookie = client.cookie ?? "";
    const build_id = await client.makeBuild();
    const visitor = createVisitor(t, proxy);
    let isPassedOn = false;
    async function* largeFile() {
      yield captureBytes(2 * MIB);
      isPassedOn = await eventually(
        async () => (await stores.db.collection("uploads").countDocuments({ state: "open" })) > 0,
        Boolean,
        60_000,
      );
      yield* inChunks(captureBytes(MAX_FILE_BYTES - 2 * MIB, 2 * MIB));
    }
    // The upload takes longer than most proxies allow for a whole request, and is twice as fast as the service demands.
    async function* slowFile() {
      for (let second = 0; second < 75; second += 1) {
        yield captureBytes(20 * 1024, second);
        await sleep(1000);
      }
    }
    const added = await visitor.add(fileForm(build_id), cookie);
    t.is(added.status, 200, added.text);
    const began = performance.now();
    const wait = async () => {
      const answer = await visitor.get(`/benchmarks/runs/${added.body.runs[0].run_id as string}?wait=30`);
      return { status: answer.status, run: answer.body.status, seconds: (performance.now() - began) / 1000 };
    };
    const large = await visitor.send("/benchmarks/add", formOfBytes(build_id, cookie, largeFile()));
    t.true(isPassedOn, "the service gets the beginning of the file before the end is sent");
    t.is(large.status, 200, large.text);
    const [waited, slow] = await Promise.all([
      wait(),
      visitor.send("/benchmarks/add", formOfBytes(build_id, cookie, slowFile())),
    ]);
    t.deepEqual([waited.status, waited.run], [200, "queued"]);
    t.true(waited.seconds >= 30);
    t.is(slow.status, 200, slow.text);
    t.is(await stores.db.collection("runs").countDocuments({ build_id, status: "queued" }), 3);
  });

  test(`behind ${name}, a client whose upload is refused reads the refusal`, async (t) => {
    const { web, proxy } = await startBehind(t, name, { TIER_LIMITS: JSON.stringify({ free: 1 }) });
    const client = await signIn(web.url, "at its limit", "free");
    const build_id = await client.makeBuild();
    t.is((await client.add({ build_id, benchmarks: { id: 15, runs: [1500] } })).status, 200);
    const visitor = createVisitor(t, proxy);
    for (const size of [MIB, 12 * MIB]) {
      const form = formOfBytes(build_id, client.cookie ?? "", inChunks(captureBytes(size)));
      const refused = await visitor.send("/benchmarks/add", form);
      t.deepEqual([refused.status, refused.body?.limit], [402, 1], refused.text);
    }
  });

  test(`behind ${name}, one web process answers all requests while the other is down, and a client gets a 503 if both are down`, async (t) => {
    const { startWeb, openProxy } = await setUp(t, name);
    const proxy = await openProxy();
    const visitor = createVisitor(t, proxy);
    const away = await visitor.get("/benchmarks/types");
    t.deepEqual([away.status, away.headers["retry-after"]], [503, "5"], away.text);
    const web = await startWeb(1);
    const answered = await eventually(
      () => visitor.get("/benchmarks/types"),
      ({ status }) => status === 200,
    );
    t.is(answered.status, 200, answered.text);
    const client = await signIn(web.url, "one of two");
    const build_id = await client.makeBuild();
    for (let index = 0; index < 20; index += 1) {
      t.is((await visitor.get("/benchmarks/types")).status, 200);
      t.is((await visitor.add(fileForm(build_id, smallCapture), client.cookie ?? "")).status, 200);
    }
  });
}
