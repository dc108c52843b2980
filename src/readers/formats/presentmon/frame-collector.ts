import { tooManyFrames } from "../../capture/capture-errors.ts";
import { countRow, createRowFaults, checkNoNumber, type RowFaults } from "../../capture/check-rows.ts";
import { addLeftOutTime, addTime, type FrameClock } from "../../capture/frame-clock.ts";
import { addFrameTime } from "../../capture/frame-series.ts";
import { findChannelColumns } from "../../channels/channel-columns.ts";
import { createSampleBudget } from "../../channels/channel-samples.ts";
import { createRowChannels } from "../../channels/row-channels.ts";
import type { Row } from "../../csv/row.ts";
import { limits } from "../../limits.ts";
import type { DisplayedColumn, FrameColumns } from "./frame-columns.ts";
import { secondsOfDateTime } from "./date-time.ts";
import { createFrameTypes, type FrameType } from "./frame-types.ts";
import { createSwapChainIndex } from "./swap-chain-index.ts";
import type { Present, SwapChain } from "./swap-chain.ts";

/**
 * Collects the frames of a capture by swap chain. Rows are not stored, so memory grows only with the number of frames.
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
  let isAfterShortRow = false;

  function addFrame(row: Row): void {
    let frameTime = frameTimeOf(row, columns);
    if (Number.isNaN(frameTime)) checkNoNumber(faults, row, columns.frameTime, columns.frameTimeName);
    const swapChain = index.swapChainOf(row);
    if (columns.frameType !== -1) {
      const type = frameTypes.typeOf(row, frameTime);
      const present = { time: row.text(columns.presentTime), frameTimeMs: frameTime };
      if (!noteType(swapChain, { type, present, displayMs: row.number(columns.displayTime) })) return;
      if (columns.isBetweenPresents) frameTime = takeFrameTime(swapChain, frameTime);
    }
    // The swap chain of a row that ends before the needed columns is unknown. Assume that it is the swap chain of the
    // next row.
    if (isAfterShortRow) addLeftOutTime(swapChain.clock, Number.NaN);
    isAfterShortRow = false;
    const isUsable = addFrameTime(swapChain, frameTime);
    if (columns.time !== -1) noteTime(swapChain.clock, row, { column: columns.time, isUsable });
    if (!isUsable) return;
    if (frames === limits.maxFrames) throw tooManyFrames(`${limits.maxFrames} frames`);
    frames += 1;
    if (columns.displayed !== null) noteDisplay(swapChain, row, columns.displayed);
    swapChain.channels?.add(row, swapChain.frameTimes.length() - 1, frameTime);
  }

  return {
    /**
     * Adds the frame of a row to its swap chain.
     * @throws ReaderError where the row shows that the file cannot be read
     */
    add(row: Row): void {
      const { cellCount } = row;
      const isCut = !row.isTerminated && cellCount < usualCells && cellCount <= needed;
      if (!countRow(faults, row, names.length, isCut)) return;
      usualCells = cellCount;
      isAfterShortRow ||= cellCount <= columns.frameTime;
      if (cellCount > columns.frameTime) addFrame(row);
      else faults.shortRows += 1;
    },
    finish(): Capture {
      const latest = index.latest();
      if (isAfterShortRow && latest !== null) addLeftOutTime(latest.clock, Number.NaN);
      return { swapChains: index.all(), faults, foreignType: frameTypes.foreign() };
    },
  };
}

/** The frames of all rows of a capture by swap chain, and the faults of the rows. */
export interface Capture {
  swapChains: SwapChain[];
  faults: RowFaults;
  /** The first value of the column FrameType that is no type of a frame; null if there is none. */
  foreignType: string | null;
}

// Returns the number of cells that a row must have to contain all columns that are read.
function neededCells(columns: FrameColumns) {
  const { frameTimeName: _name, isBetweenPresents: _is, msPerTime: _unit, displayed, ...indexes } = columns;
  return 1 + Math.max(displayed?.index ?? -1, ...Object.values(indexes));
}

function frameTimeOf(row: Row, { frameTime, waitTime }: FrameColumns): number {
  const first = row.number(frameTime);
  return waitTime === -1 ? first : first + row.number(waitTime);
}

function noteTime(
  clock: FrameClock,
  row: Row,
  { column, isUsable }: { column: number; isUsable: boolean },
): void {
  const time = timeOf(row, column, clock.latest);
  if (isUsable) addTime(clock, time, row.line);
  else addLeftOutTime(clock, time);
}

// Returns the time of a row; NaN where the row has none. A row with a usable frame time and a time that is earlier than
// the latest one belongs to another capture, because a row that a tool writes late has no usable frame time.
function timeOf(row: Row, column: number, latest: number): number {
  const number = row.cutNumber(column);
  const time = Number.isNaN(number) ? secondsOfDateTime(row.text(column)) : number;
  // In a last row without a line end, ignore a time that is earlier than the latest time, because the number may be cut
  // off.
  return !row.isTerminated && time < latest ? Number.NaN : time;
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
  const { latestPresent, latestRow } = swapChain;
  const isSamePresent = isSame(present, latestPresent);
  if (present.time !== "" && present.frameTimeMs > 0 && !isSame(present, latestRow))
    swapChain.pendingMs += present.frameTimeMs;
  swapChain.latestRow = present;
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

function isSame(a: Present, b: Present): boolean {
  return a.time !== "" && a.time === b.time && a.frameTimeMs === b.frameTimeMs;
}

/**
 * Returns the frame time of a rendered frame: the time since the present of the rendered frame before it. The column
 * MsBetweenPresents has the time since the present of the row before, which may be that of a generated frame.
 */
function takeFrameTime(swapChain: SwapChain, betweenPresentsMs: number): number {
  const { pendingMs } = swapChain;
  swapChain.pendingMs = 0;
  return betweenPresentsMs > 0 ? Math.max(pendingMs, betweenPresentsMs) : betweenPresentsMs;
}

// The words that a script or a spreadsheet (also a German one) writes for 0 and 1 when it saves a capture again.
const flagWords = new Map([
  ["false", 0],
  ["true", 1],
  ["falsch", 0],
  ["wahr", 1],
]);

function flagOfWord(text: string): number {
  return flagWords.get(text.toLowerCase()) ?? Number.NaN;
}

// Records whether the latest frame was displayed. The cell contains 0 or 1, or a word for 0 or 1.
function noteDisplay(swapChain: SwapChain, row: Row, { index, kind }: DisplayedColumn): void {
  const number = row.number(index);
  const isFlag = kind === "dropped-flag";
  const value = isFlag && Number.isNaN(number) ? flagOfWord(row.text(index)) : number;
  const isDisplayed = isFlag ? value === 0 : value > 0 && Number.isFinite(value);
  const isDropped = isFlag ? value === 1 : !isDisplayed;
  if (isDropped) swapChain.dropped.push(swapChain.frameTimes.length() - 1);
  swapChain.tellsDropped ||= isDisplayed;
}
