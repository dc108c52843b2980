import { createWriteStream, openAsBlob } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { startChild } from "../child-process.ts";
import type { LoadAnswer, LoadTask } from "../load/load.ts";
import { captureInBlocks } from "../readers-files.ts";
import type { BenchRow, BenchSetup, Duel } from "../row.ts";
import { madeSearches } from "../search/made-searches.ts";
import { countsOf, figuresOf } from "../search/search-duel.ts";
import { startSearchedService } from "../search/searched-service.ts";
import { makeBuild, signIn, type Send } from "../sign-in.ts";

const CAPTURES = { full: 10, small: 1 };
const CAPTURE_BYTES = { full: 50_000_000, small: 200_000 };
/** Searches are asked for in rounds of so many, until all captures are read. */
const ROUND = 50;
const IDLE_ROUNDS = { full: 12, small: 1 };
const POLL_MS = 20;
/** A benchmark whose runs are captures of frame times. */
const FRAME_TIMES = 16;

/** How much the reading of large captures delays searches. */
export const searchBesideCaptures: BenchRow = {
  name: "search-beside-captures",
  path: "POST /products/cpu, one after the other, while the worker reads ten captures of 50 MB",
  yardstick: "the same while nothing else happens",
  isYardstickOurs: true,
  figures: {
    p50_ms: { judged: "ratio", goal: null },
    p99_ms: { judged: "ratio", goal: { atMost: 2 } },
  },
  open: openBesideCaptures,
};

async function openBesideCaptures(setup: BenchSetup): Promise<Duel> {
  const { size, folder, given, say } = setup;
  const cpu = countsOf(size)["cpu"] ?? 0;
  const service = await startSearchedService(
    { ...setup, given: { ...given, MAX_FILE_BYTES: "104857600" } },
    { cpu },
  );
  const load = startChild<LoadTask, LoadAnswer>(setup, "scripts/bench/load/load");
  const requests = await madeSearches({ cpu }, ROUND * IDLE_ROUNDS.full);
  const { send } = await signIn(service.url);
  const buildId = await makeBuild(send);
  say(`writing ${CAPTURES[size]} captures of ${CAPTURE_BYTES[size]} bytes`);
  const files = await writeCaptures(folder, CAPTURES[size], CAPTURE_BYTES[size]);
  let round = 0;
  const searchOnce = async () => {
    const first = (round++ * ROUND) % requests.length;
    return (await load.ask({ url: service.url, requests: requests.slice(first, first + ROUND), inFlight: 1 }))
      .durations;
  };
  const searchWhile = async (goesOn: () => boolean) => {
    const durations: number[] = [];
    do durations.push(...(await searchOnce()));
    while (goesOn());
    return figuresOf({ durations, tookMs: 1 });
  };
  return {
    ours: async () => {
      const runs = await submit(send, buildId, files);
      let isReading = true;
      const reading = untilRead(send, runs).finally(() => {
        isReading = false;
      });
      const [figures] = await Promise.all([searchWhile(() => isReading), reading]);
      for (const run of runs) await send("DELETE", `/benchmarks/runs/${run}`);
      return figures;
    },
    yardstick: () => {
      let rounds = 0;
      return searchWhile(() => ++rounds < IDLE_ROUNDS[size]);
    },
  };
}

/** Writes captures that differ in the name of their application. Returns their paths. */
async function writeCaptures(folder: string, count: number, bytes: number): Promise<string[]> {
  const paths = Array.from({ length: count }, (_, index) => join(folder, `capture-${index}.csv`));
  for (const [index, path] of paths.entries()) {
    const blocks = function* () {
      for (const block of captureInBlocks(bytes))
        yield block.replaceAll("harbour.exe", `harbour${index}.exe`);
    };
    await pipeline(Readable.from(blocks()), createWriteStream(path));
  }
  return paths;
}

/** Submits files as one submission: the worker may begin to read when all have arrived. Returns the ids of their runs. */
async function submit(send: Send, buildId: number, files: readonly string[]): Promise<string[]> {
  const form = new FormData();
  form.append("build_id", String(buildId));
  form.append("benchmarks", JSON.stringify({ id: FRAME_TIMES }));
  for (const [index, path] of files.entries())
    form.append("files", await openAsBlob(path), `capture-${index}.csv`);
  const { runs } = (await send("POST", "/benchmarks/add", form)) as { runs: { run_id: string }[] };
  return runs.map(({ run_id }) => run_id);
}

async function untilRead(send: Send, runs: readonly string[]): Promise<void> {
  for (const run of runs)
    for (;;) {
      const { status } = (await send("GET", `/benchmarks/runs/${run}`)) as { status: string };
      if (status === "complete") break;
      if (status === "failed") throw new Error(`the capture of run ${run} could not be read`);
      await sleep(POLL_MS);
    }
}
