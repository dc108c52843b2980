import { createGrowingFloats, type GrowingFloats } from "../statistics/growing-floats.ts";
import type { Message } from "../message.ts";
import { sum } from "../statistics/sums.ts";
import { isContradicted, warningsOfTimes } from "./clock-reasons.ts";
import { estimateUnit } from "./tick-length.ts";

/**
 * What a file's clock says about a capture. The clock is the column of times in the file, which is independent of the
 * column of frame times.
 */
export interface CaptureClock {
  /** The duration of the capture in seconds, from the beginning of its first row to the end of its last row. */
  clockS: number;
  /** The time that rows without a usable frame time took, in seconds. */
  leftOutS: number;
  /**
   * Whether `leftOutS` is the time of all rows without a usable frame time, and not only of those whose time is known.
   */
  isLeftOutKnown: boolean;
  /** The shortest step of a capture's clock, in seconds. A clock in whole seconds may be wrong by one second. */
  stepS: number;
  /**
   * Whether frames seem to be missing: before nearly every row, more time has passed by the clock than the row's frame
   * time.
   */
  isThinned: boolean;
}

/**
 * The maximum step back in time, in ms, between the frames of one capture. A larger step shows that the file holds
 * several captures.
 */
const MAX_STEP_BACK_MS = 1000;

/** The times of a capture's frames in the unit of the file, and the places and times of the rows that are left out. */
export interface FrameClock {
  /** The time of each frame, in the unit of the file; NaN where the file has no time for the frame. */
  times: GrowingFloats;
  /** The indexes of the frames before which rows are left out of the metrics, ascending. */
  gaps: GrowingFloats;
  /** The time of the first frame that has a time; NaN where no frame has a time. */
  first: number;
  /** The latest time of a frame; NaN where no frame has a time. */
  latest: number;
  /** The largest step back in time: the difference of the latest time so far and a later frame's earlier time. */
  stepBack: number;
  /** The place, for messages, of the frame after the largest step back in time, such as the number of its line. */
  placeOfStepBack: number;
  /** The time of the first row if this row is left out of the metrics; else NaN. */
  firstLeftOut: number;
  /** The time of the last row that is left out of the metrics; NaN where that row has no time. */
  lastLeftOut: number;
  /** Whether the latest row is left out of the metrics. */
  isAfterGap: boolean;
}

/** Returns the clock of a capture before any row is read: a list without times. */
export function createFrameClock(): FrameClock {
  return {
    times: createGrowingFloats(),
    gaps: createGrowingFloats(),
    first: Number.NaN,
    latest: Number.NaN,
    stepBack: 0,
    placeOfStepBack: 0,
    firstLeftOut: Number.NaN,
    lastLeftOut: Number.NaN,
    isAfterGap: false,
  };
}

/**
 * Adds the time of a frame (NaN where the file has none). `place` identifies the frame in messages, for instance by the
 * number of its line.
 */
export function addTime(clock: FrameClock, frameTime: number, place: number): void {
  const time = knownTime(frameTime);
  const { times } = clock;
  if (clock.isAfterGap) clock.gaps.push(times.length());
  clock.isAfterGap = false;
  if (time < clock.latest && times.length() === 1) {
    // Ignore the time of the first frame: the frame may have begun before the capture, which some versions of
    // PresentMon write as a time in the far future.
    times.values()[0] = Number.NaN;
    clock.first = time;
    clock.latest = time;
  } else if (clock.latest - time > clock.stepBack) {
    clock.stepBack = clock.latest - time;
    clock.placeOfStepBack = place;
  }
  times.push(time);
  if (Number.isNaN(clock.first)) clock.first = time;
  if (Number.isNaN(clock.latest) || time > clock.latest) clock.latest = time;
}

/** Records a row that is left out of the metrics, with its time (NaN where the row has no time). */
export function addLeftOutTime(clock: FrameClock, rowTime: number): void {
  clock.lastLeftOut = knownTime(rowTime);
  if (clock.times.length() === 0 && !clock.isAfterGap) clock.firstLeftOut = clock.lastLeftOut;
  clock.isAfterGap = true;
}

/** The result of checking the times of a capture's frames. */
export interface ClockReading {
  /**
   * The place (such as the line) of the frame whose time is more than a second earlier than that of a frame before it,
   * which shows that the file holds several captures; null if the file holds one capture.
   */
  resetAt: number | null;
  /** The clock of the capture; null where the file has no times, or all its times are equal. */
  clock: CaptureClock | null;
  /** Warnings about frames without a usable time in a file with times. */
  warnings: Message[];
}

