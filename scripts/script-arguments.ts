import process from "node:process";
import { parseArgs } from "node:util";
import { messageOf } from "../src/infra/message-of.ts";

/** The exit code of a program whose arguments are wrong. */
export const WRONG_USAGE = 2;

/** An option of a program: what parseArgs of Node takes, and what a person reads about it. */
export interface Option {
  type: "boolean" | "string";
  /** What it means. Further lines are indented below the first. */
  help: string;
  /** What stands for its value in the usage: `<run_id>`. */
  value?: string;
  /** May be given several times. */
  multiple?: true;
  /** The text that counts where the option is not given. */
  default?: string;
  isRequired?: true;
  /** Turns the text of the value into what the program works with. @throws Error that says what was expected and found */
  read?: (text: string) => unknown;
}

/** The options of a program, by their names without dashes. */
export type Options = Readonly<Record<string, Option>>;

/** The values of options: false for a flag that is not given, undefined for a text that is not given and has no default. */
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
  /** What a person types before the options: `npm run reindex --`. */
  call: string;
  /** What it does; the first line alone says the most important. */
  about: string;
  options: O;
  /** The options of an example. */
  example: string;
  /** Says what is wrong about options that concern each other. Those that are wrong by themselves have no value. */
  faultsOf?: (values: Partial<Values<O>>) => readonly string[];
}

/**
 * Returns what a program works with, read from its arguments. Returns null where there is nothing more to do: with `--help` it prints the
 * usage; where `read` throws it writes its message and the usage to standard error, and the exit code becomes 2.
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

/** Does what `scriptArguments` does, for a program with options. */
export function readProgram<const O extends Options>(program: Program<O>, args?: string[]): Values<O> | null {
  const { options, faultsOf } = program;
  return scriptArguments(usageOf(program), (given) => readOptions(options, given, faultsOf), args);
}

/** Reads options. @throws Error that names all faults at once: what was expected, and what was found */
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

/** Finds what parseArgs would tell of in words that do not say what was expected. */
function refuseUnknown(options: Options, args: string[]): void {
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  const unknown: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") unknown.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue: isInline } = token;
    const option = options[name];
    if (!option) unknown.push(rawName);
    // The next option is no value: whoever means it to be one writes --reason=--text.
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

/** Returns the usage of a program: what it does, its options and an example. */
export function usageOf({ call, about, options, example }: Omit<Program<Options>, "faultsOf">): string {
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
    `Example: ${call} ${example}`.trimEnd(),
  ].join("\n");
}

const formOf = (name: string, { value }: Option) => (value ? `--${name} ${value}` : `--${name}`);

const indented = (text: string, spaces: number) => text.replaceAll(/^/gm, " ".repeat(spaces));

/** Declares an option without a value. */
export const flag = (help: string) => ({ type: "boolean", help }) as const;

/** Declares an option with a value. @param value what stands for it in the usage */
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

/** Returns what reads one of some names. */
export function oneOf<Name extends string>(names: readonly Name[]): (text: string) => Name {
  return (text) => {
    const found = names.find((name) => name === text);
    if (found !== undefined) return found;
    throw new Error(`expected one of ${names.join(", ")}, found ${text || "nothing"}`);
  };
}

/** Returns what reads a whole number within bounds, both included. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new Error(`expected a whole number from ${min} to ${max}, found ${text || "nothing"}`);
  };
}
