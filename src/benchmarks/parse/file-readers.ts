import { extname } from "node:path";
import type { Config } from "../../config.ts";
import { bounded, LateError } from "../../infra/bounded.ts";
import {
  ProcessEndedError,
  startBoundedProcess,
  type BoundedProcess,
  type ProcessBounds,
} from "../../infra/bounded-process.ts";
import { ReaderError, type ReadRequest, type ReadResult } from "../../readers/index.ts";
import { ReaderCrashedError, ReaderTimeoutError, ReaderUnavailableError } from "../errors.ts";
import type { ReadingAnswer, ReadingInput, ReadingOutcome, ReadingTask } from "./serve-readings.ts";

/** Reads files in processes of their own, one file at a time in each, so that a file that ends its process harms no other. */
export type FileReaders = ReturnType<typeof createFileReaders>;

/** A process without a file for this long ends, and its memory is free again. */
const IDLE_MS = 10_000;

/** A process that gets no time on a processor, or that waits for what never comes, is given up after so many times its bound. */
const PATIENCE = 5;

/**
 * Creates the readers of a process. A process for reading is started when a file comes and none is idle; it stays for the next file.
 * @param deps.program the module that the processes run
 */
export function createFileReaders({ config, program = readingProcess() }: FileReadersDeps) {
  const cpuSeconds = config.PARSE_CPU_SECONDS;
  // A process that has used half of its time is replaced, so that each file has the time of the setting at least.
  const bounds = { cpuSeconds: 2 * cpuSeconds, memoryMib: config.PARSE_MEMORY_MIB };
  const idle = createIdleProcesses();

  async function run(reading: Reading): Promise<ReadResult | Uint8Array> {
    reading.signal?.throwIfAborted();
    const reader = idle.take() ?? start(program, bounds);
    const { outcome, cpuMs } = await readBy(reader, reading, cpuSeconds);
    if (outcome.kind !== "error" && cpuMs < cpuSeconds * 1000) idle.put(reader);
    else reader.kill();
    return resultOf(outcome);
  }

  return {
    /**
     * Reads a result file.
     * @param signal ends the reading at once: its reason is thrown
     * @throws ReaderError where the file cannot be read; ReaderCrashedError, ReaderTimeoutError where its process came to no good end;
     * ReaderUnavailableError where no process could be started; the error of the content
     */
    read: async (content: Content, request: ReadRequest, signal?: AbortSignal): Promise<ReadResult> =>
      (await run({ task: { kind: "read", request }, content, signal })) as ReadResult,

    /** Returns the Result.xml of an archive. @throws as `read` does */
    extractResultXml: async (content: Content): Promise<Uint8Array> =>
      (await run({ task: { kind: "extract" }, content })) as Uint8Array,

    /** Ends the idle processes. */
    close: (): void => idle.close(),
  };
}

interface FileReadersDeps {
  config: Pick<Config, "PARSE_CPU_SECONDS" | "PARSE_MEMORY_MIB">;
  program?: URL;
}

/** The bytes of a file. They stay open where the reader needs no more of them. */
type Content = AsyncIterator<Uint8Array>;

interface Reading {
  task: ReadingTask;
  content: Content;
  signal?: AbortSignal | undefined;
}

function readingProcess(): URL {
  return new URL(`./reading-process${extname(import.meta.url)}`, import.meta.url);
}

function start(program: URL, bounds: ProcessBounds): BoundedProcess {
  try {
    return startBoundedProcess(program, bounds);
  } catch (error) {
    throw new ReaderUnavailableError(error);
  }
}

/** Has a process read a file. A process that does not come to the end of its task is killed. */
async function readBy(reader: BoundedProcess, reading: Reading, cpuSeconds: number) {
  const { signal } = reading;
  const kill = () => reader.kill();
  signal?.addEventListener("abort", kill);
  try {
    return await converse(reader, reading, cpuSeconds * 1000 * PATIENCE);
  } catch (error) {
    kill();
    throw signal?.aborted ? signal.reason : faultOf(error, cpuSeconds);
  } finally {
    signal?.removeEventListener("abort", kill);
  }
}

/**
 * Gives a process its task, and then the pieces of the file for which it asks. Only the time that the process takes counts, not
 * the time that the store takes for the next piece.
 */
async function converse(reader: BoundedProcess, { task, content }: Reading, timeoutMs: number) {
  let usedMs = 0;
  const ask = async (input: ReadingInput): Promise<ReadingAnswer> => {
    const askedAt = performance.now();
    const answer = await bounded(reader.ask(input), timeoutMs - usedMs, "the process that reads a file");
    usedMs += performance.now() - askedAt;
    return answer as ReadingAnswer;
  };
  let answer = await ask({ task }).catch((error: unknown) => {
    // It has seen nothing of the file: it did not start, or it died while it was idle.
    throw new ReaderUnavailableError(error);
  });
  while (answer.kind === "next") {
    const { value, done } = await content.next();
    answer = await ask({ bytes: done ? null : value });
  }
  return answer;
}

/** Returns what an error says of the file that was read, and any other error unchanged. */
function faultOf(error: unknown, cpuSeconds: number): unknown {
  const isEnd = error instanceof ProcessEndedError;
  if (error instanceof LateError || (isEnd && error.signal === "SIGXCPU"))
    return new ReaderTimeoutError(cpuSeconds, error);
  return isEnd ? new ReaderCrashedError(error) : error;
}

/** Returns the result of a task. @throws ReaderError, or the error that no reader foresaw */
function resultOf(outcome: ReadingOutcome): ReadResult | Uint8Array {
  switch (outcome.kind) {
    case "result":
      return outcome.result;
    case "refused":
      throw new ReaderError(...outcome.fault);
    case "error":
      throw Object.assign(new Error(outcome.message), { stack: outcome.stack });
  }
}

/** Keeps processes that have nothing to do for a while. */
function createIdleProcesses() {
  const idle = new Map<BoundedProcess, NodeJS.Timeout>();
  const drop = (reader: BoundedProcess) => {
    clearTimeout(idle.get(reader));
    idle.delete(reader);
  };
  const end = (reader: BoundedProcess) => {
    drop(reader);
    reader.kill();
  };
  return {
    put: (reader: BoundedProcess): void =>
      void idle.set(reader, setTimeout(() => end(reader), IDLE_MS).unref()),
    /** Returns the process that was put last, so that the others may end. */
    take: (): BoundedProcess | undefined => {
      const reader = [...idle.keys()].findLast((one) => !one.hasEnded());
      if (reader) drop(reader);
      return reader;
    },
    close: (): void => {
      for (const reader of idle.keys()) end(reader);
    },
  };
}
