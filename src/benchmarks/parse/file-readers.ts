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
import type { InspectedFile, Inspection } from "../../readers/inspect.ts";
import { ReaderCrashedError, ReaderTimeoutError, ReaderUnavailableError } from "../errors.ts";
import type {
  ReadingAnswer,
  ReadingInput,
  ReadingOutcome,
  ReadingTask,
  ResultPiece,
} from "./serve-readings.ts";

/**
 * The service that reads files in child processes, one file at a time in each, so that a file that crashes its process
 * harms no other file.
 */
export type FileReaders = ReturnType<typeof createFileReaders>;

/** How long a child process stays idle before it ends and frees its memory, in ms. */
const IDLE_MS = 10_000;

/**
 * The factor by which the limit of processor time is multiplied to get the wall-clock limit for starting a process or
 * reading a file. The wall-clock limit ends a process that gets no processor time or waits forever.
 */
const PATIENCE = 5;

/**
 * Creates the file readers of this process. A child process is started when a file has to be read and no child is idle;
 * after reading a file, the child stays idle until the next file.
 * @param deps.program the module that the child processes run
 */
export function createFileReaders(deps: FileReadersDeps) {
  const idle = createIdleProcesses();
  const run = createRun(deps, idle);
  return {
    /**
     * Reads a result file.
     * @param signal aborts the reading immediately; the function then throws the reason of the signal
     * @throws ReaderError where the file cannot be read; ReaderCrashedError, ReaderTimeoutError where the reading
     * process crashed or took too long; ReaderUnavailableError where no process starts; the error of `content`
     */
    read: async (content: Content, request: ReadRequest, signal?: AbortSignal): Promise<ReadResult> => {
      const { value } = await run({ task: { kind: "read", request }, content, signal }).next();
      return value as ReadResult;
    },

    /**
     * Extracts the only result of an archive, and returns what `keep` returns.
     * @param keep gets the result's name in the archive (null where the archive gives none) and the result's bytes. If
     * the bytes end with an error, the archive is damaged, and `keep` has to remove what it has stored
     * @throws the errors of `read` and of `keep`
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

    /**
     * Tells what a file contains, judging by the whole file or by its first bytes.
     * @param timeoutMs how long the inspection may take after the process has started
     * @throws the errors of `read`, except ReaderError
     */
    inspect: async (bytes: Uint8Array, file: InspectedFile, timeoutMs: number): Promise<Inspection> => {
      const task = { kind: "inspect", file } as const;
      const { value } = await run({ task, content: once(bytes), timeoutMs }).next();
      return value as Inspection;
    },

    /** Ends the idle child processes, which wait for files to read. */
    close: (): void => idle.close(),
  };
}

/**
 * Creates the function that lets a child process carry out a task. The function yields the pieces of a result file that
 * is extracted from an archive, and returns any other result. A caller that stops early must close the generator.
 */
function createRun(
  { config, program = readingProcess() }: FileReadersDeps,
  idle: ReturnType<typeof createIdleProcesses>,
) {
  const cpuSeconds = config.PARSE_CPU_SECONDS;
  // A child process may use twice the processor time that one file may take. Once the process has used the time of one
  // file, it gets no further file.
  const bounds = { cpuSeconds: 2 * cpuSeconds, memoryMib: config.PARSE_MEMORY_MIB };
  return async function* run(reading: Reading): AsyncGenerator<ResultPiece, ReadResult | Inspection | null> {
    const reader = idle.take() ?? (await start(program, bounds));
    let canGoOn = false;
    try {
      reading.signal?.throwIfAborted();
      const { outcome, cpuMs } = yield* readBy(reader, reading, cpuSeconds);
      canGoOn = outcome.kind !== "error" && cpuMs < cpuSeconds * 1000;
      return resultOf(outcome);
    } finally {
      if (canGoOn) idle.put(reader);
      else reader.kill();
    }
  };
}

interface FileReadersDeps {
  config: Pick<Config, "PARSE_CPU_SECONDS" | "PARSE_MEMORY_MIB">;
  program?: URL;
}