/**
 * Checks the times of a capture's frames, and returns the clock of the capture.
 * @param msPerTime the number of milliseconds in one unit of the times; NaN where the unit is unknown and is estimated
 */
export function readClock(clock: FrameClock, frameTimes: Float64Array, msPerTime: number): ClockReading {
  const reading = readTimes(clock, frameTimes, msPerTime);
  return reading.resetAt !== null && dropWrongTimes(clock)
    ? readTimes(clock, frameTimes, msPerTime)
    : reading;
}

function readTimes(clock: FrameClock, frameTimes: Float64Array, msPerTime: number): ClockReading {
  const { first, latest, stepBack, placeOfStepBack } = clock;
  const passed = latest - first;
  const totalMs = sum(frameTimes);
  const unit = Number.isNaN(msPerTime)
    ? estimateUnit(clock.times.values(), frameTimes)
    : unitOf(msPerTime, passed, totalMs);
  const hasUnit = passed > 0 && !Number.isNaN(unit);
  const compared = hasUnit ? compareWithClock(clock, { frameTimes, totalMs, unit }) : null;
  const hasTimes = clock.times.length() > 1;
  return {
    resetAt: stepBack * (hasUnit ? unit : totalMs / passed) > MAX_STEP_BACK_MS ? placeOfStepBack : null,
    clock: compared?.clock ?? null,
    warnings: hasTimes ? warningsOfTimes(compared?.timed ?? 0, frameTimes.length) : [],
  };
}

interface TimedFrames {
  frameTimes: Float64Array;
  /** The sum of the frame times, in milliseconds. */
  totalMs: number;
  /** The number of milliseconds in one unit of the capture's clock. */
  unit: number;
}

function compareWithClock(clock: FrameClock, { frameTimes, totalMs, unit }: TimedFrames) {
  const { first, latest } = clock;
  const steps = addSteps(clock, frameTimes, unit);
  const beginsWithGap = clock.gaps.values()[0] === 0;
  const beforeMs = beginsWithGap ? (first - clock.firstLeftOut) * unit - (frameTimes[0] ?? 0) : 0;
  const afterMs = clock.isAfterGap ? (clock.lastLeftOut - latest) * unit : 0;
  const edgesMs = positive(beforeMs) + positive(afterMs);
  const knownGaps = steps.gaps + (beginsWithGap && !Number.isNaN(beforeMs) ? 1 : 0);
  const passedMs = (latest - first) * unit + totalMs - steps.framesMs;
  const captureClock: CaptureClock = {
    clockS: (passedMs + edgesMs) / 1000,
    leftOutS: (positive(steps.leftOutMs) + edgesMs) / 1000,
    isLeftOutKnown: knownGaps === clock.gaps.length() && !Number.isNaN(afterMs),
    stepS: steps.shortestMs / 1000,
    isThinned: steps.isThinned && isContradicted(passedMs - positive(steps.leftOutMs), totalMs),
  };
  return { clock: captureClock, timed: steps.timed };
}

/**
 * Returns the time of each frame by the clock of the capture, in seconds since the first time; NaN for a frame without
 * a time.
 * @param msPerTime the number of milliseconds in one unit of the times
 */
export function clockTimesS(
  { times, first, latest }: FrameClock,
  frameTimes: Float64Array,
  msPerTime: number,
): Float64Array {
  const unit = unitOf(msPerTime, latest - first, sum(frameTimes));
  return times.values().map((time) => ((time - first) * unit) / 1000);
}

/**
 * Replaces single wrong times by NaN. A time is wrong if it is later than the next time, although the next time is not
 * earlier than the previous time. Returns whether there are wrong times. If a second capture begins in the file, its
 * times are earlier than the last times of the first capture, so none of these counts as wrong.
 */
function dropWrongTimes(clock: FrameClock): boolean {
  const times = clock.times.values();
  const isWrong = (time: number, at: number) => {
    const [before = Number.NaN, after = Number.NaN] = [times[at - 1], times[at + 1]];
    return before <= after && time > after;
  };
  const wrong = [...times.keys()].filter((at) => isWrong(times[at] ?? Number.NaN, at));
  for (const at of wrong) times[at] = Number.NaN;
  clock.first = times.find((time) => !Number.isNaN(time)) ?? Number.NaN;
  clock.latest = Number.NaN;
  clock.stepBack = 0;
  for (const time of times) {
    if (clock.latest - time > clock.stepBack) clock.stepBack = clock.latest - time;
    if (Number.isNaN(clock.latest) || time > clock.latest) clock.latest = time;
  }
  return wrong.length > 0;
}

