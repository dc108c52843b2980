import { parseEnv } from "node:util";
import { isNearly } from "./misspelt-settings.ts";

/** A text that replaces a line of the file `.env`, to find out how Node parses that line. */
const STAND_IN = "a line that is tried";

/**
 * Reads the text of a file `.env` by the rules of Node. A byte order mark at its front, which some editors write, is
 * left out: Node takes it for a part of the first name.
 * @param known the names of all settings
 * @returns the variables, and a sentence for each line without an assignment that names a setting or because of which
 * Node does not read a setting
 */
export function readEnvText(
  text: string,
  known: readonly string[],
): { variables: Readonly<Record<string, string>>; faults: readonly string[] } {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const variables = parseEnv(lines.join("\n")) as Record<string, string>;
  const lost = lostSettings(variables, lines, known);
  const faults = lines.flatMap((line, index) => {
    const expected = `.env, line ${index + 1}: expected an assignment`;
    const [name, loss] = [nameWithoutAssignment(line, known), lost.get(index)];
    if (loss === undefined && (name === null || isExport(line) || isInValue(lines, index))) return [];
    if (name !== null)
      return [`${expected} such as ${name}=value, found ${name} without "=" after the name.`];
    return [`${expected}, found a line without "=", so that the setting ${loss} after the line is lost.`];
  });
  return { variables, faults };
}

/**
 * Returns the name at the front of a line of `.env` that is meant for a setting and assigns nothing; otherwise null.
 */
function nameWithoutAssignment(line: string, known: readonly string[]): string | null {
  const [, name] = /^\s*(?:export\s+)?(\w+)(?:[\s:][^=]*)?$/.exec(line) ?? [];
  const isMeant = name !== undefined && known.some((setting) => setting === name || isNearly(name, setting));
  return isMeant ? name : null;
}

/**
 * Whether a line of a file `.env` only exports a variable that another line assigns. A `.env` that shells also read may
 * have such lines.
 */
const isExport = (line: string) => /^\s*export\s+\w+\s*$/.test(line);

/** Whether Node reads a line of a file `.env` as a part of a value, as it does between quotes. */
function isInValue(lines: readonly string[], index: number): boolean {
  const values = Object.values(parseEnv(lines.with(index, STAND_IN).join("\n")));
  return values.some((value) => value?.includes(STAND_IN));
}

/**
 * Returns those settings of a file `.env` that Node does not read, by the index of the line that is the cause: Node 20
 * joins a line without an assignment and the name after it to one name. Newer versions of Node read all settings.
 */
function lostSettings(
  variables: Readonly<Record<string, string>>,
  lines: readonly string[],
  known: readonly string[],
): ReadonlyMap<number, string> {
  const text = lines.join("\n");
  const lost = new Map<number, string>();
  for (const key of Object.keys(variables)) {
    const before = key.split("\n");
    const name = before
      .pop()
      ?.trim()
      .replace(/^export\s+/, "");
    if (name === undefined || !known.includes(name)) continue;
    const first = text.slice(0, text.indexOf(key)).split("\n").length - 1;
    for (const [offset, line] of before.entries())
      if (!/^\s*(?:#|$)/.test(line)) lost.set(first + offset, name);
  }
  return lost;
}