/** The bytes of a file, as an iterator. Code that stops reading before the end of the file leaves the iterator open. */
type Content = AsyncIterator<Uint8Array>;

interface Reading {
  task: ReadingTask;
  content: Content;
  signal?: AbortSignal | undefined;
  /** The wall-clock limit for reading the file, in ms; by default, PATIENCE times the limit of processor time. */
  timeoutMs?: number;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* bytesOf(first: ResultPiece, rest: AsyncIterable<ResultPiece>): AsyncGenerator<Uint8Array> {
  yield first.bytes;
  for await (const { bytes } of rest) yield bytes;
}

function readingProcess(): URL {
  return new URL(`./reading-process${extname(import.meta.url)}`, import.meta.url);
}

async function start(program: URL, bounds: ProcessBounds): Promise<BoundedProcess> {
  try {
    return await startBoundedProcess(program, bounds);
  } catch (error) {
    throw new ReaderUnavailableError(error);
  }
}

/**
 * Lets a child process read a file. Kills the process if it does not answer, or if the bytes of the file cannot be
 * loaded.
 */
async function* readBy(reader: BoundedProcess, reading: Reading, cpuSeconds: number) {
  const patienceMs = cpuSeconds * 1000 * PATIENCE;
  const { signal, timeoutMs = patienceMs } = reading;
  const kill = () => reader.kill();
  signal?.addEventListener("abort", kill);
  try {
    return yield* converse(reader, reading, { startMs: patienceMs, timeoutMs });
  } catch (error) {
    kill();
    throw signal?.aborted ? signal.reason : faultOf(error, { cpuSeconds, seconds: timeoutMs / 1000 });
  } finally {
    signal?.removeEventListener("abort", kill);
  }
}

/**
 * Sends a child process its task and the pieces of the file that the process asks for, and yields the pieces of the
 * result that the process sends. The timeout covers only the time in which the process works, not the time in which it
 * starts or a store loads a piece.
 */
async function* converse(
  reader: BoundedProcess,
  { task, content }: Reading,
  { startMs, timeoutMs }: { startMs: number; timeoutMs: number },
): AsyncGenerator<ResultPiece, ReadingAnswer & { kind: "done" }> {
  let leftMs = startMs;
  const ask = async (input: ReadingInput): Promise<ReadingAnswer> => {
    const askedAt = performance.now();
    const answer = await bounded(reader.ask(input), leftMs, "the process that reads a file");
    leftMs -= performance.now() - askedAt;
    return answer as ReadingAnswer;
  };
  let answer = await ask({ task }).catch((error: unknown) => {
    // The file is not at fault: the child process did not start, or died before it had received any part of the file.
    throw new ReaderUnavailableError(error);
  });
  leftMs = timeoutMs;
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

/**
 * Converts an error that a file caused to ReaderTimeoutError or ReaderCrashedError, and returns any other error
 * unchanged.
 */
function faultOf(error: unknown, limits: ReaderTimeoutError["limits"]): unknown {
  const isEnd = error instanceof ProcessEndedError;
  if (error instanceof LateError || (isEnd && error.signal === "SIGXCPU"))
    return new ReaderTimeoutError(limits, error);
  return isEnd ? new ReaderCrashedError(error) : error;
}

/**
 * Returns the result of a task of the process that reads files; null if the process has already sent the result in
 * pieces.
 * @throws ReaderError, or an unexpected error of a file reader
 */
function resultOf(outcome: ReadingOutcome): ReadResult | Inspection | null {
  switch (outcome.kind) {
    case "result":
      return outcome.result;
    case "refused":
      throw new ReaderError(...outcome.fault);
    case "error":
      throw Object.assign(new Error(outcome.message), { stack: outcome.stack });
  }
}

/** Creates the list of the idle child processes. Each process ends after it was idle for IDLE_MS. */
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
    /** Takes the process that became idle last, so that the other idle processes can end after IDLE_MS. */
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
