import { tooManyFrames } from "../../capture/capture-errors.ts";
import { createSampleBudget, type SampleBudget } from "../../channels/channel-samples.ts";
import { ITEM, type JsonScalar, type OpenContainer, type ScalarSink } from "../../json/walk-json.ts";
import { limits } from "../../limits.ts";
import { message, ownWords } from "../../message.ts";
import { ReaderError } from "../../reader-error.ts";
import { createGrowingFloats, type GrowingFloats } from "../../statistics/growing-floats.ts";
import { createRecordChannels, type RecordChannels } from "./record-channels.ts";

/** The data of one of a CapFrameX record's `Runs`. Its arrays have one value for each frame that the game presented. */
export interface RecordedRun {
  /**
   * The values of the array `MsBetweenPresents` of a CapFrameX record, in milliseconds; NaN where a value is no number.
   */
  presents: GrowingFloats;
  /** The indexes in `presents` of the frames that were never displayed, ascending. */
  dropped: GrowingFloats;
  /**
   * The number of values in the array `Dropped` of the CapFrameX run. The array says of each frame whether the frame
   * was dropped.
   */
  droppedValues: number;
  /** The number of values in the array `Dropped` of the CapFrameX run that are true, false, 1 or 0. */
  droppedFlags: number;
  /** The values of the array `TimeInSeconds` of a CapFrameX record; NaN where a value is no number. */
  timesS: GrowingFloats;
  channels: RecordChannels;
}

/** The texts of a CapFrameX record's `Info` by their names. */
export type RecordInfo = ReadonlyMap<string, string>;

// The names of the texts of a CapFrameX record's `Info` that are read. All other texts of a record are skipped, among
// them comments, the ids of the record and hashes.
const infoNames: ReadonlySet<string> = new Set([
  "ProcessName",
  "GameName",
  "Processor",
  "GPU",
  "SystemRam",
  "Motherboard",
  "OS",
  "GPUDriverVersion",
  "BaseDriverVersion",
  "DriverPackage",
  "ResolutionInfo",
  "ApiInfo",
]);

/**
 * Collects the frames of each run of a CapFrameX record, and the texts of the record's `Info`. The member `open` has to
 * be passed to `walkJson`.
 */
export function createRecordCollector() {
  const runs: RecordedRun[] = [];
  const info = new Map<string, string>();
  const budget = createSampleBudget();
  let frames = 0;
  let times = 0;

  function addRun(): null {
    if (runs.length === limits.maxRecordings) throw tooManyRecordings();
    runs.push(createRun(budget));
    return null;
  }

  function addPresent({ presents }: RecordedRun, value: JsonScalar): void {
    if (frames === limits.maxFrames) throw tooManyFrames(`${limits.maxFrames} frames`);
    frames += 1;
    presents.push(numberOf(value));
  }

  function addTime({ timesS }: RecordedRun, value: JsonScalar): void {
    if (times === limits.maxFrames) throw tooManyFrames(`${limits.maxFrames} frames`);
    times += 1;
    timesS.push(numberOf(value));
  }

  function arrayOf(run: RecordedRun, name: string): ScalarSink | null {
    switch (name) {
      case "MsBetweenPresents":
        if (run.presents.length() > 0) throw repeatedArray(name);
        return (value) => addPresent(run, value);
      case "TimeInSeconds":
        if (run.timesS.length() > 0) throw repeatedArray(name);
        return (value) => addTime(run, value);
      case "Dropped":
        return (value) => addDropped(run, value);
      default:
        return run.channels.openFrameArray(name, run.presents);
    }
  }

  const open: OpenContainer = (path) => {
    const [top, item, data, array = ""] = path;
    if (path.length === 1 && top === "Info") {
      return (value, name) => {
        if (typeof value === "string" && infoNames.has(name)) info.set(name, value);
      };
    }
    if (top !== "Runs" || item !== ITEM) return null;
    if (path.length === 2) return addRun();
    const run = runs.at(-1);
    if (run === undefined) return null;
    if (data !== "CaptureData") return run.channels.open(path.slice(2));
    return path.length === 4 ? arrayOf(run, array) : null;
  };

  return { open, runs, info: info as RecordInfo };
}

function createRun(budget: SampleBudget): RecordedRun {
  return {
    presents: createGrowingFloats(),
    dropped: createGrowingFloats(),
    droppedValues: 0,
    droppedFlags: 0,
    timesS: createGrowingFloats(),
    channels: createRecordChannels(budget),
  };
}

function addDropped(run: RecordedRun, value: JsonScalar): void {
  if (run.droppedValues === limits.maxFrames) throw tooManyFrames(`${limits.maxFrames} frames`);
  if (value === true || value === 1) run.dropped.push(run.droppedValues);
  if (typeof value === "boolean" || value === 0 || value === 1) run.droppedFlags += 1;
  run.droppedValues += 1;
}

// CapFrameX writes a missing number as the text "NaN", so the function accepts texts.
function numberOf(value: JsonScalar): number {
  return typeof value === "number" ? value : Number.NaN;
}

function tooManyRecordings(): ReaderError {
  const detail = message`The record has more than ${limits.maxRecordings} runs. Send the record of a single run.`;
  return new ReaderError("too_many_recordings", detail);
}

function repeatedArray(name: "MsBetweenPresents" | "TimeInSeconds"): ReaderError {
  const detail = message`The record has the column ${ownWords(name)} twice in one run, so that its frames cannot be told apart. Send the record as CapFrameX wrote it.`;
  return new ReaderError("contradictory_values", detail);
}
