import { existsSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, relative, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const maps = new Map<string, SourceMap | null>();

/**
 * Returns the source position of a position in a compiled file, as `test/config.test.ts:12:5`.
 * @param place position in a form of stack traces: `fn (file:///…/dist-test/bundle/tests.js:1:2)`, `/…/tests.js:1:2`
 * @returns undefined if the position is not in a file of the project
 */
export function sourceOf(place: string): string | undefined {
  const [, name = "", line, column] = /((?:file:\/\/)?\/[^()\n]*?):(\d+):(\d+)\)?$/.exec(place.trim()) ?? [];
  if (name === "") return undefined;
  const file = name.startsWith("file:") ? fileURLToPath(name) : name;
  const found = mapOf(file)?.findOrigin(Number(line), Number(column));
  const isMapped = found !== undefined && "fileName" in found;
  const source = isMapped ? resolve(dirname(file), decodeURI(found.fileName)) : file;
  const path = relative(process.cwd(), source);
  if (path.startsWith("..") || path.startsWith("node_modules")) return undefined;
  return isMapped ? `${path}:${found.lineNumber}:${found.columnNumber}` : `${path}:${line}:${column}`;
}

/** Returns the source map beside a compiled file, or null. */
function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  const text = existsSync(`${file}.map`) ? readFileSync(`${file}.map`, "utf8") : null;
  const map = text === null ? null : new SourceMap(JSON.parse(text) as SourceMapPayload);
  maps.set(file, map);
  return map;
}
