import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a recipe does to one file, as a path from the project's root: it makes the file, or puts a text beside another text of it or in its place. */
export type Edit =
  | { file: string; content: string }
  | { file: string; after: string; text: string }
  | { file: string; before: string; text: string }
  | { file: string; replaced: string; text: string };

/** A recipe of CONTRIBUTING.md, followed with an example. */
export interface Recipe {
  /** The heading of its section. */
  heading: string;
  /** In the order of the recipe. A later recipe may insert beside what an earlier one has inserted. */
  edits: readonly Edit[];
}

/**
 * Does an edit in a folder that holds the project.
 * @throws Error that names the file where the text beside or in whose place it puts another does not stand in it exactly once
 */
export function applyEdit(folder: string, edit: Edit): void {
  const path = join(folder, edit.file);
  if ("content" in edit) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, edit.content, { flag: "wx" });
    return;
  }
  const { anchor, changed } = changeOf(edit);
  const [head, tail, ...others] = readFileSync(path, "utf8").split(anchor);
  if (head === undefined || tail === undefined || others.length > 0) {
    const found = tail === undefined ? "nowhere" : `${others.length + 1} times`;
    throw new Error(`${edit.file}: expected once, found ${found}: ${anchor}`);
  }
  writeFileSync(path, `${head}${changed}${tail}`);
}

/** Returns the text at which a file is changed, and what stands there afterwards. */
function changeOf(edit: Exclude<Edit, { content: string }>): { anchor: string; changed: string } {
  if ("replaced" in edit) return { anchor: edit.replaced, changed: edit.text };
  return "after" in edit
    ? { anchor: edit.after, changed: `${edit.after}${edit.text}` }
    : { anchor: edit.before, changed: `${edit.text}${edit.before}` };
}

/** Returns the files that a recipe touches, each once. */
export const filesOf = ({ edits }: Recipe): string[] => [...new Set(edits.map(({ file }) => file))];
