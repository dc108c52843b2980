import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import type { Answer, Client } from "../helpers/client.ts";
import { openTestStores } from "../helpers/stores.ts";
import { untilItSucceeds } from "../helpers/until.ts";
import { lastingFaults, usageOf } from "./audit.ts";
import { startOwnStores } from "./own-stores.ts";
import { fileForm, scoreForm } from "./results.ts";
import { createSystem, eventually, isLong, signIn } from "./system.ts";

const ROUNDS = isLong ? 10 : 1;
const UNAVAILABLE_MS = 2500;
/**
 * The maximum time until a refusal, in ms: a call waits about a second for a store, and the rest allows for a busy
 * machine.
 */
const MAX_REFUSAL_MS = 1500;
/**
 * The wait of a request with `?wait=1`, in ms. Such a request may find only after this wait that the store is
 * unavailable.
 */
const WAIT_MS = 1000;
/**
 * The maximum number of times that a fault is repeated. A busy machine may be slow once, but a call that wrongly waits
 * for a store twice is slow each time, and a call that wrongly needs a store is refused each time.
 */
const MAX_TRIES = 3;

const settings = {
  // STORE_TIMEOUT_MS has its default, with which requests are refused within a second.
  STORE_TIMEOUT_MS: "900",
  UPLOAD_AGE_MS: "10000",
};

/** The kinds of requests that the test sends repeatedly while a store has a fault. */
type Call = "score" | "file" | "read" | "wait" | "search" | "live";

interface Seen {
  call: Call;
  answer: Answer;
  tookMs: number;
  /** The phase of the fault in which the response arrived. */
  phase: Phase;
}

/**
 * The phases of a fault: before the store becomes unavailable, while it is unavailable, and after the fault, when the
 * store may respond again.
 */
type Phase = "well" | "unavailable" | "back";

