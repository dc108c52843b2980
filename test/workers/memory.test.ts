import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import test from "ava";
import { makeCapture, makeFrameTimes } from "../helpers/capture-generator.ts";
import { startTestService } from "../helpers/service.ts";
import { programArguments } from "../helpers/project-files.ts";

const MIB = 1024 * 1024;
const LIMIT_MIB = 150;

/** Returns a capture of about 4 MiB: a real capture if EXTRA_SAMPLES names a folder, else a generated one. */
function largeCapture(): { name: string; content: string | Buffer } {
  const samples = process.env["EXTRA_SAMPLES"];
  const name = "pmcap-r5apex_dx12.exe-250709-222018.csv";
  if (samples) return { name, content: readFileSync(`${samples}/presentmon/${name}`) };
  const game = { application: "harbour.exe", processId: 1, swapChain: "0x1", isDropped: false };
  const frames = makeFrameTimes(40_000, 1).map((frameTimeMs) => Object.assign({ frameTimeMs }, game));
  return { name: "large.csv", content: makeCapture("presentmon-2.3.1", frames) };
}

/** Returns the peak resident memory of a process since its start, in MiB. */
function peakResidentMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

if (process.platform === "linux") {
  test("the built worker reads captures of 4 MiB, two at a time, within 150 MiB of resident memory", async (t) => {
    t.timeout(600_000);
    const service = await startTestService(t, { hasWorkers: false });
    const settings = { NODE_ENV: "development", LOG_LEVEL: "warn", PARSE_CONCURRENCY: "2" };
    const worker = spawn(process.execPath, programArguments("workers/index.ts"), {
      env: { ...process.env, ...service.stores.env, ...settings },
      stdio: ["ignore", "pipe", "inherit"],
    });
    t.teardown(async () => {
      worker.kill("SIGKILL");
      await once(worker, "close");
    });
    await once(worker.stdout, "data");

    const client = await service.signIn("large captures");
    const capture = largeCapture();
    t.true(capture.content.length > 3.5 * MIB, `${capture.content.length} bytes`);
    const build_id = await client.makeBuild();
    const files = Array.from({ length: 6 }, () => capture);
    const { body } = await client.add({ build_id, benchmarks: { id: 16 }, files });
    for (const { run_id } of body.runs as { run_id: string }[]) {
      const run = await client.waitForRun(run_id);
      t.is(run.body.status, "complete", run.text);
    }
    const peak = peakResidentMib(worker.pid ?? 0);
    t.log(`peak ${peak.toFixed(0)} MiB`);
    t.true(peak > 20 && peak < LIMIT_MIB, `${peak} MiB`);
  });
} else {
  test("the memory of the worker is tested on Linux only, because the test reads it from /proc", (t) =>
    t.pass());
}
