import process from "node:process";
import type { Serializable } from "node:child_process";
import {
  ReaderError,
  type ExtractedResult,
  type extractResult,
  type FileFormat,
  type ReadRequest,
  type readResult,
  type ReadResult,
} from "../../readers/index.ts";
import type { InspectedFile, Inspection, inspectResult } from "../../readers/inspect.ts";

/**
 * A task of the process that reads files: reading the figures of a file, extracting the result file of an archive, or
 * inspecting a file.
 */
export type ReadingTask =
  | { kind: "read"; request: ReadRequest }
  | { kind: "extract"; format: FileFormat }
  | { kind: "inspect"; file: InspectedFile };

/**
 * A message to the process that reads files: a task, or the next piece of the file, which the process asked for. Null
 * marks the end of the file, and also confirms that a piece of the result has arrived.
 */
export type ReadingInput = { task: ReadingTask } | { bytes: Uint8Array | null };

/**
 * A message from the process that reads files: a request for the next piece of the file, a piece of the result file
 * that an archive contains, or the outcome of the task. `cpuMs` is the processor time of the process since its start.
 */
export type ReadingAnswer =
  | { kind: "next" }
  | { kind: "piece"; piece: ResultPiece }
  | { kind: "done"; outcome: ReadingOutcome; cpuMs: number };

/** A non-empty piece of the result file that an archive contains, and the name of the result file in the archive. */
export interface ResultPiece {
  name: ExtractedResult["name"];
  bytes: Uint8Array;
}

/**
 * The outcome of a task of the process that reads files: its result (null where the result was sent in pieces), the
 * fault of the file, or an unexpected error.
 */
export type ReadingOutcome =
  | { kind: "result"; result: ReadResult | Inspection | null }
  | { kind: "refused"; fault: ReaderFault }
  | { kind: "error"; message: string; stack: string | undefined };

/**
 * The constructor arguments of a `ReaderError`. A message to another process cannot hold an instance of a class, so the
 * arguments are sent instead.
 */
type ReaderFault = ConstructorParameters<typeof ReaderError>;

/** The functions with which the process that reads files carries out its tasks. */
interface Readers {
  read: typeof readResult;
  extract: typeof extractResult;
  inspect: typeof inspectResult;
}

/** Sends a message to the parent process while a task runs, and returns the bytes of the reply. */
type Exchange = (answer: ReadingAnswer & { kind: "next" | "piece" }) => Promise<Uint8Array | null>;

/**
 * Makes this process read files for its parent process, one at a time. If the parent ends, this process ends too, once
 * it has read the piece that has already arrived.
 */
export function serveReadings(readers: Readers): void {
  let deliver: (bytes: Uint8Array | null) => void = () => undefined;
  let latest: Promise<unknown> = Promise.resolve();
  // Send the parent process a message only after its reply to the previous message. The code that reads a file may ask
  // for a piece of the file while it sends a piece of a result file.
  const exchange: Exchange = (answer) => {
    const received = latest.then(
      () =>
        new Promise<Uint8Array | null>((resolve) => {
          deliver = resolve;
          send(answer);
        }),
    );
    latest = received;
    return received;
  };
  // Ignore signals to the process group, because the parent process handles them and ends this process once it is no
  // longer needed.
  process.on("SIGTERM", () => undefined).on("SIGINT", () => undefined);
  process.on("message", (input: ReadingInput) => {
    if ("bytes" in input) deliver(input.bytes);
    else void answer(readers, input.task, exchange);
  });
}

async function* pieces(exchange: Exchange): AsyncGenerator<Uint8Array> {
  const ask = () => exchange({ kind: "next" });
  for (let bytes = await ask(); bytes; bytes = await ask()) yield bytes;
}

async function answer(readers: Readers, task: ReadingTask, exchange: Exchange): Promise<void> {
  const content = pieces(exchange);
  const outcome = await outcomeOf(() => resultOf(readers, { task, content, exchange }));
  // Wait for a piece of the file that the task may have requested and no longer needs. Only after that piece send the
  // outcome of the task, because each message has exactly one reply.
  await content.return(undefined);
  const { user, system } = process.cpuUsage();
  send({ kind: "done", outcome, cpuMs: (user + system) / 1000 });
}

interface Work {
  task: ReadingTask;
  content: AsyncIterable<Uint8Array>;
  exchange: Exchange;
}

/**
 * Carries out a task of the process that reads files, and returns its result. The function sends the result file of an
 * archive piece by piece, and then returns null.
 */
async function resultOf(
  readers: Readers,
  { task, content, exchange }: Work,
): Promise<ReadResult | Inspection | null> {
  if (task.kind === "read") return readers.read(content, task.request);
  if (task.kind === "inspect") return readers.inspect(content, task.file);
  const { name, all, close } = await readers.extract(content, task.format);
  try {
    for await (const bytes of all)
      if (bytes.length > 0) await exchange({ kind: "piece", piece: { name, bytes } });
  } finally {
    await close();
  }
  return null;
}

async function outcomeOf(work: () => Promise<ReadResult | Inspection | null>): Promise<ReadingOutcome> {
  try {
    return { kind: "result", result: await work() };
  } catch (error) {
    if (error instanceof ReaderError) {
      const { code, detail, public_detail, line } = error;
      return { kind: "refused", fault: [code as ReaderFault[0], { detail, public_detail }, line] };
    }
    if (error instanceof Error) return { kind: "error", message: error.message, stack: error.stack };
    return { kind: "error", message: String(error), stack: undefined };
  }
}

function send(answer: ReadingAnswer): void {
  // The callback ignores errors of sending a message to a parent process that has ended. Without a callback, such an
  // error would be uncaught.
  process.send?.(answer satisfies Serializable, () => undefined);
}
