import test, { type ExecutionContext } from "ava";
import type { Run } from "../../src/benchmarks/model/run.ts";
import { createFileReaders } from "../../src/benchmarks/parse/file-readers.ts";
import type { Overrides } from "../../src/compose/overrides.ts";
import { adminCommandsOf } from "../helpers/admin-command.ts";
import { makeCapture, makeFrameTimes } from "../helpers/capture-generator.ts";
import type { Client, SentFile } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";
import { programUrl } from "../helpers/project-files.ts";
import { eventually } from "./system.ts";

// These tests check files that crash or block the process that reads them. The reading process runs
// test/benchmarks/parse/programs/faulty-reader.ts.

const MAX_ATTEMPTS = 2;
/**
 * The age in ms at which a claim counts as that of a dead worker. It has to exceed the pauses of a busy machine, during
 * which a worker cannot renew its claim.
 */
const SWEEP_AGE_MS = 6000;

const program = programUrl("test/benchmarks/parse/programs/faulty-reader.ts");
const readersFor = (PARSE_CPU_SECONDS: number) =>
  createFileReaders({ config: { PARSE_CPU_SECONDS, PARSE_MEMORY_MIB: 256 }, program });
/**
 * Readers with a CPU limit that only an endless reading exceeds. On a slow machine, the start of a process alone takes
 * seconds.
 */
const patient = readersFor(30);
/**
 * Readers with a CPU limit that ends an endless reading after more than two heartbeats of the worker. A worker sends
 * three heartbeats in SWEEP_AGE_MS.
 */
const impatient = readersFor(5);
let readers = patient;
const overrides: Overrides = {
  fileReaders: () => ({
    read: (...given) => readers.read(...given),
    extractResult: (...given) => readers.extractResult(...given),
    inspect: (...given) => readers.inspect(...given),
    close: () => {
      patient.close();
      impatient.close();
    },
  }),
};
const service = await startTestService(test, {
  overrides,
  env: {
    PARSE_CONCURRENCY: "2",
    SWEEP_AGE_MS: String(SWEEP_AGE_MS),
    SWEEP_INTERVAL_MS: "200",
  },
  constants: { PARSE_MAX_ATTEMPTS: MAX_ATTEMPTS },
});
const runs = service.stores.db.collection<Run>("runs");

/** Returns a capture of a game whose process name is `application`. */
function captureOf(application: string, seed = 1): SentFile {
  const game = { application, processId: 1, swapChain: "0x1", isDropped: false };
  const frames = makeFrameTimes(100, seed).map((frameTimeMs) => Object.assign({ frameTimeMs }, game));
  return { name: `${application}.csv`, content: makeCapture("presentmon-1.0", frames) };
}

/** Submits files as a new account and waits for their runs. Returns the stored runs and the client of the account. */
async function submit(t: ExecutionContext, name: string, files: SentFile[]) {
  const client = await service.signIn(name);
  const build_id = await client.makeBuild();
  const added = await client.add({ build_id, benchmarks: { id: 16 }, files });
  t.is(added.status, 200, added.text);
  const stored: Run[] = [];
  for (const { run_id } of added.body.runs as { run_id: string }[]) {
    await client.waitForRun(run_id);
    const run = await runs.findOne({ _id: run_id });
    if (run) stored.push(run);
  }
  return { stored, client };
}

/** Returns the status, the error code and the number of attempts of each run. */
const endsOf = (stored: readonly Run[]) =>
  Object.fromEntries(
    stored.map(({ file, status, error, attempts }) => [
      file?.name,
      [status, error?.code, attempts].join(" "),
    ]),
  );
/**
 * Waits until an account has the expected number of used runs, because a failed run is refunded shortly after its
 * failure is visible. Returns the number of used runs.
 */
const usedOnceRefunded = (client: Client, expected: number): Promise<number> =>
  eventually(
    async () => (await client.get("/me")).body.usage.used as number,
    (used) => used === expected,
  );

const crashed = `failed reader_crashed ${MAX_ATTEMPTS}`;
const complete = "complete  1";

test.serial(
  "only the run of a file that crashes its reader fails, and the other files are read",
  async (t) => {
    t.timeout(600_000);
    const names = ["a.exe", "abort.exe", "b.exe", "heap.exe", "c.exe", "buffers.exe", "d.exe"];
    const { stored, client } = await submit(
      t,
      "killers",
      names.map((name, seed) => captureOf(name, seed + 1)),
    );
    t.deepEqual(endsOf(stored), {
      "a.exe.csv": complete,
      "abort.exe.csv": crashed,
      "b.exe.csv": complete,
      "heap.exe.csv": crashed,
      "c.exe.csv": complete,
      "buffers.exe.csv": crashed,
      "d.exe.csv": complete,
    });
    t.is(await usedOnceRefunded(client, 4), 4);
  },
);

test.serial(
  "if the reading of a file never ends, the worker renews its claim until the run fails, and the other files are read",
  async (t) => {
    t.timeout(600_000);
    readers = impatient;
    t.teardown(() => (readers = patient));
    const touches = new Set<number>();
    const watching = setInterval(async () => {
      const run = await runs.findOne({ variant: null, status: "processing" });
      if (run) touches.add(run.touched_at.getTime());
    }, 50);
    t.teardown(() => clearInterval(watching));
    const { stored, client } = await submit(t, "spins", [
      captureOf("spin.exe"),
      captureOf("e.exe"),
      captureOf("f.exe", 2),
    ]);
    const spinning = stored.find(({ status }) => status === "failed");
    t.deepEqual(endsOf(stored), {
      "spin.exe.csv": `failed reader_timeout ${MAX_ATTEMPTS}`,
      "e.exe.csv": complete,
      "f.exe.csv": complete,
    });
    t.true(touches.size >= (spinning?.fencing_token ?? 0) + 2, `${touches.size} touches`);
    t.is(await usedOnceRefunded(client, 2), 2);
  },
);

test.serial(
  "a file whose reading ends with an unexpected error is tried several times; then its run fails and is refunded, and retry-failed lists the run",
  async (t) => {
    t.timeout(600_000);
    const { stored, client } = await submit(t, "unforeseen", [captureOf("throw.exe"), captureOf("g.exe")]);
    t.deepEqual(endsOf(stored), {
      "throw.exe.csv": `failed internal_error ${MAX_ATTEMPTS}`,
      "g.exe.csv": complete,
    });
    const failed = stored.find(({ status }) => status === "failed");
    t.is(await usedOnceRefunded(client, 1), 1);
    const { stdout, stderr } = await adminCommandsOf(service)("retry-failed", "--dry-run");
    t.regex(stdout, new RegExp(`^${failed?._id} internal_error$`, "m"), stderr);
    t.regex(stdout, / reader_crashed$/m);
    t.regex(stdout, / reader_timeout$/m);
  },
);
