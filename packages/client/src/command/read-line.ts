import process from "node:process";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/**
 * Asks a question on standard error, and returns the line that the person types; empty where standard input ends.
 * @param options.isHidden whether the terminal shows nothing of what is typed
 */
export async function readLine(
  question: string,
  { isHidden = false, signal }: { isHidden?: boolean; signal: AbortSignal },
): Promise<string> {
  const { stdin, stderr } = process;
  const isTerminal = stdin.isTTY;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: stdin,
    output: isHidden ? nowhere : stderr,
    terminal: isTerminal,
    signal,
  });
  // Show the question only now: until the interface is created, the terminal shows what the person types.
  if (isTerminal) stderr.write(question);
  try {
    // If the person presses Ctrl-C, the loop over the typed lines ends without a line.
    for await (const line of lines) return line.trim();
    return "";
  } finally {
    lines.close();
    if (isTerminal && isHidden) stderr.write("\n");
  }
}
