import { isUtf8 } from "node:buffer";
import { limits } from "../limits.ts";
import { decimalSignOf, type Dialect } from "./dialect.ts";
import { parseCutNumber, parseNumber } from "./parse-number.ts";
import { tooManyColumns } from "./row.ts";

/** Creates a `Row` over the cells of a record that csv-parse has parsed. */
export function createRecordRow(dialect: Dialect) {
  const decimalSign = decimalSignOf(dialect);
  let cells: readonly string[] = [];

  const row = {
    line: 0,
    cellCount: 0,
    isTerminated: true,
    /** Sets the row to cells whose bytes were decoded as Latin-1. @throws ReaderError `too_many_columns` */
    load(newCells: readonly string[], line: number, isTerminated: boolean): void {
      if (newCells.length > limits.maxColumns) throw tooManyColumns(line);
      cells = newCells;
      row.line = line;
      row.cellCount = cells.length;
      row.isTerminated = isTerminated;
    },
    text: (index: number): string => decode(cells[index] ?? "").trim(),
    isUtf8: (index: number): boolean => isUtf8(Buffer.from(cells[index] ?? "", "latin1")),
    number: (index: number): number => parseNumber(row.text(index), dialect),
    cutNumber(index: number): number {
      const text = row.text(index);
      const bytes = Buffer.from(text);
      const number = parseCutNumber(bytes, 0, bytes.length, decimalSign);
      return number >= 0 ? number : parseNumber(text, dialect);
    },
    is: (index: number, text: string): boolean => row.text(index) === text,
    hasContentFrom: (index: number): boolean => cells.slice(index).some((cell) => decode(cell).trim() !== ""),
  };
  return row;
}

const BEYOND_ASCII = /[\u0080-\u00ff]/;

// Returns the text of a cell: decoded as UTF-8 if its bytes are UTF-8, else as Latin-1. The function gets the cell
// decoded as Latin-1, which preserves every byte.
function decode(cell: string): string {
  if (!BEYOND_ASCII.test(cell)) return cell;
  const bytes = Buffer.from(cell, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : cell;
}
