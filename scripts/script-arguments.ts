import process from "node:process";
import { messageOf } from "../src/infra/message-of.ts";

/**
 * Returns the arguments of a script, as `read` returns them. Returns null where there is nothing more to do: with `--help` it prints the
 * usage; where `read` throws it writes its message and the usage to standard error, and the exit code becomes 1.
 * @param read throws an Error with a message for the person who runs the script
 */
export function scriptArguments<A>(usage: string, read: (args: string[]) => A): A | null {
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) {
    console.log(usage);
    return null;
  }
  try {
    return read(args);
  } catch (error) {
    console.error(`${messageOf(error)}\n${usage}`);
    process.exitCode = 1;
    return null;
  }
}
