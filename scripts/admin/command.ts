import { runScript, type Script } from "../run-script.ts";
import { readOptions, type Options, type Values } from "../script-arguments.ts";

/** A command of `npm run admin`. */
export interface Command<V = unknown> {
  name: string;
  /** What the command does, in one line. */
  summary: string;
  /**
   * Reads the arguments that follow the command's name.
   * @throws Error with a message for the person who runs the command
   */
  read(args: string[]): V;
  /** Runs the command with the arguments that `read` has returned. */
  run(args: string[]): Promise<void>;
}

/** Returns the command of `npm run admin` that runs a script. */
export function adminCommand<const O extends Options>(script: Omit<Script<O>, "call">): Command<Values<O>> {
  const { name, about, options, faultsOf } = script;
  const [summary = ""] = about.split("\n");
  return {
    name,
    summary,
    read: (args) => readOptions(options, args, faultsOf),
    run: (args) => runScript({ ...script, call: `npm run admin -- ${name}` }, args),
  };
}
