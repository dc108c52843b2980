import { statedName } from "../../capture/application-name.ts";
import { joinedCaptures, noFrames, noHeader } from "../../capture/capture-errors.ts";
import type { CaptureFormat } from "../../capture/capture-format.ts";
import { resultOfFrames, type FrameGeneration } from "../../capture/capture-result.ts";
import { checkRows } from "../../capture/check-rows.ts";
import { clockTimesS, readClock } from "../../capture/frame-clock.ts";
import { createFrameSeries } from "../../capture/frame-series.ts";
import { counted, message, ownWords, quoted, type Message } from "../../message.ts";
import type { CaptureRequest, ReadResult } from "../../read-result.ts";
import { ReaderError } from "../../reader-error.ts";
import type { NamedHardware } from "../../recorded-on.ts";
import { elapsedS, sum } from "../../statistics/sums.ts";
import { chooseSwapChain } from "./choose-swap-chain.ts";
import { findFrameColumns, toolOf, type FrameColumns } from "./frame-columns.ts";
import { createFrameCollector, type Capture } from "./frame-collector.ts";
import { DISPLAY_UNKNOWN_WARNING, type SwapChain } from "./swap-chain.ts";
import { hardwareOfComments, hardwareOfRow, withRuntime } from "./hardware.ts";
import { toolFigures } from "./tool-figures.ts";

/**
 * Frame captures of the PresentMon family: PresentMon 1.0 to 2.3.1 and later, Intel PresentMon, CapFrameX, OCAT,
 * FrameView. The executable of the game becomes the variant of the run.
 */
export const presentMonFormat: CaptureFormat = {
  isHeader: (cells) => findFrameColumns(cells) !== null,
  start({ names, linesBefore }, request) {
    const columns = findFrameColumns(names);
    // The columns may be missing although `isHeader` has accepted the header line, because the cells that `isHeader`
    // gets were split without regard to quotation marks.
    if (columns === null) throw noHeader();
    const collector = createFrameCollector(names, columns);
    const comments = linesBefore.filter((line) => line.startsWith("//"));
    if (comments.some((comment) => AGGREGATED.test(comment))) throw aggregated();
    const tool = toolOf(names, comments.length > 0);
    let hardware = hardwareOfComments(comments);
    let isFirst = true;
    return {
      add(row) {
        if (isFirst && hardware.recordedOn === null) hardware = hardwareOfRow(names, row);
        isFirst = false;
        collector.add(row);
      },
      finish: async () => await resultOf(collector.finish(), { columns, tool, request, hardware }),
    };
  },
};

// Matches the comment that CapFrameX writes into a CSV that combines several captures. The times of these captures may
// continue as in a single capture.
const AGGREGATED = /^\/\/ ?IsAggregated ?= ?true/i;

function aggregated(): ReaderError {
  const detail = message`CapFrameX has aggregated this file from several captures (its line IsAggregated says so), so that its frames are not those of one capture. Send each of the single records as a file of its own.`;
  return new ReaderError("joined_captures", detail);
}

interface PresentMonFile {
  columns: FrameColumns;
  tool: string;
  request: CaptureRequest;
  hardware: NamedHardware;
}

async function resultOf(
  capture: Capture,
  { columns, tool, request, hardware }: PresentMonFile,
): Promise<ReadResult> {
  // If every row ends before the cell of the frame time, there are no swap chains. Check only the faults of the rows
  // then.
  if (capture.swapChains.length === 0) checkRows(createFrameSeries(), capture.faults);
  const { swapChain, warnings, doubts } = chooseSwapChain(capture.swapChains, request.application);
  const { application, channels, dropped, generated, zero, tellsDropped, clock } = swapChain;
  const frameTimes = swapChain.frameTimes.values();
  const { resetAt, clock: captureClock, ...reading } = readClock(clock, frameTimes, columns.msPerTime);
  if (resetAt !== null) throw joinedCaptures(resetAt);
  const rowWarnings = checkRows(swapChain, capture.faults, captureClock);
  if (frameTimes.length === 0) throw generated === 0 ? noFrames() : generatedOnly(generated);
  // Take the times of frames from the file's clock if frames are missing in the capture: the frame times then add up to
  // less than the time that passed.
  const timesS = () =>
    captureClock?.isThinned ? clockTimesS(clock, frameTimes, columns.msPerTime) : elapsedS(frameTimes);
  const isDisplayUnknown = columns.displayed !== null && !tellsDropped;
  const generation = columns.frameType === -1 ? null : generationOf(swapChain);
  return await resultOfFrames({
    tool,
    request,
    recordedOn: withRuntime(hardware.recordedOn, swapChain.runtime),
    doubts,
    application: statedName(application),
    frameTimes,
    ...captureClock,
    droppedFrames: tellsDropped ? new Uint32Array(dropped.values()) : null,
    ...(channels && { channels: await channels.finish(timesS(), { isOfFrames: true }) }),
    ...(generation !== null && { generation }),
    // If there are generated frames, leave out the tool's own metrics, because the tools' definitions do not cover
    // generated frames.
    ...(generated === 0 && {
      toolFigures: (ascending) =>
        toolFigures(tool, {
          ascending,
          zeroFrames: zero,
          beginS: clock.first - (frameTimes[0] ?? 0) / 1000,
          lastTimeS: clock.latest,
        }),
    }),
    warnings: [
      ...warnings,
      ...rowWarnings,
      ...reading.warnings,
      ...hardware.warnings,
      ...(isDisplayUnknown ? [DISPLAY_UNKNOWN_WARNING] : []),
      ...(capture.foreignType === null ? [] : [foreignType(capture.foreignType)]),
      ...(generation === null ? [] : warningsAbout(generation, frameTimes.length)),
    ],
  });
}

/** Returns the warning that the column FrameType has a value that names no type of a frame. */
function foreignType(text: string): Message {
  return message`The column FrameType says ${quoted(text)}, which is no type of a frame. Rows of an unknown type count as frames of the game, unless their frame time is 0.`;
}

function generatedOnly(generated: number): ReaderError {
  const rows = counted(generated, "row");
  const detail = message`The capture has only rows of generated frames (${rows}), and none of a frame that the game rendered. Send the CSV as the capture tool wrote it.`;
  return new ReaderError("no_frames", detail);
}

function generationOf({ generated, displayTimes, frameTimes }: SwapChain): FrameGeneration {
  const framesMs = generated === 0 ? 0 : sum(frameTimes.values());
  return {
    generatedFrames: generated,
    displayedAverageFps: generated === 0 ? null : displayTimes.averageFps(framesMs),
  };
}

function warningsAbout(
  { generatedFrames, displayedAverageFps }: FrameGeneration,
  rendered: number,
): Message[] {
  if (generatedFrames === 0) return [];
  const displayed =
    displayedAverageFps === null
      ? message`The file does not tell when frames were displayed.`
      : message`Together with the generated frames, ${ownWords(displayedAverageFps.toFixed(1))} frames a second were displayed on average.`;
  return [
    message`The figures are those of the ${rendered} frames that the game rendered. Frame generation made ${generatedFrames} more frames, which the figures leave out. ${displayed}`,
  ];
}
