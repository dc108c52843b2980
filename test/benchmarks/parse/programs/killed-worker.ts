import process from "node:process";
import { createFileReaders } from "../../../../src/benchmarks/parse/file-readers.ts";

// A worker that the test kills while one of its child processes reads a file and another child process is idle.

const readers = createFileReaders({ config: { PARSE_CPU_SECONDS: 60, PARSE_MEMORY_MIB: 384 } });
const neverComes = new Promise<void>(() => undefined);
let asked = () => undefined as void;
const isAsked = new Promise<void>((resolve) => (asked = resolve));

const waiting = (async function* () {
  yield Buffer.from("PK");
  asked();
  await neverComes;
})();
const empty = (async function* () {
  yield Buffer.from("not an archive");
})();
const both = [waiting, empty].map((content) =>
  readers.read(content, { format: "frame-csv" }).catch(() => undefined),
);
await isAsked;
await both[1];
process.stdout.write("one reads and one is idle\n");
await neverComes;
