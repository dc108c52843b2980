import test from "ava";
import { createFileReaders, type FileReaders } from "../../../src/benchmarks/index.ts";
import { makeCapture, makeGameFrames, RANKED_FRAMES } from "../../helpers/capture-generator.ts";
import { programUrl } from "../../helpers/project-files.ts";
import { startTestService } from "../../helpers/service.ts";

const capture = makeCapture("presentmon-1.10", makeGameFrames(1, RANKED_FRAMES));
const picture = { name: "a.png", content: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) };

test("if the process that reads a file crashes, the inspection checks only the first bytes of the file, and the next file is read", async (t) => {
  const program = programUrl("test/benchmarks/parse/programs/faulty-reader.ts");
  const service = await startTestService(t, {
    hasWorkers: false,
    overrides: {
      fileReaders: () =>
        createFileReaders({ config: { PARSE_CPU_SECONDS: 60, PARSE_MEMORY_MIB: 384 }, program }),
    },
  });
  const client = await service.signIn("ada");
  const { body } = await client.inspect([
    { name: "a.csv", content: capture.replaceAll("harbour.exe", "abort.exe") },
    { name: "b.csv", content: capture },
  ]);
  const [crashed, next] = body.results;
  t.like(crashed, { format: "frame-csv", tool: null, fits: true, detail: null });
  t.deepEqual([crashed.benchmark_ids, crashed.recordings], [[16], []]);
  t.like(next, { format: "frame-csv", tool: "PresentMon", fits: true });
});

/** Returns a replacement of the file readers, with which the service reads no file until `release` is called. */
function pausedReaders() {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const fileReaders = (readers: FileReaders): FileReaders => ({
    ...readers,
    inspect: async (...given) => {
      await released;
      return readers.inspect(...given);
    },
  });
  return { overrides: { fileReaders }, release };
}

test("while many files wait to be read, a process refuses further inspections, and still reads the waiting files", async (t) => {
  const { overrides, release } = pausedReaders();
  const service = await startTestService(t, {
    hasWorkers: false,
    env: { MAX_UPLOADS_AT_ONCE: "100" },
    overrides,
  });
  const client = await service.signIn("ada");
  let refused = 0;
  const send = async () => {
    const { status, headers } = await client.inspect([{ name: "a.csv", content: capture }]);
    if (status === 503) t.truthy(headers.get("retry-after"));
    if (status === 503 && (refused += 1) === 3) release();
    return status;
  };
  const statuses = await Promise.all(Array.from({ length: 24 }, send));
  t.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [...Array.from({ length: 21 }, () => 200), 503, 503, 503],
  );
});

test("an account can send only a limited number of forms with files to inspect or to submit at the same time", async (t) => {
  const { overrides, release } = pausedReaders();
  const service = await startTestService(t, {
    hasWorkers: false,
    env: { MAX_UPLOADS_AT_ONCE: "2" },
    overrides,
  });
  const client = await service.signIn("ada");
  const send = async () => {
    const { status, body } = await client.inspect([{ name: "a.csv", content: capture }]);
    if (status === 429) {
      t.true(body.type.endsWith("/problems/upload-limit-reached"), body.type);
      release();
    }
    return status;
  };
  const statuses = await Promise.all([send(), send(), send()]);
  t.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 200, 429],
  );
});

test("the inspection of a file above the maximum file size gets a 413", async (t) => {
  const limited = await startTestService(t, { hasWorkers: false, env: { MAX_FILE_BYTES: "2000000" } });
  const client = await limited.signIn("ada");
  t.is((await client.inspect([{ name: "a.csv", content: "x".repeat(2_000_001) }])).status, 413);
  t.is((await client.inspect([{ name: "a.csv", content: "x".repeat(2_000_000) }])).status, 200);
});

test("inspections have a rate limit of their own for each account", async (t) => {
  const limited = await startTestService(t, {
    hasWorkers: false,
    constants: { RATE_LIMIT_INSPECTIONS: 2 },
  });
  const [ada, bob] = [await limited.signIn("ada"), await limited.signIn("bob")];
  const files = [picture];
  for (let request = 1; request <= 2; request += 1) t.is((await ada.inspect(files)).status, 200);
  const refused = await ada.inspect(files);
  t.is(refused.status, 429);
  t.deepEqual(refused.body["violated-policies"], ["inspections"]);
  t.is((await bob.inspect(files)).status, 200);
  t.is((await ada.post("/builds", { name: "still allowed" })).status, 201);
});
