import process from "node:process";
import type { Serializable } from "node:child_process";
import { ReaderError, type ReadRequest, type ReadResult } from "../../readers/index.ts";

/** What the process that reads files is asked for. */
export type ReadingTask = { kind: "read"; request: ReadRequest } | { kind: "extract" };

/** What the process is sent: a task, and then each piece of the file that it asked for, with null for the end of the file. */
export type ReadingInput = { task: ReadingTask } | { bytes: Uint8Array | null };

/**
 * What the process answers: it wants the next piece of the file, or the task is done. `cpuMs` is its time on a processor since it
 * began.
 */
export type ReadingAnswer = { kind: "next" } | { kind: "done"; outcome: ReadingOutcome; cpuMs: number };

/** How a task ended: with its result, with the fault of the file, or with an error that no reader foresaw. */
export type ReadingOutcome =
  | { kind: "result"; result: ReadResult | Uint8Array }
  | { kind: "refused"; fault: ReaderFault }
  | { kind: "error"; message: string; stack: string | undefined };

/** What a ReaderError is made of, because a message to another process cannot hold an object of a class. */
type ReaderFault = ConstructorParameters<typeof ReaderError>;

/** The readers of files. */
interface Readers {
  read(content: AsyncIterable<Uint8Array>, request: ReadRequest): Promise<ReadResult>;
  extract(content: AsyncIterable<Uint8Array>): Promise<Uint8Array>;
}

/**
 * Makes this process read files for the process that started it, one at a time. When that process ends, nothing keeps this one alive
 * but the reading of a piece that it has already.
 */
export function serveReadings(readers: Readers): void {
  let deliver: (bytes: Uint8Array | null) => void = () => undefined;
  const ask = (): Promise<Uint8Array | null> =>
    new Promise((resolve) => {
      deliver = resolve;
      send({ kind: "next" });
    });
  // A signal to all processes of a group is for the process that started this one: it ends this one when it has no more use for it.
  process.on("SIGTERM", () => undefined).on("SIGINT", () => undefined);
  process.on("message", (input: ReadingInput) => {
    if ("bytes" in input) deliver(input.bytes);
    else void answer(readers, input.task, pieces(ask));
  });
}

async function* pieces(ask: () => Promise<Uint8Array | null>): AsyncGenerator<Uint8Array> {
  for (let bytes = await ask(); bytes; bytes = await ask()) yield bytes;
}

async function answer(
  readers: Readers,
  task: ReadingTask,
  content: AsyncGenerator<Uint8Array>,
): Promise<void> {
  const outcome = await outcomeOf(readers, task, content);
  // A reader that has asked ahead is sent that piece first: each message has one answer.
  await content.return(undefined);
  const { user, system } = process.cpuUsage();
  send({ kind: "done", outcome, cpuMs: (user + system) / 1000 });
}

async function outcomeOf(
  readers: Readers,
  task: ReadingTask,
  content: AsyncIterable<Uint8Array>,
): Promise<ReadingOutcome> {
  try {
    const result =
      task.kind === "read" ? await readers.read(content, task.request) : await readers.extract(content);
    return { kind: "result", result };
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