// Returns the time of a frame unchanged; NaN for a number that is too large for a time in any unit.
function knownTime(time: number): number {
  return Math.abs(time) <= Number.MAX_SAFE_INTEGER ? time : Number.NaN;
}

/**
 * Returns the number of milliseconds in one unit of the times. Columns of seconds may be in milliseconds: CPUStartTime
 * is in some versions of PresentMon, and TimeInSeconds with its option `--qpc_time_ms` (source: PresentMon's
 * CsvOutput.cpp). A column counts as milliseconds if seconds would make the clock more than 500 times as long as the
 * frame times.
 */
function unitOf(msPerTime: number, passed: number, totalMs: number): number {
  return msPerTime === 1000 && passed > totalMs / 2 ? 1 : msPerTime;
}

/**
 * The minimum ratio of the time since the previous row to the row's frame time that shows that frames are missing
 * between the two rows. In a file with only every second row, the ratio is 2 on average.
 */
const MIN_RATIO_OF_GAP = 1.05;
/**
 * The maximum share of rows in which the ratio of the time since the previous row to the frame time is below
 * MIN_RATIO_OF_GAP, in a file from which frames are missing evenly. Such rows exist, because the frames that are
 * missing before a long frame may be short in comparison with it.
 */
const MAX_SHARE_WITHOUT_GAP = 0.1;

/**
 * Compares each step of the clock, from a frame with a time to the next one, with the sum of the frame times in this
 * step. The file may state for each frame when it ended (MsBetweenPresents) or when it began (FrameTime). The function
 * assumes the meaning with which the steps agree better with the frame times.
 */
function addSteps(clock: FrameClock, frameTimes: Float64Array, unit: number) {
  const times = clock.times.values();
  const gaps = clock.gaps.values();
  const atEnd: StepSums = { errorMs: 0, framesMs: 0, leftOutMs: 0 };
  const atBeginning: StepSums = { errorMs: 0, framesMs: 0, leftOutMs: 0 };
  let steps = 0;
  let stepsWithoutGap = 0;
  let gapsInSteps = 0;
  let shortestMs = Number.POSITIVE_INFINITY;
  let previous = -1;
  let framesMs = 0;
  let passedGaps = 0;
  for (let at = 0; at < frameTimes.length; at += 1) {
    const frameTime = frameTimes[at] ?? 0;
    framesMs += frameTime;
    if (Number.isNaN(times[at] ?? Number.NaN)) continue;
    const gapsBefore = passedGaps;
    while (passedGaps < gaps.length && (gaps[passedGaps] ?? 0) <= at) passedGaps += 1;
    if (previous !== -1) {
      const stepMs = ((times[at] ?? 0) - (times[previous] ?? 0)) * unit;
      const hasGap = passedGaps > gapsBefore;
      gapsInSteps += passedGaps - gapsBefore;
      addStep(atEnd, stepMs, framesMs, hasGap);
      addStep(atBeginning, stepMs, framesMs - frameTime + (frameTimes[previous] ?? 0), hasGap);
      steps += 1;
      if (stepMs > 0 && stepMs < shortestMs) shortestMs = stepMs;
      if (stepMs < MIN_RATIO_OF_GAP * framesMs) stepsWithoutGap += 1;
    }
    previous = at;
    framesMs = 0;
  }
  const best = atBeginning.errorMs < atEnd.errorMs ? atBeginning : atEnd;
  const isThinned = stepsWithoutGap <= steps * MAX_SHARE_WITHOUT_GAP;
  return { ...best, gaps: gapsInSteps, shortestMs, timed: steps + 1, isThinned };
}

interface StepSums {
  /**
   * The sum of the absolute differences between each step of the clock and the frame times in the step, in
   * milliseconds.
   */
  errorMs: number;
  /** The sum of those frame times that lie between the first and the last time of the clock, in milliseconds. */
  framesMs: number;
  /**
   * For the steps of the clock in which rows are left out: how much longer these steps are than the frame times in
   * them, in milliseconds.
   */
  leftOutMs: number;
}

function addStep(sums: StepSums, stepMs: number, framesMs: number, hasGap: boolean): void {
  sums.errorMs += Math.abs(stepMs - framesMs);
  sums.framesMs += framesMs;
  if (hasGap) sums.leftOutMs += stepMs - framesMs;
}

// Returns the number itself if it is above 0; else, also for NaN, 0.
function positive(value: number): number {
  return value > 0 ? value : 0;
}
