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

/** What the process that reads files is asked for: the figures of a file, or the result in an archive. */
export type ReadingTask = { kind: "read"; request: ReadRequest } | { kind: "extract"; format: FileFormat };

/**
 * What the process is sent: a task, then each piece of the file that it asked for, with null for the end of the file. Null also tells
 * it that a piece of the result has arrived.
 */
export type ReadingInput = { task: ReadingTask } | { bytes: Uint8Array | null };

/**
 * What the process answers: it wants the next piece of the file, it has a piece of the result in an archive, or the task is done.
 * `cpuMs` is its time on a processor since it began.
 */
export type ReadingAnswer =
  | { kind: "next" }
  | { kind: "piece"; piece: ResultPiece }
  | { kind: "done"; outcome: ReadingOutcome; cpuMs: number };

/** A piece of the result in an archive, never empty, with the name that the result has there. */
export interface ResultPiece {
  name: ExtractedResult["name"];
  bytes: Uint8Array;
}

/** How a task ended: with its result (null where its pieces were sent before), with the fault of the file, or with an error that no reader foresaw. */
export type ReadingOutcome =
  | { kind: "result"; result: ReadResult | null }
  | { kind: "refused"; fault: ReaderFault }
  | { kind: "error"; message: string; stack: string | undefined };

/** What a ReaderError is made of, because a message to another process cannot hold an object of a class. */
type ReaderFault = ConstructorParameters<typeof ReaderError>;

/** The readers of files. */
interface Readers {
  read: typeof readResult;
  extract: typeof extractResult;
}

/** Sends an answer before the task is done, and returns what is sent back. */
type Exchange = (answer: ReadingAnswer & { kind: "next" | "piece" }) => Promise<Uint8Array | null>;

/**
 * Makes this process read files for the process that started it, one at a time. When that process ends, nothing keeps this one alive
 * but the reading of a piece that it has already.
 */
export function serveReadings(readers: Readers): void {
  let deliver: (bytes: Uint8Array | null) => void = () => undefined;
  let latest: Promise<unknown> = Promise.resolve();
  // A reader may ask for a piece of the file while it sends one of the result: one waits for the other.
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
  // A signal to all processes of a group is for the process that started this one: it ends this one when it has no more use for it.
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
  // A reader that has asked ahead is sent that piece first: each message has one answer.
  await content.return(undefined);
  const { user, system } = process.cpuUsage();
  send({ kind: "done", outcome, cpuMs: (user + system) / 1000 });
}

interface Work {
  task: ReadingTask;
  content: AsyncIterable<Uint8Array>;
  exchange: Exchange;
}

/** Returns the result of a reading. Sends the result in an archive piece by piece, and then returns null. */
async function resultOf(readers: Readers, { task, content, exchange }: Work): Promise<ReadResult | null> {
  if (task.kind === "read") return readers.read(content, task.request);
  const { name, all, close } = await readers.extract(content, task.format);
  try {
    for await (const bytes of all)
      if (bytes.length > 0) await exchange({ kind: "piece", piece: { name, bytes } });
  } finally {
    await close();
  }
  return null;
}

async function outcomeOf(work: () => Promise<ReadResult | null>): Promise<ReadingOutcome> {
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
  // Without a callback, an answer to a process that is gone would be an uncaught error.
  process.send?.(answer satisfies Serializable, () => undefined);
}
