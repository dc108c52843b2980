import { toUtf8 } from "../../bytes/encoding.ts";
import { applicationName, statedName } from "../../capture/application-name.ts";
import { noFrames } from "../../capture/capture-errors.ts";
import { resultOfFrames } from "../../capture/capture-result.ts";
import { checkRows, createRowFaults } from "../../capture/check-rows.ts";
import { addLeftOutTime, addTime, readClock, type ClockReading } from "../../capture/frame-clock.ts";
import { addFrameTime, isUsableFrameTime, rowCount } from "../../capture/frame-series.ts";
import { chooseRecording } from "../../capture/recordings.ts";
import { walkJson } from "../../json/walk-json.ts";
import { message, ownWords, type Message } from "../../message.ts";
import type { CaptureRequest, ReadResult } from "../../read-result.ts";
import { ReaderError } from "../../reader-error.ts";
import { recordedOn, type RecordedOn } from "../../recorded-on.ts";
import { elapsedS, sum } from "../../statistics/sums.ts";
import { chooseSwapChain } from "../presentmon/choose-swap-chain.ts";
import { createSwapChainFrames, DISPLAY_UNKNOWN_WARNING, type SwapChain } from "../presentmon/swap-chain.ts";
import { toolFigures } from "../presentmon/tool-figures.ts";
import type { RecordChannels } from "./record-channels.ts";
import { createRecordCollector, type RecordedRun, type RecordInfo } from "./record-collector.ts";

const TOOL = "CapFrameX";

const SEND_RECORD = message`Send the record as CapFrameX wrote it.`;

/**
 * Reads a record of CapFrameX: the JSON file that the tool stores for each capture. `Runs` holds the captures, each
 * with an array for each column of PresentMon; `Info` names the game and the hardware. If the record contains several
 * runs, the request selects one of them; runs are never combined.
 * @throws ReaderError `invalid_json`, `no_frames`, `joined_captures`, `no_such_recording`, and the errors of
 * `checkRows` and `chooseSwapChain`
 */
export async function readCapFrameXRecord(
  chunks: AsyncIterable<Uint8Array>,
  request: CaptureRequest,
): Promise<ReadResult> {
  const collector = createRecordCollector();
  await walkJson(toUtf8(chunks), collector.open);
  const { runs, info } = collector;
  const recordings = runs
    .filter(({ presents }) => presents.length() > 0)
    .map((run) => recordingOf(run, info));
  if (recordings.length === 0) throw noFrames();
  const { recording, number, warnings } = chooseRecording(recordings, request);
  if (recording.resetAt !== null) throw joinedInRun(recording.resetAt);
  // Check the only swap chain of the CapFrameX record, because its application may be no game, or not the requested
  // application.
  const chosen = chooseSwapChain([recording.swapChain], request.application);
  return await resultOf(recording, info, { request, number, warnings: [...chosen.warnings, ...warnings] });
}

/**
 * Returns what the beginning of a CapFrameX record says about its captures. The application and the hardware are null
 * where the beginning does not contain them.
 */
export async function readRecordInfo(beginning: AsyncIterable<Uint8Array>): Promise<{
  tool: string;
  application: string | null;
  recordedOn: RecordedOn | null;
}> {
  const { open, info } = createRecordCollector();
  try {
    await walkJson(toUtf8(beginning), open);
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error;
  }
  return { tool: TOOL, application: applicationOf(info) || null, recordedOn: hardwareOf(info) };
}

interface Reading {
  request: CaptureRequest;
  /** The number of the run that is read, from 1, among the runs of the CapFrameX record that have frames. */
  number: number;
  warnings: readonly Message[];
}

async function resultOf(
  { swapChain, isDroppedUnknown, clock, channels, presentsS, ...run }: RecordRun,
  info: RecordInfo,
  { request, number, warnings }: Reading,
): Promise<ReadResult> {
  const faults = { ...createRowFaults("MsBetweenPresents", SEND_RECORD), rows: rowCount(swapChain) };
  const rowWarnings = checkRows(swapChain, faults, clock);
  return await resultOfFrames({
    tool: TOOL,
    request,
    recording: number,
    application: statedName(swapChain.application),
    frameTimes: swapChain.frameTimes.values(),
    ...clock,
    droppedFrames: swapChain.tellsDropped ? new Uint32Array(swapChain.dropped.values()) : null,
    channels: await channels.finish(presentsS()),
    toolFigures: (ascending) =>
      toolFigures(TOOL, { ascending, zeroFrames: swapChain.zero, beginS: Number.NaN, lastTimeS: Number.NaN }),
    warnings: [
      ...warnings,
      ...rowWarnings,
      ...run.warnings,
      ...(isDroppedUnknown ? [DISPLAY_UNKNOWN_WARNING] : []),
    ],
    recordedOn: hardwareOf(info),
  });
}

