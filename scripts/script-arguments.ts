import process from "node:process";
import { parseArgs } from "node:util";
import { messageOf } from "../src/infra/message-of.ts";

/** The exit code of a program whose arguments are wrong. */
export const WRONG_USAGE = 2;

/** An option of a program: the fields for Node's parseArgs, and the text for the usage. */
export interface Option {
  type: "boolean" | "string";
  /** What the option means, for the usage text of the program. Further lines are indented below the first. */
  help: string;
  /** The placeholder of the argument's value in the usage text: `<run_id>`. */
  value?: string;
  /** True if a person may give the option several times in one command line. */
  multiple?: true;
  /** The text that is used if the option is not given. */
  default?: string;
  isRequired?: true;
  /** Converts the text that a person gave for the option. @throws Error that says what was expected and found */
  read?: (text: string) => unknown;
}

/** The options of a program, by their names without dashes. */
export type Options = Readonly<Record<string, Option>>;

/**
 * The values of options: false for a flag that is not given, undefined for a text without a default that is not given.
 */
export type Values<O extends Options> = { [Name in keyof O]: Value<O[Name]> };

type Value<O extends Option> = O["type"] extends "boolean"
  ? boolean
  : O extends { multiple: true }
    ? string[]
    : O extends { isRequired: true } | { default: string }
      ? Read<O>
      : Read<O> | undefined;

type Read<O extends Option> = O extends { read: (text: string) => infer T } ? T : string;

/** A program that people call with options. */
export interface Program<O extends Options> {
  /** The command line before the options: `npm run reindex --`. */
  call: string;
  /**
   * The beginning of the command line, up to the options, if the service runs in containers; absent for a program that
   * people do not run in a container.
   */
  callInContainer?: string;
  /** What the program does; the first line is a summary. */
  about: string;
  options: O;
  /** The options that the example in the usage text gives to the program. */
  example: string;
  /**
   * Returns what is wrong with the combination of a script's options. `values` lacks the options whose values are
   * invalid by themselves.
   */
  faultsOf?: (values: Partial<Values<O>>) => readonly string[];
}

/**
 * Returns the arguments as `read` returns them. Returns null if the program has nothing more to do: with `--help` this
 * function prints the usage; if `read` throws, it writes the message and the usage to standard error and sets exit code
 * 2.
 * @param read throws an Error with a message for the person who runs the program
 */
export function scriptArguments<A>(
  usage: string,
  read: (args: string[]) => A,
  args: string[] = process.argv.slice(2),
): A | null {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(usage);
    return null;
  }
  try {
    return read(args);
  } catch (error) {
    console.error(`${messageOf(error)}\n${usage}`);
    process.exitCode = WRONG_USAGE;
    return null;
  }
}

/**
 * Reads the arguments of a program by the program's declared options. Returns the values; null if the program has
 * nothing more to do, as after `--help`.
 */
export function readProgram<const O extends Options>(program: Program<O>, args?: string[]): Values<O> | null {
  const { options, faultsOf } = program;
  return scriptArguments(usageOf(program), (given) => readOptions(options, given, faultsOf), args);
}

/**
 * Reads the values of options from arguments. @throws Error that lists all faults at once, each with what was expected
 * and what was found
 */
export function readOptions<const O extends Options>(
  declared: O,
  args: string[],
  faultsOf: Program<O>["faultsOf"] = () => [],
): Values<O> {
  const options: Options = declared;
  refuseUnknown(options, args);
  const { values: given } = parseArgs({ args, options });
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(options))
    try {
      values[name] = readOption(option, given[name]);
    } catch (error) {
      faults.push(`--${name}: ${messageOf(error)}`);
    }
  faults.push(...faultsOf(values as Partial<Values<O>>));
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return values as Values<O>;
}

/**
 * Refuses arguments that Node's parseArgs would refuse without saying what was expected.
 * @throws Error for unknown options, missing values and other arguments
 */
function refuseUnknown(options: Options, args: string[]): void {
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  const unknown: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") unknown.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue: isInline } = token;
    const option = options[name];
    if (!option) unknown.push(rawName);
    // Treat an argument that starts with a dash as the next option, not as a value; a value that starts with a dash has
    // to be given as --reason=--text.
    else if (option.type === "string" && !isInline && (value === undefined || value.startsWith("-")))
      throw new Error(`${rawName}: expected ${option.value}, found ${value ?? "nothing"}`);
  }
  const known = Object.keys(options).map((name) => `--${name}`);
  if (unknown.length > 0)
    throw new Error(`expected ${known.join(", ") || "no arguments"}, found ${unknown.join(" ")}`);
}

type Given = ReturnType<typeof parseArgs>["values"][string];

function readOption({ type, value, multiple, isRequired, read }: Option, given: Given): unknown {
  if (type === "boolean") return given ?? false;
  if (multiple) return given ?? [];
  if (isRequired && !given) throw new Error(`expected ${value ?? "a text"}, found nothing`);
  return typeof given === "string" && read ? read(given) : given;
}

/** Returns the usage of a program: its description, its options and an example. */
export function usageOf(program: Omit<Program<Options>, "faultsOf">): string {
  const { call, callInContainer, about, options, example } = program;
  const forms = Object.entries(options).map(([name, option]) => ({ option, form: formOf(name, option) }));
  const shown = forms.map(({ form, option: { isRequired, multiple } }) =>
    isRequired ? form : `[${form}]${multiple ? "..." : ""}`,
  );
  const width = Math.max(0, ...forms.map(({ form }) => form.length));
  return [
    `Usage: ${[call, ...shown].join(" ")}`,
    indented(about, 2),
    ...forms.map(
      ({ form, option: { help } }) => `  ${form.padEnd(width)}  ${indented(help, width + 4).trimStart()}`,
    ),
    ...(callInContainer ? [`In a container: ${callInContainer} ${example}`.trimEnd()] : []),
    `Example: ${call} ${example}`.trimEnd(),
  ].join("\n");
}

const formOf = (name: string, { value }: Option) => (value ? `--${name} ${value}` : `--${name}`);

const indented = (text: string, spaces: number) => text.replaceAll(/^/gm, " ".repeat(spaces));

/** Declares an option without a value. */
export const flag = (help: string) => ({ type: "boolean", help }) as const;

/** Declares an option with a value. @param value the placeholder of the value in the usage */
export const option = <const More extends Omit<Option, "type" | "value" | "help">>(
  value: string,
  help: string,
  more?: More,
): { type: "string"; value: string; help: string } & More => ({
  type: "string",
  value,
  help,
  ...(more as More),
});

/** Returns a parser of option values that accepts one of the given names. */
export function oneOf<Name extends string>(names: readonly Name[]): (text: string) => Name {
  return (text) => {
    const found = names.find((name) => name === text);
    if (found !== undefined) return found;
    throw new Error(`expected one of ${names.join(", ")}, found ${text || "nothing"}`);
  };
}

/** Returns a parser of option values that accepts a whole number from `min` to `max`, both included. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new Error(`expected a whole number from ${min} to ${max}, found ${text || "nothing"}`);
  };
}