/** Sends all kinds of requests in parallel, each kind again and again, until `stop` is called. */
function startTraffic(client: Client, build_id: number, runId: string) {
  const seen: Seen[] = [];
  const stopping = new AbortController();
  let phase: Phase = "well";
  const pending = new Map<Call, number>();
  let lastFileRun = runId;
  const calls: Record<Call, () => Promise<Answer>> = {
    score: () => client.add(scoreForm(build_id)),
    file: async () => {
      const answer = await client.add(fileForm(build_id));
      if (answer.status === 200) lastFileRun = answer.body.runs[0].run_id as string;
      return answer;
    },
    read: () => client.get(`/benchmarks/runs/${runId}`),
    wait: () => client.get(`/benchmarks/runs/${lastFileRun}?wait=1`),
    // The liveness check needs no store. The durations of this check, and of the other calls before the fault, measure
    // the noise of the machine.
    live: () => client.get("/health/live"),
    search: () => client.post("/products/cpu", { page: 1, limit: 5 }),
  };
  const loops = Object.entries(calls).map(async ([call, make]) => {
    while (!stopping.signal.aborted) {
      const began = performance.now();
      pending.set(call as Call, began);
      const answer = await make();
      pending.delete(call as Call);
      seen.push({ call: call as Call, answer, tookMs: performance.now() - began, phase });
      await sleep(50);
    }
  });
  return {
    seen,
    calls,
    enter: (next: Phase) => {
      phase = next;
    },
    /** Returns whether a call was refused since the store became unavailable. */
    isRefused: (call: Call) =>
      seen.some((one) => one.call === call && one.phase === "unavailable" && one.answer.status === 503),
    /** Returns the calls without a response and the time since the start of each, in milliseconds. */
    pendingMs: () => [...pending].map(([call, began]) => ({ call, tookMs: performance.now() - began })),
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** Asserts that each response is a 200 or a 503 with Retry-After, and that at least one is a 503. */
function checkAnswers(t: ExecutionContext, seen: readonly Seen[]): void {
  for (const { call, answer } of seen) {
    if (answer.status === 200) continue;
    t.is(answer.status, 503, `${call}: ${answer.text}`);
    t.truthy(answer.headers.get("retry-after"));
    t.is(answer.headers.get("content-type"), "application/problem+json");
    t.is(answer.body.status, 503);
  }
  t.true(
    seen.some(({ answer }) => answer.status === 503),
    "at least one call must be refused because of the store",
  );
}

/**
 * Returns the calls that were refused although they do not need the unavailable store. A machine that stalls for a
 * second also causes such refusals.
 */
function refusedInVain(seen: readonly Seen[], affected: readonly Call[]): Call[] {
  return seen.flatMap(({ call, answer }) =>
    answer.status === 503 && !affected.includes(call) ? [call] : [],
  );
}

/** Returns the fastest call of each kind. The other calls may have waited for a busy machine. */
function quickestOfEach(some: readonly Pick<Seen, "call" | "tookMs">[]): Pick<Seen, "call" | "tookMs">[] {
  const inOrder = some.toSorted((a, b) => b.tookMs - a.tookMs);
  return [...new Map(inOrder.map((one) => [one.call, one])).values()];
}

/**
 * Returns whether each refusal came within MAX_REFUSAL_MS plus the noise of the machine. The noise is the longest
 * duration of a call that needs no store, or of any call before the fault. A call that has no response when the store
 * returns counts with its duration until then. The short form measures only the fastest refusal of each kind of call,
 * because a call that waits for a store twice is always slow. Refusals after the store's return are not measured,
 * because such a request may have waited for the store twice.
 */
function areSoonRefused(
  t: ExecutionContext,
  seen: readonly Seen[],
  pending: readonly Pick<Seen, "call" | "tookMs">[],
): boolean {
  const slowest = (some: readonly Pick<Seen, "call" | "tookMs">[]) =>
    Math.round(Math.max(...some.map(({ call, tookMs }) => (call === "wait" ? tookMs - WAIT_MS : tookMs))));
  const refusals = seen.filter(({ answer, phase }) => answer.status === 503 && phase === "unavailable");
  const noiseMs = slowest(seen.filter(({ call, phase }) => call === "live" || phase === "well"));
  t.true(refusals.length > 0, "there must be refusals to measure");
  const waited = [...refusals, ...pending];
  const refusedAfterMs = slowest(isLong ? waited : quickestOfEach(waited));
  t.log(
    `${seen.length} answers, ${refusals.length} refusals after at most ${refusedAfterMs} ms, noise ${noiseMs} ms`,
  );
  return refusedAfterMs <= MAX_REFUSAL_MS + noiseMs;
}

test("while a store stops responding, dies or is full, requests that need the store get a 503 at once, and the service recovers by itself", async (t) => {
  t.timeout(isLong ? 1_800_000 : 900_000);
  const own = await startOwnStores(t);
  const stores = await openTestStores(own.env);
  t.teardown(stores.close);
  stores.redis.on("error", () => undefined);
  const system = createSystem(t, { ...stores.env, ...settings }, { WORKER_STORE_TIMEOUT_MS: 1000 });
  const [web] = await Promise.all([system.startWeb(), system.startWorker()]);
  const client = await untilItSucceeds(() => signIn(web.url, "during faults", "pro"));
  const build_id = await untilItSucceeds(() => client.makeBuild());
  const runId = await untilItSucceeds(async () => {
    const { body } = await client.add(fileForm(build_id));
    return body.runs[0].run_id as string;
  });
  const firstRun = await eventually(
    () => client.waitForRun(runId),
    ({ status }) => status === 200,
  );
  t.is(firstRun.body.status, "complete", firstRun.text);
  const { mongodb, redis, meilisearch } = own.stores;
  const paused = (store: typeof redis) => ({ begin: () => store.pause(), end: () => store.resume() });
  const killed = (store: typeof redis) => ({ begin: () => store.kill(), end: () => store.start() });
  const counting: Call[] = ["score", "file"];
  const stored: Call[] = [...counting, "read", "wait", "search"];
  const faults: { name: string; begin: () => unknown; end: () => unknown; affected: Call[] }[] = [
    { name: "Redis paused", ...paused(redis), affected: counting },
    { name: "Redis killed", ...killed(redis), affected: counting },
    {
      name: "Redis full",
      begin: () => stores.redis.config("SET", "maxmemory", "1"),
      end: () => stores.redis.config("SET", "maxmemory", "0"),
      affected: counting,
    },
    { name: "MongoDB paused", ...paused(mongodb), affected: stored },
    { name: "MongoDB killed", ...killed(mongodb), affected: stored },
    { name: "Meilisearch paused", ...paused(meilisearch), affected: ["search"] },
    { name: "Meilisearch killed", ...killed(meilisearch), affected: ["search"] },
  ];
  let accepted = 1;
  /**
   * Begins and ends a fault of a store while all calls continue. Returns a sentence for each problem that a busy
   * machine may have caused.
   */
  async function live({ name, begin, end, affected }: (typeof faults)[number]): Promise<string[]> {
    t.log(name);
    const traffic = startTraffic(client, build_id, runId);
    await sleep(600);
    traffic.enter("unavailable");
    await begin();
    await sleep(UNAVAILABLE_MS);
    await eventually(
      async () => affected.some(traffic.isRefused),
      (isRefused) => isRefused,
    );
    traffic.enter("back");
    const pending = traffic.pendingMs();
    await end();
    for (const [call, make] of Object.entries(traffic.calls)) {
      const { status } = await eventually(make, ({ status }) => status === 200);
      t.is(status, 200, `${name}: ${call} must succeed again`);
    }
    await traffic.stop();
    checkAnswers(t, traffic.seen);
    const counted = traffic.seen.filter(({ call }) => counting.includes(call));
    accepted += counted.filter(({ answer }) => answer.status === 200).length;
    const late = areSoonRefused(t, traffic.seen, pending) ? [] : ["refusals came late"];
    return [
      ...late,
      ...refusedInVain(traffic.seen, affected).map((call) => `${call} does not need the store`),
    ];
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const fault of faults) {
      let wrong: string[] = [];
      for (let tries = 0; tries === 0 || (tries < MAX_TRIES && wrong.length > 0); tries += 1)
        wrong = await live(fault);
      t.deepEqual(wrong, [], `${fault.name}: each time`);
    }
  }
  t.deepEqual(await lastingFaults(stores.db), []);
  const usage = await usageOf(stores, client);
  t.true(usage.ledger >= accepted);
  t.deepEqual(usage, { ledger: usage.ledger, counter: usage.ledger, rebuilt: usage.ledger });
  t.is(await stores.db.collection("runs").countDocuments({ status: "complete" }), usage.ledger);
});
