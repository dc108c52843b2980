import { limits } from "../limits.ts";
import { addFrameTime, tooMany } from "../logs/frame-series.ts";
import { rejectRepeatedHeader, type RowFaults } from "../logs/row-hygiene.ts";
import type { Row } from "../rows/row.ts";
import { createChainIndex } from "./chain-index.ts";
import type { Chain } from "./chain.ts";
import type { FrameColumns } from "./columns.ts";

/** What the rows of a capture hold. */
export interface Capture extends RowFaults {
  chains: Chain[];
}

/** Takes the rows of a capture, one after the other. */
export interface FrameCollector {
  /** Throws ReaderError where the row shows that the file cannot be read. */
  add(row: Row): void;
  finish(): Capture;
}

const notGenerated = new Set(["", "application", "repeated", "notset", "na"]);

function isDropped(row: Row, columns: FrameColumns): boolean {
  if (columns.displayed === null) return false;
  const value = row.number(columns.displayed.index);
  return columns.displayed.kind === "dropped-flag" ? value === 1 : !(value !== 0 && Number.isFinite(value));
}

// Tells generated frames by their type. Frames of one type mostly follow each other: the latest answer is kept.
function createFrameTypes(column: number): { isGenerated(row: Row): boolean } {
  let latest = { text: "", isGenerated: false };
  return {
    isGenerated(row) {
      if (!row.is(column, latest.text)) {
        const text = row.text(column);
        latest = { text, isGenerated: !notGenerated.has(text.toLowerCase()) };
      }
      return latest.isGenerated;
    },
  };
}

function neededCells({
  frameTime,
  application,
  processId,
  swapChain,
  frameType,
  displayed,
}: FrameColumns): number {
  return 1 + Math.max(frameTime, application, processId, swapChain, frameType, displayed?.index ?? -1);
}

/** Collects frame times by chain; keeps no row, so that memory grows with the count of frames only. */
export function createFrameCollector(headerCells: number, columns: FrameColumns): FrameCollector {
  const index = createChainIndex(columns);
  const frameTypes = createFrameTypes(columns.frameType);
  const needed = neededCells(columns);
  const faults = {
    columnName: columns.frameTimeName,
    shortRows: 0,
    longRows: 0,
    rows: 0,
    isLastRowCut: false,
  };
  let frames = 0;
  let usualCells = 0;

  function takeFrame(row: Row): void {
    const frameTime = row.number(columns.frameTime);
    if (Number.isNaN(frameTime)) rejectRepeatedHeader(row, columns.frameTime, columns.frameTimeName);
    const chain = index.chainOf(row);
    chain.lastTimeS = row.number(columns.time);
    if (!addFrameTime(chain, frameTime)) return;
    if (frames === limits.maxFrames) throw tooMany(`${limits.maxFrames} frames`);
    frames += 1;
    if (isDropped(row, columns)) chain.dropped.push(chain.frameTimes.length() - 1);
    if (frameTypes.isGenerated(row)) chain.generated += 1;
  }

  return {
    add(row) {
      const { cellCount } = row;
      if (!row.isTerminated && cellCount < usualCells && cellCount <= needed) {
        faults.isLastRowCut = true;
        return;
      }
      faults.rows += 1;
      usualCells = cellCount;
      if (row.hasContentFrom(headerCells)) faults.longRows += 1;
      if (cellCount <= columns.frameTime) faults.shortRows += 1;
      else takeFrame(row);
    },
    finish: () => ({ chains: index.all(), ...faults }),
  };
}
