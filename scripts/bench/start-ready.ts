import { startGuarded, type GuardedProcess } from "../../embedded/index.ts";

type Program = Parameters<typeof startGuarded>[0];

/**
 * Starts a process and waits for the line that says it is ready.
 * @param options.ready matches that line
 * @param options.onStart gets the process at once, so that whoever started it can end it, whatever happens
 * @returns what the first group of `ready` has found in the line; an empty text where it has none
 * @throws Error with the end of its log, where it ends before that
 */
export async function startReady(
  program: Omit<Program, "onLine">,
  { ready, onStart }: { ready: RegExp; onStart: (process: GuardedProcess) => void },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const onLine = (line: string) => {
      const found = ready.exec(line);
      if (found) resolve(found[1] ?? "");
    };
    const one = startGuarded({ ...program, onLine });
    onStart(one);
    void one.ended.then((end) =>
      reject(new Error(`${program.name} ended before it was ready (${end}): ${one.outputTail()}`)),
    );
  });
}
