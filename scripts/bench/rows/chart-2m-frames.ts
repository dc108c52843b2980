import { Pool } from "undici";
import { parseConfig } from "../../../src/config.ts";
import { startBenchService } from "../bench-service.ts";
import { storeRuns } from "../charts-runs.ts";
import { startChild } from "../child-process.ts";
import { durationMs, median, percentile } from "../measures.ts";
import type { BenchRow, BenchSetup, Duel, Sample } from "../row.ts";

const FRAMES = { full: 2_000_000, small: 2000 };
const TURNS = { full: 200, small: 3 };

/** What a chart of a very long capture costs after the first request for it. */
export const chart2mFrames: BenchRow = {
  name: "chart-2m-frames",
  path: "the chart of 2,000,000 frames, asked for again",
  yardstick: "a bare node:http server that sends the same bytes",
  figures: {
    p50_ms: { judged: "value", goal: { atMost: 3 } },
    p99_ms: { judged: "value", goal: null },
    head_ms: { judged: "value", goal: null },
    unchanged_ms: { judged: "value", goal: null },
  },
  open: openCharts,
};

async function openCharts(setup: BenchSetup): Promise<Duel> {
  const { size, say, atEnd } = setup;
  const service = await startBenchService(setup, { hasWorker: false });
  const openPool = (url: string): Pool => {
    const pool = new Pool(url, { connections: 1 });
    atEnd(() => pool.destroy());
    return pool;
  };
  const pool = openPool(service.url);
  const bare = startChild<Uint8Array, string>(setup, "scripts/bench/load/bare-bytes");
  say(`storing a run of ${FRAMES[size]} frames`);
  const config = parseConfig({ ...service.env, LOG_LEVEL: "warn" });
  const [run = ""] = await storeRuns(config, { runs: 1, frames: FRAMES[size] });
  const path = `${run}/chart.svg`;
  const first = await pool.request({ method: "GET", path });
  const bytes = Buffer.from(await first.body.arrayBuffer());
  if (first.statusCode !== 200) throw new Error(`${path} answered ${first.statusCode}: ${bytes.toString()}`);
  const barePool = openPool(await bare.ask(bytes));
  const etag = String(first.headers["etag"]);
  return {
    ours: () => measure(pool, { path, etag, turns: TURNS[size] }),
    yardstick: () => measure(barePool, { path, etag, turns: TURNS[size] }),
  };
}

interface Asked {
  path: string;
  etag: string;
  turns: number;
}

async function measure(pool: Pool, { path, etag, turns }: Asked): Promise<Sample> {
  const durationsOf = async (method: "GET" | "HEAD", headers: Record<string, string>, expected: number) => {
    const durations: number[] = [];
    for (let turn = 0; turn < turns; turn += 1)
      durations.push(
        await durationMs(async () => {
          const { statusCode, body } = await pool.request({ method, path, headers });
          await body.arrayBuffer();
          if (statusCode !== expected) throw new Error(`${method} ${path} answered ${statusCode}`);
        }),
      );
    return durations;
  };
  const whole = await durationsOf("GET", {}, 200);
  return {
    p50_ms: percentile(whole, 0.5),
    p99_ms: percentile(whole, 0.99),
    head_ms: median(await durationsOf("HEAD", {}, 200)),
    unchanged_ms: median(await durationsOf("GET", { "if-none-match": etag }, 304)),
  };
}
