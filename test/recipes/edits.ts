import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a recipe does to one file, as a path from the project's root: it makes the file, or inserts a text beside another text of it. */
export type Edit =
  | { file: string; content: string }
  | { file: string; after: string; text: string }
  | { file: string; before: string; text: string };

/** A recipe of CONTRIBUTING.md, followed with an example. */
export interface Recipe {
  /** The heading of its section. */
  heading: string;
  /** In the order of the recipe. A later recipe may insert beside what an earlier one has inserted. */
  edits: readonly Edit[];
}

/**
 * Does an edit in a folder that holds the project.
 * @throws Error that names the file where the text beside which to insert does not stand in it exactly once
 */
export function applyEdit(folder: string, edit: Edit): void {
  const path = join(folder, edit.file);
  if ("content" in edit) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, edit.content, { flag: "wx" });
    return;
  }
  const anchor = "after" in edit ? edit.after : edit.before;
  const [head, tail, ...others] = readFileSync(path, "utf8").split(anchor);
  if (head === undefined || tail === undefined || others.length > 0) {
    const found = tail === undefined ? "nowhere" : `${others.length + 1} times`;
    throw new Error(`${edit.file}: expected once, found ${found}: ${anchor}`);
  }
  const inserted = "after" in edit ? `${anchor}${edit.text}` : `${edit.text}${anchor}`;
  writeFileSync(path, `${head}${inserted}${tail}`);
}

/** Returns the files that a recipe touches, each once. */
export const filesOf = ({ edits }: Recipe): string[] => [...new Set(edits.map(({ file }) => file))];
