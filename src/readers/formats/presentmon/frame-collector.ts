import { tooManyFrames } from "../../capture/capture-errors.ts";
import { createRowFaults, rejectRepeatedHeader, type RowFaults } from "../../capture/check-rows.ts";
import { addFrameTime } from "../../capture/frame-series.ts";
import { findChannelColumns } from "../../channels/channel-columns.ts";
import { createSampleBudget } from "../../channels/channel-samples.ts";
import { createRowChannels } from "../../channels/row-channels.ts";
import type { Row } from "../../csv/row.ts";
import { limits } from "../../limits.ts";
import type { FrameColumns } from "./frame-columns.ts";
import { secondsOfDateTime } from "./date-time.ts";
import { createFrameTypes, type FrameType } from "./frame-types.ts";
import { createSwapChainIndex } from "./swap-chain-index.ts";
import type { Present, SwapChain } from "./swap-chain.ts";

/**
 * Collects the frames of a capture by swap chain. Rows are not stored, so that the memory grows only with the number of
 * frames.
 */
export function createFrameCollector(names: readonly string[], columns: FrameColumns) {
  const channelColumns = findChannelColumns("presentMon", names);
  const budget = createSampleBudget();
  const index = createSwapChainIndex(columns, () =>
    channelColumns.length === 0 ? null : createRowChannels(channelColumns, budget),
  );
  const frameTypes = createFrameTypes(columns.frameType);
  const needed = neededCells(columns);
  const faults = createRowFaults(columns.frameTimeName);
  let frames = 0;
  let usualCells = 0;

  function addFrame(row: Row): void {
    const frameTime = frameTimeOf(row, columns);
    if (Number.isNaN(frameTime)) rejectRepeatedHeader(row, columns.frameTime, columns.frameTimeName);
    const swapChain = index.swapChainOf(row);
    if (columns.frameType !== -1) {
      const type = frameTypes.typeOf(row, frameTime);
      const present = { time: row.text(columns.presentTime), frameTimeMs: frameTime };
      if (!noteType(swapChain, { type, present, displayMs: row.number(columns.displayTime) })) return;
    }
    if (!addFrameTime(swapChain, frameTime)) return;
    if (columns.time !== -1) noteTime(swapChain, row, columns.time);
    if (frames === limits.maxFrames) throw tooManyFrames(`${limits.maxFrames} frames`);
    frames += 1;
    const place = swapChain.frameTimes.length() - 1;
    if (isDropped(row, columns)) swapChain.dropped.push(place);
    swapChain.channels?.add(row, place, frameTime);
  }

  return {
    /**
     * Adds the frame of a row to its swap chain.
     * @throws ReaderError where the row shows that the file cannot be read
     */
    add(row: Row): void {
      const { cellCount } = row;
      if (!row.isTerminated && cellCount < usualCells && cellCount <= needed) {
        faults.isLastRowCut = true;
        return;
      }
      faults.rows += 1;
      usualCells = cellCount;
      if (row.hasContentFrom(names.length)) faults.longRows += 1;
      if (cellCount <= columns.frameTime) faults.shortRows += 1;
      else addFrame(row);
    },
    finish: (): Capture => ({ swapChains: index.all(), faults }),
  };
}

/** The frames of all rows of a capture by swap chain, and the faults of the rows. */
export interface Capture {
  swapChains: SwapChain[];
  faults: RowFaults;
}

// Returns the number of cells that a row needs to contain all columns that are read.
function neededCells({ frameTimeName: _name, isTimeInSeconds: _unit, displayed, ...indexes }: FrameColumns) {
  return 1 + Math.max(displayed?.index ?? -1, ...Object.values(indexes));
}

function frameTimeOf(row: Row, { frameTime, waitTime }: FrameColumns): number {
  const first = row.number(frameTime);
  return waitTime === -1 ? first : first + row.number(waitTime);
}

// Records the time of a frame, and the line of the first frame whose time is earlier than that of a frame before it. A
// frame that a tool writes late has no usable frame time. Therefore a frame with a usable frame time but an earlier
// time belongs to another capture. The first frame may have begun before the start of the capture, which some versions
// write as a time in the far future.
function noteTime(swapChain: SwapChain, row: Row, column: number): void {
  const time = timeOf(row, column);
  if (Number.isNaN(time)) return;
  if (time < swapChain.lastTime) {
    // Ignore the time in a last row without a line end, because the number may be cut off.
    if (!row.isTerminated) return;
    const isSecond = swapChain.frameTimes.length() === 2;
    if (!isSecond && swapChain.lineOfEarlierTime === 0) swapChain.lineOfEarlierTime = row.line;
    if (isSecond) swapChain.firstTime = time;
  }
  if (Number.isNaN(swapChain.firstTime)) swapChain.firstTime = time;
  swapChain.lastTime = time;
}

function timeOf(row: Row, column: number): number {
  const time = row.cutNumber(column);
  return Number.isNaN(time) ? secondsOfDateTime(row.text(column)) : time;
}

interface TypedRow {
  type: FrameType;
  present: Present;
  displayMs: number;
}

/**
 * Records the data about generated frames in a row with a frame type. Returns whether the game rendered the row's
 * frame. If several frames are displayed for one present (a frame that the game hands to the display), PresentMon 2.3.1
 * to 2.4.1 writes a row with that present for each of them. The second row of a present is no frame that the game
 * rendered, even if the type of its frame has no name. A frame that was displayed again does not count as a frame,
 * unless its row is the only row of the present.
 */
function noteType(swapChain: SwapChain, { type, present, displayMs }: TypedRow): boolean {
  const { latestPresent } = swapChain;
  const isSamePresent =
    present.time !== "" &&
    present.time === latestPresent.time &&
    present.frameTimeMs === latestPresent.frameTimeMs;
  const isRepeated = type === "repeated" && (isSamePresent || present.frameTimeMs === 0);
  swapChain.displayTimes.add(displayMs, { present: present.time, isFrame: !isRepeated });
  if (isRepeated) return false;
  if (type === "generated" || (isSamePresent && !swapChain.isLatestRepeated)) {
    swapChain.generated += 1;
    return false;
  }
  swapChain.latestPresent = present;
  swapChain.isLatestRepeated = type === "repeated";
  return !isSamePresent;
}

function isDropped(row: Row, columns: FrameColumns): boolean {
  if (columns.displayed === null) return false;
  const value = row.number(columns.displayed.index);
  return columns.displayed.kind === "dropped-flag" ? value === 1 : !(value !== 0 && Number.isFinite(value));
}
