import { processOfEntry, type TestProcess } from "./test-processes.ts";
import { sourceOf } from "./source-places.ts";
import type { Failure } from "./test-results.ts";

/** The origin of a failure: the test file, if ava reports it, and the title of the test. */
interface Origin {
  file?: string;
  title: string;
  /** The command that runs the failed test again. */
  command?: string;
}

/**
 * Returns lines about a failure for a person: the failed test, the positions in the source, the expected and found
 * values, and the command that runs the test alone.
 */
export function linesOfFailure(failure: Failure, processes: readonly TestProcess[]): string[] {
  const { file, title, command = failure.command } = originOf(failure.title, processes);
  const places = new Set(failure.places.flatMap((place) => sourceOf(place) ?? []).filter(isOfTest));
  const isSaid = Object.keys(failure.details).some((label) => label.startsWith(failure.message ?? ""));
  const details = Object.entries(failure.details).flatMap(([label, text]) =>
    `${label}\n${text}`.split("\n").map((line, index) => (index === 0 ? line : `  ${line}`)),
  );
  return [
    `✘ ${file === undefined ? title : `${file} › ${title}`}`,
    ...[
      ...[...places].map((place) => `at ${place}`),
      ...(isSaid ? [] : (failure.message?.split("\n") ?? [])),
      ...details,
      ...(command === undefined ? [] : [`run it alone: ${command}`]),
    ].map((line) => `    ${line}`),
  ];
}

/** Whether a line of a stack trace is outside the test runner, whose functions are in every stack trace. */
const isOfTest = (place: string) => !place.startsWith("test/runner/");

const SEPARATOR = " › ";

/**
 * Splits a title of ava into the process (if there are several), the file (if the process runs several) and the test.
 */
function originOf(given: string, processes: readonly TestProcess[]): Origin {
  const parts = given.split(SEPARATOR);
  const named = processes.find(({ name }) => name === processOfEntry(parts[0] ?? ""));
  if (named !== undefined) parts.shift();
  const inTitle = /entries\/\w+\/([\w-]+)\.test\.js/.exec(given)?.[1];
  const owner =
    named ?? processes.find(({ name }) => inTitle !== undefined && name === processOfEntry(inTitle));
  const [only, ...more] = owner?.files ?? (processes.length === 1 ? (processes[0]?.files ?? []) : []);
  const isFile = /^test\/.*\.test\.tsx?$/.test(parts[0] ?? "");
  const file = isFile ? parts.shift() : more.length === 0 ? only : undefined;
  const title = parts.join(SEPARATOR);
  if (file === undefined)
    return { title, ...(owner !== undefined && { command: `npm test -- ${owner.name}` }) };
  const isOutsideOfTests = inTitle !== undefined || / hook(?: for .*)?$/.test(title);
  const match = isOutsideOfTests ? "" : ` --match=${quoted(title)}`;
  return { file, title, command: `npm test -- ${file}${match}` };
}

/** Returns a title as a pattern for ava's --match, quoted for the shell. */
function quoted(title: string): string {
  const pattern = title.replace(/^!/, "*").replaceAll("\n", "*");
  return `'${pattern.replaceAll("'", String.raw`'\''`)}'`;
}
