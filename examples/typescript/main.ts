import { randomUUID } from "node:crypto";
import process from "node:process";
import { createApi, dataOf, waitForRun } from "./client.ts";
import { upload } from "./upload.ts";

// Makes a build, sends captures of a game to it, and prints the results:
//   BENCH_TOKEN=<token> node --import=tsx examples/typescript/main.ts \
//     http://127.0.0.1:3000 data/samples/presentmon-capture.csv
// The token is a personal access token with the scopes read and submit: examples/curl.sh makes one.

/** The id of "Game benchmark": GET /benchmarks/types lists all benchmark types. */
const GAME = 16;

const [url, ...files] = process.argv.slice(2);
const token = process.env["BENCH_TOKEN"];
if (url === undefined || token === undefined || files.length === 0) {
  console.error("Usage: BENCH_TOKEN=<token> node --import=tsx examples/typescript/main.ts <url> <file>...");
  process.exit(1);
}
const api = createApi(url, token);

const { build } = dataOf(await api.POST("/builds", { body: { name: "Quiet tower" } }));
const { runs } = await upload(api, {
  buildId: build.build_id,
  benchmarkId: GAME,
  files,
  idempotencyKey: randomUUID(),
  onProgress: (sentBytes, totalBytes) =>
    console.log(`sent ${Math.floor((100 * sentBytes) / totalBytes)} % of ${totalBytes} bytes`),
});
for (const { run_id } of runs) {
  const { status, score, benchmark, error } = await waitForRun(api, run_id);
  console.log(error ? `${status}: ${error.detail}` : `${status}: ${score} ${benchmark.unit}`);
}
