import { findFrameColumns } from "./columns.ts";
import { detectDialect, isPreamble, splitHeaderLine } from "./dialect.ts";
import type { Dialect } from "./dialect.ts";

/** Where a capture's header stands and how the file is written. */
export interface HeaderPlace {
  /** Lines of the file before the header. */
  linesBefore: number;
  dialect: Dialect;
  /** Whether `//` lines stand before the header, as CapFrameX writes them. */
  hasCommentLines: boolean;
}

/** Finds the header of a frame capture in the first text of a file; null where there is none. */
export function findHeader(text: string): HeaderPlace | null {
  const lines = text.split(/\r?\n/);
  for (const [linesBefore, line] of lines.entries()) {
    if (isPreamble(line)) continue;
    const dialect = detectDialect(line);
    if (findFrameColumns(splitHeaderLine(line, dialect.delimiter)) === null) continue;
    const hasCommentLines = lines.slice(0, linesBefore).some((before) => before.startsWith("//"));
    return { linesBefore, dialect, hasCommentLines };
  }
  return null;
}
