import { extname } from "node:path";
import type { Config } from "../../config.ts";
import { bounded, LateError } from "../../infra/bounded.ts";
import {
  ProcessEndedError,
  startBoundedProcess,
  type BoundedProcess,
  type ProcessBounds,
} from "../../infra/bounded-process.ts";
import { ReaderError, type FileFormat, type ReadRequest, type ReadResult } from "../../readers/index.ts";
import { ReaderCrashedError, ReaderTimeoutError, ReaderUnavailableError } from "../errors.ts";
import type {
  ReadingAnswer,
  ReadingInput,
  ReadingOutcome,
  ReadingTask,
  ResultPiece,
} from "./serve-readings.ts";

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

  /** Yields the pieces of an extracted result, and returns the result of a reading. Whoever takes it to no end closes it. */
  async function* run(reading: Reading): AsyncGenerator<ResultPiece, ReadResult | null> {
    reading.signal?.throwIfAborted();
    const reader = idle.take() ?? start(program, bounds);
    let canGoOn = false;
    try {
      const { outcome, cpuMs } = yield* readBy(reader, reading, cpuSeconds);
      canGoOn = outcome.kind !== "error" && cpuMs < cpuSeconds * 1000;
      return resultOf(outcome);
    } finally {
      if (canGoOn) idle.put(reader);
      else reader.kill();
    }
  }

  return {
    /**
     * Reads a result file.
     * @param signal ends the reading at once: its reason is thrown
     * @throws ReaderError where the file cannot be read; ReaderCrashedError, ReaderTimeoutError where its process came to no good end;
     * ReaderUnavailableError where no process could be started; the error of the content
     */
    read: async (content: Content, request: ReadRequest, signal?: AbortSignal): Promise<ReadResult> => {
      const { value } = await run({ task: { kind: "read", request }, content, signal }).next();
      return value as ReadResult;
    },

    /**
     * Takes the one result out of an archive, and returns what `keep` makes of it.
     * @param keep gets the result's name in the archive (null where it tells none) and its bytes, whose last come before all of them
     * are known to be undamaged: whatever it has kept of them, it drops when they end with an error
     * @throws as `read` does, and what `keep` throws
     */
    extractResult: async <Kept>(
      content: Content,
      format: FileFormat,
      keep: (result: { name: string | null; content: AsyncIterable<Uint8Array> }) => Promise<Kept>,
    ): Promise<Kept> => {
      const pieces = run({ task: { kind: "extract", format }, content });
      try {
        const first = await pieces.next();
        if (first.done) throw new Error("the result in an archive has no bytes");
        return await keep({ name: first.value.name, content: bytesOf(first.value, pieces) });
      } finally {
        await pieces.return(null);
      }
    },

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

async function* bytesOf(first: ResultPiece, rest: AsyncIterable<ResultPiece>): AsyncGenerator<Uint8Array> {
  yield first.bytes;
  for await (const { bytes } of rest) yield bytes;
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

/** Has a process read a file. A process that does not answer, or whose file cannot be had, is killed. */
async function* readBy(reader: BoundedProcess, reading: Reading, cpuSeconds: number) {
  const { signal } = reading;
  const kill = () => reader.kill();
  signal?.addEventListener("abort", kill);
  try {
    return yield* converse(reader, reading, cpuSeconds * 1000 * PATIENCE);
  } catch (error) {
    kill();
    throw signal?.aborted ? signal.reason : faultOf(error, cpuSeconds);
  } finally {
    signal?.removeEventListener("abort", kill);
  }
}

/**
 * Gives a process its task, then the pieces of the file for which it asks, and takes the pieces of the result that it sends. Only the
 * time that the process takes counts, not the time that a store takes for a piece.
 */
async function* converse(
  reader: BoundedProcess,
  { task, content }: Reading,
  timeoutMs: number,
): AsyncGenerator<ResultPiece, ReadingAnswer & { kind: "done" }> {
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
  while (answer.kind !== "done") {
    if (answer.kind === "piece") {
      yield answer.piece;
      answer = await ask({ bytes: null });
    } else {
      const { value, done } = await content.next();
      answer = await ask({ bytes: done ? null : value });
    }
  }
  return answer;
}

/** Returns what an error says of the file that was read, and any other error unchanged. */
function faultOf(error: unknown, cpuSeconds: number): unknown {
  const isEnd = error instanceof ProcessEndedError;
  if (error instanceof LateError || (isEnd && error.signal === "SIGXCPU"))
    return new ReaderTimeoutError({ cpuSeconds, seconds: cpuSeconds * PATIENCE }, error);
  return isEnd ? new ReaderCrashedError(error) : error;
}

/** Returns the result of a task, null where its pieces were sent before. @throws ReaderError, or the error that no reader foresaw */
function resultOf(outcome: ReadingOutcome): ReadResult | null {
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