function hardwareOf(info: RecordInfo): RecordedOn | null {
  return recordedOn({
    processor: [info.get("Processor")],
    gpu: [info.get("GPU")],
    ram: [info.get("SystemRam")],
    motherboard: [info.get("Motherboard")],
    os: [info.get("OS")],
    driver: [info.get("GPUDriverVersion"), info.get("BaseDriverVersion"), info.get("DriverPackage")],
    resolution: [info.get("ResolutionInfo")],
    api: [info.get("ApiInfo")],
  });
}

/** A run of a CapFrameX record that has at least one frame. */
interface RecordRun extends ClockReading {
  swapChain: SwapChain;
  /**
   * Whether the CapFrameX record has data about dropped frames that cannot be used, because the record does not say of
   * every frame whether the frame was displayed.
   */
  isDroppedUnknown: boolean;
  begin: Message | null;
  durationS: number;
  averageFps: number | null;
  frames: number;
  channels: RecordChannels;
  /**
   * Returns when each present (a frame that the game hands to the display) ended, in seconds: the running sum of the
   * usable frame times or, in a run from which frames seem to be missing, the time by the clock.
   */
  presentsS: () => Float64Array;
}

const MS_PER_TIME = 1000;

function recordingOf(run: RecordedRun, info: RecordInfo): RecordRun {
  const { presents, dropped, droppedValues, droppedFlags, timesS } = run;
  const times = timesS.values();
  const startS = timesS.values().find((time) => Number.isFinite(time));
  const swapChain = createSwapChainFrames(applicationOf(info), "", "");
  // If every frame of a CapFrameX run is marked as dropped, CapFrameX did not track when frames were displayed.
  const hasFlags = droppedValues === presents.length() && droppedFlags === droppedValues;
  swapChain.tellsDropped = hasFlags && dropped.length() < droppedValues;
  const { clock } = swapChain;
  const droppedPresents = dropped.values();
  let nextDropped = 0;
  for (const [present, frameTime] of presents.values().entries()) {
    const isDropped = droppedPresents[nextDropped] === present;
    if (isDropped) nextDropped += 1;
    const time = times[present] ?? Number.NaN;
    if (addFrameTime(swapChain, frameTime)) {
      addTime(clock, time, present + 1);
      if (isDropped) swapChain.dropped.push(swapChain.frameTimes.length() - 1);
    } else {
      addLeftOutTime(clock, time);
    }
  }
  const frameTimes = swapChain.frameTimes.values();
  const totalMs = sum(frameTimes);
  const reading = readClock(clock, frameTimes, MS_PER_TIME);
  return {
    ...reading,
    // A run of a CapFrameX record that lacks the array of times gives no warnings about times.
    warnings: times.length === 0 ? [] : reading.warnings,
    swapChain,
    isDroppedUnknown: droppedValues > 0 && !swapChain.tellsDropped,
    begin: startS === undefined ? null : ownWords(`at ${startS.toFixed(1)} s`),
    durationS: totalMs / 1000,
    averageFps: frameTimes.length === 0 ? null : (1000 * frameTimes.length) / totalMs,
    frames: frameTimes.length,
    channels: run.channels,
    presentsS: () =>
      reading.clock?.isThinned
        ? times.map((time) => time - (startS ?? 0))
        : elapsedS(presents.values().map((time) => (isUsableFrameTime(time) ? time : 0))),
  };
}

function joinedInRun(place: number): ReaderError {
  const detail = message`The time of present ${place} is earlier than the times of the presents before it: the run holds two captures, one after the other. Send each capture as a record of its own.`;
  return new ReaderError("joined_captures", detail);
}

// Returns the executable of the game. In some CapFrameX records the two names are swapped: ProcessName holds the title
// of the game, and GameName the executable.
function applicationOf(info: RecordInfo): string {
  const names = ["ProcessName", "GameName"].map((name) => applicationName(info.get(name) ?? ""));
  return names.find((name) => /\.exe$/i.test(name)) ?? names.find((name) => name !== "") ?? "";
}
