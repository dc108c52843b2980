import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { createApi, dataOf, waitForRun } from "../../examples/typescript/client.ts";
import { upload } from "../../examples/typescript/upload.ts";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { programArguments, projectUrl } from "../helpers/project-files.ts";
import { startTestService } from "../helpers/service.ts";

const run = promisify(execFile);
const sample = "data/samples/presentmon-capture.csv";
const service = await startTestService(test);

async function newToken(name: string): Promise<string> {
  const session = await service.signIn(name);
  const answer = await session.post("/me/tokens", { name: "an example", scopes: ["read", "submit"] });
  return answer.body.token as string;
}

test("the client with generated types creates a build, uploads captures with progress, and reads their runs", async (t) => {
  const api = createApi(service.url, await newToken("mary"));
  const { build } = dataOf(await api.POST("/builds", { body: { name: "Quiet tower" } }));
  const folder = temporaryFolder(t);
  const small = join(folder, "small.csv");
  const large = join(folder, "large.csv");
  writeFileSync(small, makeCapture("presentmon-1.0", makeGameFrames(1)));
  // Empty lines at the end of the file make it longer than the buffers of a connection.
  writeFileSync(large, `${makeCapture("presentmon-1.0", makeGameFrames(2))}${"\n".repeat(2_000_000)}`);
  const totalBytes = readFileSync(small).length + readFileSync(large).length;
  const progress: number[] = [];
  const request = {
    buildId: build.build_id,
    benchmarkId: 16,
    files: [small, large],
    idempotencyKey: "an-upload",
    onProgress: (sentBytes: number, total: number) => {
      t.is(total, totalBytes);
      progress.push(sentBytes);
    },
  };
  const { runs, usage } = await upload(api, request);
  t.is(usage.used, 2);
  t.true(progress.length > 10, "progress is reported while the bytes are sent");
  t.deepEqual(
    progress,
    progress.toSorted((a, b) => a - b),
  );
  t.is(progress.at(-1), totalBytes);

  for (const { run_id } of runs) {
    const read = await waitForRun(api, run_id);
    t.is(read.status, "complete", JSON.stringify(read.error));
    t.is(read.benchmark.unit, "fps");
    t.is(read.build.build_id, build.build_id);
  }
  t.deepEqual((await upload(api, request)).runs, runs, "the same key gets the same response");
});

test("the client with generated types throws an error with the message of the problem", async (t) => {
  const answer = await createApi(service.url).GET("/builds/{build_id}", {
    params: { path: { build_id: 999_999 } },
  });
  t.is(answer.response.status, 404);
  t.throws(() => dataOf(answer), { message: /^Nothing is here: .*999999/ });
});

test("the example in TypeScript uploads a file and prints its result", async (t) => {
  const args = [...programArguments("examples/typescript/main.ts"), service.url, sample];
  const env = { ...process.env, BENCH_TOKEN: await newToken("grace") };
  const { stdout } = await run(process.execPath, args, { env });
  t.regex(stdout, /^sent 100 % of \d+ bytes$/m);
  t.regex(stdout, /^complete: [\d.]+ fps$/m);
});

test("the example with curl signs in, submits scores and a file, and prints their results", async (t) => {
  const { stdout, stderr } = await run("bash", ["examples/curl.sh", service.url, sample], {
    cwd: projectUrl(""),
  });
  t.regex(stdout, /^complete: 15240$/m);
  t.regex(stdout, /^complete: [\d.]+ fps$/m);
  t.regex(stderr, /100\.0%/);
});
