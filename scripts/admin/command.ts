import { runScript, type Script } from "../run-script.ts";
import { readOptions, type Options, type Values } from "../script-arguments.ts";

/** A command of `npm run admin`. */
export interface Command<V = unknown> {
  name: string;
  /** What it does, in a line. */
  summary: string;
  /** Reads the arguments behind its name. @throws Error with a message for the person who runs the command */
  read(args: string[]): V;
  /** Runs it with these arguments. */
  run(args: string[]): Promise<void>;
}

/** Declares a command out of a script, which people call by its name. */
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
