import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * A change of one file. `file` is a path from the project's root. The edit creates the file, inserts `text` after or
 * before another text of the file, or replaces a text by `text`.
 */
export type Edit =
  | { file: string; content: string }
  | { file: string; after: string; text: string }
  | { file: string; before: string; text: string }
  | { file: string; replaced: string; text: string };

/** An example for a recipe of CONTRIBUTING.md: the edits of somebody who follows the recipe. */
export interface Recipe {
  /** The heading of the recipe in CONTRIBUTING.md. */
  heading: string;
  /**
   * The edits in the order of the recipe. The edits of a later recipe may insert beside texts that an earlier recipe
   * has inserted.
   */
  edits: readonly Edit[];
}

/**
 * Applies an edit to a copy of the project.
 * @param folder the root folder of the copy
 * @throws Error with the name of the file if the anchor text of the edit does not occur in the file exactly once
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

/** Returns the anchor text of an edit, and the text that takes the place of the anchor. */
function changeOf(edit: Exclude<Edit, { content: string }>): { anchor: string; changed: string } {
  if ("replaced" in edit) return { anchor: edit.replaced, changed: edit.text };
  return "after" in edit
    ? { anchor: edit.after, changed: `${edit.after}${edit.text}` }
    : { anchor: edit.before, changed: `${edit.text}${edit.before}` };
}

/** Returns the files that a recipe of CONTRIBUTING.md creates or changes, each once. */
export const filesOf = ({ edits }: Recipe): string[] => [...new Set(edits.map(({ file }) => file))];
