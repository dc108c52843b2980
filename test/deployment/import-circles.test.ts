import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import test from "ava";
import { projectUrl } from "../helpers/project-files.ts";

const src = fileURLToPath(projectUrl("src"));
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));

/**
 * Matches an import or export of another module: `import type { X } from "./x.ts"`, `export * from "./x.ts"`, or
 * `import("./x.ts")`.
 */
const IMPORTED =
  /^(?:import|export) (?<type>type )?[^;"]*?from "(?<path>\.[^"]+)"|\bimport\("(?<later>\.[^"]+)"\)/gm;

const roomOf = (file: string): string => file.split("/")[0] ?? "";

/** Returns the files that a file imports, except files in another folder of src/ from which it imports only types. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), "utf8");
  return [...text.matchAll(IMPORTED)].flatMap(({ groups: { type, path, later } = {} }) => {
    const imported = posix.join(posix.dirname(file), path ?? later ?? "");
    return type !== undefined && roomOf(imported) !== roomOf(file) ? [] : [imported];
  });
}

/** Returns a cycle of imports as a list of files that begins and ends with the same file; null if there is no cycle. */
function findCircle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    way.push(file);
    for (const imported of graph.get(file) ?? []) {
      const circle = visit(imported);
      if (circle) return circle;
    }
    way.pop();
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const circle = visit(file);
    if (circle) return circle;
  }
  return null;
}

test("src has no cycle of imports, except cycles with a type import from one folder of src to another", (t) => {
  const graph = new Map(files.map((file) => [file, importsOf(file)]));
  t.true([...graph.values()].flat().length > files.length, "expected imports in the files");
  t.is(findCircle(graph)?.join(" -> "), undefined);
  t.deepEqual(
    findCircle(
      new Map([
        ["a.ts", ["b.ts"]],
        ["b.ts", ["c.ts"]],
        ["c.ts", ["b.ts"]],
      ]),
    ),
    ["b.ts", "c.ts", "b.ts"],
  );
});
