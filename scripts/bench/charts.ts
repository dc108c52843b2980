import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { startService, type Service } from "../../embedded/index.ts";
import { parseConfig, secretsOf } from "../../src/config.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { loadSampleData } from "../load-sample-data.ts";
import { storeRuns } from "./charts-runs.ts";
import { printTable } from "./measures.ts";

// Measures what charts cost, and how much forty clients that ask for charts delay the searches of another client.
// Run with: npm run bench:charts

const FRAMES = 2_000_000;
const RUNS = 6;
const CLIENTS = 40;
const TURNS = 4;
const TURN_MS = 4000;
const target = "at most 2";

const search = JSON.stringify({ page: 1, limit: 20, query: "ryzen 7 5800x" });

type Ask = () => Promise<number>;

/** Returns functions that send one request each and resolve with its duration in milliseconds. */
function createAsks(url: string, paths: readonly string[]) {
  const pool = new Pool(url, { connections: 1 });
  const timed = async (
    options: Pick<Parameters<Pool["request"]>[0], "method" | "path" | "headers" | "body">,
  ) => {
    const start = performance.now();
    const { statusCode, headers, body } = await pool.request(options);
    await body.arrayBuffer();
    if (statusCode !== 200 && statusCode !== 304) throw new Error(`${options.path} answered ${statusCode}`);
    return { ms: performance.now() - start, etag: headers["etag"]?.toString() ?? "" };
  };
  const chart = (run: number) => `${paths[run % paths.length] ?? ""}/chart.svg`;
  const json = { "content-type": "application/json" };
  return {
    search: async () =>
      (await timed({ method: "POST", path: "/products/cpu", headers: json, body: search })).ms,
    chart: (run: number) => timed({ method: "GET", path: chart(run) }),
    head: async () => (await timed({ method: "HEAD", path: chart(0) })).ms,
    known: async (etag: string) =>
      (await timed({ method: "GET", path: chart(0), headers: { "if-none-match": etag } })).ms,
    close: () => pool.close(),
  };
}

async function repeat(ask: Ask, times: number): Promise<number[]> {
  const durations: number[] = [];
  for (let turn = 0; turn < times; turn += 1) durations.push(await ask());
  return durations;
}

async function repeatFor(ask: Ask, ms: number): Promise<number[]> {
  const durations: number[] = [];
  for (const end = performance.now() + ms; performance.now() < end;) durations.push(await ask());
  return durations;
}

/** Returns the value below which a share of the values lies. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Asks while other clients ask for these paths. */
async function besides(url: string, paths: readonly string[], ask: () => Promise<number[]>) {
  const load = fork(fileURLToPath(new URL("./charts-load.ts", import.meta.url)), [
    url,
    String(CLIENTS),
    ...paths,
  ]);
  await once(load, "message");
  await sleep(200);
  const durations = await ask();
  load.send("stop");
  const [statuses] = (await once(load, "message")) as [Record<string, number>];
  return { durations, statuses };
}

async function benchCosts(asks: ReturnType<typeof createAsks>): Promise<string[][]> {
  const first: number[] = [];
  let etag = "";
  for (let run = 0; run < RUNS; run += 1) {
    const answer = await asks.chart(run);
    first.push(answer.ms);
    etag ||= answer.etag;
  }
  const medians = {
    "a search": quantile(await repeat(asks.search, 300), 0.5),
    "the first request for a chart": quantile(first, 0.5),
    "a chart that was asked for before": quantile(
      await repeat(async () => (await asks.chart(0)).ms, 100),
      0.5,
    ),
    "HEAD of it": quantile(await repeat(asks.head, 100), 0.5),
    "304 of it": quantile(await repeat(() => asks.known(etag), 100), 0.5),
  };
  const usual = medians["a search"];
  return Object.entries(medians).map(([what, ms]) => [what, `${ms.toFixed(2)} ms`, (ms / usual).toFixed(2)]);
}

async function benchSearches(
  url: string,
  paths: readonly string[],
  asks: ReturnType<typeof createAsks>,
): Promise<string[][]> {
  const searching = () => repeatFor(asks.search, TURN_MS);
  const alone: number[] = [];
  const loads = [
    { what: "charts", paths: paths.map((path) => `${path}/chart.svg`) },
    { what: "points, always others", paths: paths.map((path) => `${path}/frames?points=*`) },
  ].map((load) => Object.assign(load, { durations: [] as number[], statuses: new Map<string, number>() }));
  // They take turns, so that a slow moment of the machine slows all of them.
  for (let turn = 0; turn < TURNS; turn += 1) {
    alone.push(...(await searching()));
    for (const load of loads) {
      const { durations, statuses } = await besides(url, load.paths, searching);
      load.durations.push(...durations);
      for (const [status, count] of Object.entries(statuses))
        load.statuses.set(status, (load.statuses.get(status) ?? 0) + count);
    }
  }
  const usual = quantile(alone, 0.99);
  const row = (what: string, durations: readonly number[], statuses: string, wanted: string) => {
    const [p50, p99] = [quantile(durations, 0.5), quantile(durations, 0.99)];
    return [what, `${p50.toFixed(1)} ms`, `${p99.toFixed(1)} ms`, (p99 / usual).toFixed(2), wanted, statuses];
  };
  return [
    row("search alone", alone, "", ""),
    ...loads.map(({ what, durations, statuses }) =>
      row(
        `search beside ${CLIENTS} clients of ${what}`,
        durations,
        [...statuses].map(([status, count]) => `${count} × ${status}`).join(", "),
        target,
      ),
    ),
  ];
}

async function bench({ url, env }: Service): Promise<void> {
  const config = parseConfig({ ...env, LOG_LEVEL: "warn" });
  await loadSampleData(config, createLogger({ level: "warn", process: "bench", secrets: secretsOf(config) }));
  const paths = await storeRuns(config, { runs: RUNS, frames: FRAMES });
  const asks = createAsks(url, paths);
  try {
    await repeat(asks.search, 300);
    printTable([`charts of ${FRAMES} frames`, "median", "ratio"], await benchCosts(asks));
    console.log("");
    const names = ["searches", "median", "p99", "ratio of p99", "target", "other answers"];
    printTable(names, await benchSearches(url, paths, asks));
  } finally {
    await asks.close();
  }
}

const dataDir = await mkdtemp(join(tmpdir(), "bench-charts-"));
const log = (line: string) => process.stderr.write(`${line}\n`);
const given = { ...process.env, PORT: "0", LOG_LEVEL: "warn", RATE_LIMITS: "false" };
const service = await startService({ dataDir, given, log });
try {
  await bench(service);
} finally {
  await service.stop();
  await rm(dataDir, { recursive: true });
}
