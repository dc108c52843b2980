import { limits } from "../limits.ts";
import { ReaderError } from "../reader-error.ts";
import { createChainIndex } from "./chain-index.ts";
import type { Chain } from "./chain.ts";
import type { FrameColumns } from "./columns.ts";
import { parseNumber } from "./dialect.ts";
import type { Dialect } from "./dialect.ts";

/** What the rows of a capture hold. */
export interface Capture {
  chains: Chain[];
  /** Rows that end before the columns that are needed. */
  shortRows: number;
  /** Rows that have more cells with content than the header has names. */
  longRows: number;
  /** Rows below the header. */
  rows: number;
  /** Whether the last row was cut off and left out. */
  isLastRowCut: boolean;
}

/** Takes the rows of a capture, one after the other. */
export interface FrameCollector {
  /** Throws ReaderError where the row shows that the file cannot be read. */
  add(cells: readonly string[], line: number): void;
  /** Ends the capture. Without a line end behind the last row, that row may have been cut off. */
  finish(endsWithNewline: boolean): Capture;
}

interface Row {
  cells: readonly string[];
  line: number;
}

const notGenerated = new Set(["", "application", "repeated", "notset", "na"]);

function isDropped(cells: readonly string[], columns: FrameColumns, dialect: Dialect): boolean {
  if (columns.displayed === null) return false;
  const value = parseNumber(cells[columns.displayed.index] ?? "", dialect);
  return columns.displayed.kind === "dropped-flag" ? value === 1 : !(value !== 0 && Number.isFinite(value));
}

/** Collects frame times by chain; keeps no row, so that memory grows with the count of frames only. */
export function createFrameCollector(
  header: readonly string[],
  columns: FrameColumns,
  dialect: Dialect,
): FrameCollector {
  const index = createChainIndex(columns);
  const neededCells = 1 + Math.max(...neededIndexes(columns));
  const counts = { shortRows: 0, longRows: 0, rows: 0 };
  let frames = 0;
  let last: Row | null = null;
  let usualCells = 0;

  function take({ cells, line }: Row): void {
    if (counts.rows === limits.maxRows) throw tooMany(`${limits.maxRows} rows`);
    counts.rows += 1;
    usualCells = cells.length;
    if (cells.slice(header.length).some((cell) => cell.trim() !== "")) counts.longRows += 1;
    const cell = cells[columns.frameTime];
    if (cell === undefined) counts.shortRows += 1;
    else takeFrame(cells, cell, line);
  }

  function takeFrame(cells: readonly string[], cell: string, line: number): void {
    const frameTime = parseNumber(cell, dialect);
    if (Number.isNaN(frameTime)) rejectRepeatedHeader(cell, columns, line);
    const chain = index.chainOf(cells, line);
    if (Number.isNaN(frameTime)) chain.missing += 1;
    else if (frameTime < 0 || frameTime > limits.maxFrameTimeMs) chain.outOfRange += 1;
    else if (frameTime < limits.minFrameTimeMs) chain.zero += 1;
    else addFrame(chain, frameTime, cells);
  }

  function addFrame(chain: Chain, frameTime: number, cells: readonly string[]): void {
    if (frames === limits.maxFrames) throw tooMany(`${limits.maxFrames} frames`);
    frames += 1;
    chain.frameTimes.push(frameTime);
    if (isDropped(cells, columns, dialect)) chain.dropped += 1;
    const frameType = cells[columns.frameType]?.trim().toLowerCase() ?? "";
    if (!notGenerated.has(frameType)) chain.generated += 1;
  }

  return {
    add(cells, line) {
      if (last !== null) take(last);
      last = { cells, line };
    },
    finish(endsWithNewline) {
      const isLastRowCut =
        last !== null &&
        !endsWithNewline &&
        last.cells.length < usualCells &&
        last.cells.length <= neededCells;
      if (last !== null && !isLastRowCut) take(last);
      return { chains: index.all(), ...counts, isLastRowCut };
    },
  };
}

function tooMany(what: string): ReaderError {
  const detail = `The capture has more than ${what}. Send a shorter capture: a few minutes are enough.`;
  return new ReaderError("too_many_frames", detail);
}

function neededIndexes(columns: FrameColumns): number[] {
  const { frameTime, application, processId, swapChain, frameType, displayed } = columns;
  return [frameTime, application, processId, swapChain, frameType, displayed?.index ?? -1];
}

function rejectRepeatedHeader(cell: string, columns: FrameColumns, line: number): void {
  if (cell.trim().toLowerCase() !== columns.frameTimeName.toLowerCase()) return;
  const detail = `Line ${line} repeats the header: the file holds two captures, one behind the other. Send each capture as a file of its own.`;
  throw new ReaderError("joined_captures", detail, line);
}
