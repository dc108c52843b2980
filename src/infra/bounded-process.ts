import { spawn, spawnSync, type ChildProcess, type Serializable } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The limits that the operating system enforces: it ends a process that exceeds them, whatever the process is doing.
 */
export interface ProcessBounds {
  /** CPU time over the whole life of the process. A process that exceeds it ends by SIGXCPU. */
  cpuSeconds: number;
  /**
   * Data memory in MiB, in and outside of V8's heap, in addition to what Node reserves at its start. On macOS only the
   * heap is bounded.
   */
  memoryMib: number;
}

/** A running process that answers each message with one message. */
export type BoundedProcess = ReturnType<typeof startBoundedProcess>;

/** A process ended instead of answering. The message says how it ended. */
export class ProcessEndedError extends Error {
  override name = "ProcessEndedError";
  /** The signal that ended the process; null if no signal did. */
  readonly signal: NodeJS.Signals | null;

  constructor(message: string, signal: NodeJS.Signals | null) {
    super(message);
    this.signal = signal;
  }
}

/**
 * The shell sets the bounds and then becomes the program. No file with the memory of a process that crashed is written.
 */
const START = `ulimit -c 0; ulimit -S -t "$1"; ulimit -d "$2" 2>/dev/null; shift 2; exec "$@"`;

/** The heap's share of the memory, near which V8 collects garbage; the rest is for buffers, stacks and code. */
const HEAP_SHARE = 0.5;

/**
 * Starts a program in a process of its own, which has no settings, no open connections and an empty environment.
 * Messages may be sent at once: Node keeps them until the program listens. A process that could not be started answers
 * no message.
 * @param program a module that sends one message for each that it gets; it ends with this process unless something else
 * keeps it alive
 */
export function startBoundedProcess(program: URL, bounds: ProcessBounds) {
  const child = spawnBounded(program, bounds);
  let end: ProcessEndedError | null = null;
  let waiting: { resolve: (message: unknown) => void; reject: (error: Error) => void } | null = null;
  const finish = (error: ProcessEndedError) => {
    end = error;
    waiting?.reject(error);
  };
  child.on("message", (message) => waiting?.resolve(message));
  child.on("error", ({ message }) => finish(new ProcessEndedError(message, null)));
  child.once("exit", (code, signal) =>
    finish(new ProcessEndedError(`it ended with ${signal ?? `code ${code}`}`, signal)),
  );
  return {
    /**
     * Sends a message and returns the answer. The caller must wait for the answer before the next message.
     * @throws ProcessEndedError
     */
    ask: async (message: Serializable): Promise<unknown> => {
      if (end) throw end;
      const answer = new Promise((resolve, reject) => (waiting = { resolve, reject }));
      // If the process cannot take the message, it has ended, and `answer` rejects.
      if (child.connected) child.send(message, () => undefined);
      return answer;
    },

    /** Whether the process has ended. */
    hasEnded: (): boolean => end !== null,

    /** Ends the process at once. A pending answer rejects. */
    kill: (): void => void child.kill("SIGKILL"),
  };
}

function spawnBounded(program: URL, { cpuSeconds, memoryMib }: ProcessBounds): ChildProcess {
  const flags = [
    ...loaderFlags(program),
    `--max-old-space-size=${Math.floor(memoryMib * HEAP_SHARE)}`,
    // Keeps the space for short-lived objects small, as in the rest of a worker.
    "--semi-space-growth-factor=1",
  ];
  const limits = [String(cpuSeconds), String(memoryMib * 1024 + reservedKib())];
  const node = [process.execPath, ...flags, fileURLToPath(program)];
  return spawn("/bin/sh", ["-c", START, "sh", ...limits, ...node], {
    env: {},
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
  });
}

let knownReservedKib: number | null = null;

/**
 * Returns how much memory this version of Node reserves at its start without using it, which counts as data for the
 * operating system: V8 of Node 24 reserves half a GiB for code. Returns 0 on systems that do not report it. Starts an
 * idle Node once, and waits for it.
 */
function reservedKib(): number {
  if (knownReservedKib !== null) return knownReservedKib;
  const program = new URL(`./print-memory${extname(import.meta.url)}`, import.meta.url);
  const args = [...loaderFlags(program), fileURLToPath(program)];
  const { stdout } = spawnSync(process.execPath, args, { env: {}, encoding: "utf8" });
  const [, dataKib = 0] = /^VmData:\s{1,20}(\d{1,15}) kB$/m.exec(stdout) ?? [];
  const [, usedKib = 0] = /^RssAnon:\s{1,20}(\d{1,15}) kB$/m.exec(stdout) ?? [];
  knownReservedKib = Math.max(0, Number(dataKib) - Number(usedKib));
  return knownReservedKib;
}

/**
 * Returns the flags by which Node runs TypeScript sources: none where Node itself can, and none for built JavaScript.
 */
function loaderFlags(program: URL): string[] {
  // Node 20, whose types these are, does not have this feature.
  const { typescript: canRunTypeScript } = process.features as { typescript?: unknown };
  if (!program.pathname.endsWith(".ts") || canRunTypeScript) return [];
  return [`--import=${import.meta.resolve("tsx")}`];
}
