import { execFile, spawn, type ChildProcess, type Serializable } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/**
 * The limits of a process. The operating system enforces the limits: it ends a process that exceeds them, even if the
 * process is blocked in a computation.
 */
export interface ProcessBounds {
  /**
   * The CPU time over the whole life of the process, in seconds. A process that exceeds this time is ended by SIGXCPU.
   */
  cpuSeconds: number;
  /**
   * The memory in MiB that the process may use for data, inside and outside of V8's heap, in addition to what Node
   * reserves at its start. On macOS only the heap is bounded.
   */
  memoryMib: number;
}

/** A running process that answers each message with one message. */
export type BoundedProcess = Awaited<ReturnType<typeof startBoundedProcess>>;

/** A process ended instead of answering a message. The message of this error says how the process ended. */
export class ProcessEndedError extends Error {
  override name = "ProcessEndedError";
  /** The signal that ended the process; null if the process ended without a signal. */
  readonly signal: NodeJS.Signals | null;

  constructor(message: string, signal: NodeJS.Signals | null) {
    super(message);
    this.signal = signal;
  }
}

/**
 * The script of the shell that starts a program: the shell sets the bounds and then becomes the program. The bounds
 * include that a crash writes no core file (a file with the memory of the process).
 */
const START = `ulimit -c 0; ulimit -S -t "$1"; ulimit -d "$2" 2>/dev/null; shift 2; exec "$@"`;

/**
 * The maximum size of V8's heap in the started process, as a share of the memory that the process may take; the rest is
 * for buffers, stacks and code.
 */
const HEAP_SHARE = 0.5;

/**
 * Starts a program in a separate process, which has no settings, no open connections and an empty environment. Messages
 * may be sent immediately: Node stores them until the program listens. A process that could not be started answers no
 * message.
 * @param program a module that sends one message for each message that the module gets. The program ends with this
 * process, unless something in the program keeps it alive
 */
export async function startBoundedProcess(program: URL, bounds: ProcessBounds) {
  const child = spawnBounded(program, bounds, await (reservedKib ??= readReservedKib()));
  let end: ProcessEndedError | null = null;
  let waiting: { resolve: (message: unknown) => void; reject: (error: Error) => void } | null = null;
  const finish = (error: ProcessEndedError) => {
    end = error;
    waiting?.reject(error);
  };
  child.on("message", (message) => waiting?.resolve(message));
  child.on("error", ({ message }) => finish(new ProcessEndedError(message, null)));
  child.once("exit", (code, signal) =>
    finish(new ProcessEndedError(`the process ended with ${signal ?? `code ${code}`}`, signal)),
  );
  return {
    /**
     * Sends a message to the process and returns its answer. The caller must wait for the answer before the next
     * message.
     * @throws ProcessEndedError
     */
    ask: async (message: Serializable): Promise<unknown> => {
      if (end) throw end;
      const answer = new Promise((resolve, reject) => (waiting = { resolve, reject }));
      // Ignore an error of sending: a process that cannot receive the message has ended, and then `answer` rejects.
      if (child.connected) child.send(message, () => undefined);
      return answer;
    },

    /** Whether the started process has ended. */
    hasEnded: (): boolean => end !== null,

    /** Ends the started process immediately. The promise of an answer that is still due rejects. */
    kill: (): void => void child.kill("SIGKILL"),
  };
}

function spawnBounded(
  program: URL,
  { cpuSeconds, memoryMib }: ProcessBounds,
  reservedKib: number,
): ChildProcess {
  const flags = [
    ...loaderFlags(program),
    `--max-old-space-size=${Math.floor(memoryMib * HEAP_SHARE)}`,
    // Keep V8's space for short-lived objects small, as workers/limit-memory.ts does for a worker.
    "--semi-space-growth-factor=1",
  ];
  const limits = [String(cpuSeconds), String(memoryMib * 1024 + reservedKib)];
  const node = [process.execPath, ...flags, fileURLToPath(program)];
  return spawn("/bin/sh", ["-c", START, "sh", ...limits, ...node], {
    env: {},
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
  });
}

let reservedKib: Promise<number> | undefined;

/**
 * Returns the memory in KiB that this version of Node reserves at its start without using it. The operating system
 * counts this memory as data: V8 of Node 24 reserves half a GiB for code. Returns 0 on systems that do not report this
 * memory. The function starts an idle Node process, and waits for its end.
 */
async function readReservedKib(): Promise<number> {
  const program = new URL(`./print-memory${extname(import.meta.url)}`, import.meta.url);
  const args = [...loaderFlags(program), fileURLToPath(program)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: {} }).catch(() => ({
    stdout: "",
  }));
  const [, dataKib = 0] = /^VmData:\s{1,20}(\d{1,15}) kB$/m.exec(stdout) ?? [];
  const [, usedKib = 0] = /^RssAnon:\s{1,20}(\d{1,15}) kB$/m.exec(stdout) ?? [];
  return Math.max(0, Number(dataKib) - Number(usedKib));
}

/**
 * Returns the flags with which Node runs a program that is TypeScript source. The list is empty if this version of Node
 * runs TypeScript itself, and for built JavaScript.
 */
function loaderFlags(program: URL): string[] {
  // The cast is needed because the installed types describe Node 20, which lacks the feature `typescript`.
  const { typescript: canRunTypeScript } = process.features as { typescript?: unknown };
  if (!program.pathname.endsWith(".ts") || canRunTypeScript) return [];
  return [`--import=${import.meta.resolve("tsx")}`];
}
