import { toUtf8 } from "../../bytes/encoding.ts";
import { applicationName } from "../../capture/application-name.ts";
import { noFrames } from "../../capture/capture-errors.ts";
import { resultOfFrames } from "../../capture/capture-result.ts";
import { checkRows, createRowFaults } from "../../capture/check-rows.ts";
import { addFrameTime, isUsableFrameTime, rowCount } from "../../capture/frame-series.ts";
import { chooseRecording } from "../../capture/recordings.ts";
import { walkJson } from "../../json/walk-json.ts";
import { message, ownWords, type Message } from "../../message.ts";
import type { CaptureRequest, ReadResult } from "../../read-result.ts";
import { ReaderError } from "../../reader-error.ts";
import { recordedOn } from "../../recorded-on.ts";
import { elapsedS, sum } from "../../statistics/sums.ts";
import { chooseSwapChain } from "../presentmon/choose-swap-chain.ts";
import { createSwapChainFrames, type SwapChain } from "../presentmon/swap-chain.ts";
import { toolFigures } from "../presentmon/tool-figures.ts";
import type { RecordChannels } from "./record-channels.ts";
import { createRecordCollector, type RecordedRun, type RecordInfo } from "./record-collector.ts";

const TOOL = "CapFrameX";

/**
 * Reads a record of CapFrameX: the JSON file that the tool stores for each capture. `Runs` holds the captures, each
 * with an array for each column of PresentMon; `Info` names the game and the hardware. If the record contains several
 * runs, the request selects one of them; runs are never combined.
 * @throws ReaderError `invalid_json`, `no_frames`, `joined_captures`, `no_such_recording`, and the errors of other
 * captures
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
  // Check the only swap chain of the record: its application may be no game, or not the requested application.
  const chosen = chooseSwapChain([recording.swapChain], request.application);
  return await resultOf(recording, info, { request, number, warnings: [...chosen.warnings, ...warnings] });
}

interface Reading {
  request: CaptureRequest;
  /** The number of the run that is read, from 1, among the runs that have frames. */
  number: number;
  warnings: readonly Message[];
}

async function resultOf(
  { swapChain, tellsDropped, clockS, channels, presentsS }: RecordRun,
  info: RecordInfo,
  { request, number, warnings }: Reading,
): Promise<ReadResult> {
  const rowWarnings = checkRows(swapChain, {
    ...createRowFaults("MsBetweenPresents"),
    rows: rowCount(swapChain),
  });
  return await resultOfFrames({
    tool: TOOL,
    request,
    recording: number,
    application: swapChain.application === "" ? null : swapChain.application,
    frameTimes: swapChain.frameTimes.values(),
    clockS,
    droppedFrames: tellsDropped ? new Uint32Array(swapChain.dropped.values()) : null,
    channels: await channels.finish(presentsS()),
    toolFigures: (ascending) =>
      toolFigures(TOOL, { ascending, zeroFrames: swapChain.zero, beginS: Number.NaN, lastTimeS: Number.NaN }),
    warnings: [...warnings, ...rowWarnings],
    recordedOn: recordedOn({
      processor: [info.get("Processor")],
      gpu: [info.get("GPU")],
      ram: [info.get("SystemRam")],
      motherboard: [info.get("Motherboard")],
      os: [info.get("OS")],
      driver: [info.get("GPUDriverVersion"), info.get("BaseDriverVersion"), info.get("DriverPackage")],
      resolution: [info.get("ResolutionInfo")],
      api: [info.get("ApiInfo")],
    }),
  });
}

/** A run of the record that has at least one frame. */
interface RecordRun {
  swapChain: SwapChain;
  /** Whether the record says of every frame whether the frame was displayed. */
  tellsDropped: boolean;
  /** The index of the first frame whose time belongs to another capture; null if all frames belong to this capture. */
  resetAt: number | null;
  begin: Message | null;
  durationS: number;
  /** The duration of the run by the time stamps of its frames, in seconds; null where the record has no time stamps. */
  clockS: number | null;
  averageFps: number | null;
  channels: RecordChannels;
  /** Returns when each present of the run ended, in seconds: the running sum of the usable frame times. */
  presentsS: () => Float64Array;
}

function recordingOf(run: RecordedRun, info: RecordInfo): RecordRun {
  const { presents, dropped, droppedValues } = run;
  const times = run.timesS.values();
  const startS = times.find((time) => Number.isFinite(time));
  const passedS = (times.findLast((time) => Number.isFinite(time)) ?? 0) - (startS ?? 0);
  const swapChain = createSwapChainFrames(applicationOf(info), "", "");
  const droppedPresents = dropped.values();
  let nextDropped = 0;
  for (const [present, time] of presents.values().entries()) {
    const isDropped = droppedPresents[nextDropped] === present;
    if (isDropped) nextDropped += 1;
    if (addFrameTime(swapChain, time) && isDropped) swapChain.dropped.push(swapChain.frameTimes.length() - 1);
  }
  const frames = swapChain.frameTimes.length();
  const totalMs = sum(swapChain.frameTimes.values());
  return {
    swapChain,
    tellsDropped: droppedValues === presents.length(),
    resetAt: placeOfReset(presents.values(), times),
    begin: startS === undefined ? null : ownWords(`at ${startS.toFixed(1)} s`),
    durationS: totalMs / 1000,
    clockS: passedS > 0 ? passedS + (swapChain.frameTimes.values()[0] ?? 0) / 1000 : null,
    averageFps: frames === 0 ? null : (1000 * frames) / totalMs,
    channels: run.channels,
    presentsS: () => elapsedS(presents.values().map((time) => (isUsableFrameTime(time) ? time : 0))),
  };
}

// The number of seconds by which a frame may be earlier than the frames before it in the record, because the frames of
// several swap chains of a game may be slightly out of order.
const MAX_STEP_BACK_S = 1;

// Returns the index of the first frame of a run whose time belongs to another capture (`resetAt`); null if all frames
// belong to one capture. Frames without a usable frame time are ignored, because CapFrameX may have written such frames
// late.
function placeOfReset(presents: Float64Array, times: Float64Array): number | null {
  if (times.length !== presents.length) return null;
  let latest = Number.NEGATIVE_INFINITY;
  for (const [place, time] of times.entries()) {
    if (!Number.isFinite(time) || !isUsableFrameTime(presents[place] ?? Number.NaN)) continue;
    if (time < latest - MAX_STEP_BACK_S) return place;
    latest = Math.max(latest, time);
  }
  return null;
}

function joinedInRun(place: number): ReaderError {
  const detail = message`The time of present ${place + 1} is earlier than those before it: the run holds two captures, one after the other. Send each capture as a record of its own.`;
  return new ReaderError("joined_captures", detail);
}

// Returns the executable of the game. In some records the two names are swapped: ProcessName holds the title of the
// game, and GameName the executable.
function applicationOf(info: RecordInfo): string {
  const names = ["ProcessName", "GameName"].map((name) => applicationName(info.get(name) ?? ""));
  return names.find((name) => /\.exe$/i.test(name)) ?? names.find((name) => name !== "") ?? "";
}
