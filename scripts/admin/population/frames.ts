import type { FrameMetrics } from "../../../src/readers/index.ts";
import { frameStatistics } from "../../../src/readers/statistics/frame-statistics.ts";
import { smoothnessOf } from "../../../src/readers/statistics/smoothness.ts";
import { sum } from "../../../src/readers/statistics/sums.ts";
import { createRandom, type Random } from "./random.ts";

/**
 * The number of frames of most made-up captures. If so few frames would last less than MIN_SECONDS, the capture has
 * more.
 */
const USUAL_FRAMES = 3600;
const MIN_SECONDS = 20;
/**
 * The number of profiles. A profile has the figures of a capture with made-up frame times and the frame rate
 * PROFILE_FPS. A made-up capture without stored frame times gets the figures of a profile, scaled to its own frame
 * rate.
 */
const PROFILES = 32;
const PROFILE_FPS = 100;

const framesAt = (fps: number): number => Math.round(Math.max(USUAL_FRAMES, fps * MIN_SECONDS));

/**
 * Makes up the frame times of a capture in milliseconds: a slow drift, noise, a change of the scene, and a few frames
 * that take much longer. The average frame rate of the capture is `fps`.
 */
export function frameTimesOf(random: Random, fps: number): Float64Array {
  const count = framesAt(fps);
  const change = count * random.between(0.3, 0.7);
  const heavier = random.between(0.85, 1.25);
  const waves = (2 * Math.PI * random.between(2, 6)) / count;
  const noise = random.between(0.04, 0.1);
  const spikes = random.between(0.0005, 0.003);
  const relative = Float64Array.from({ length: count }, (_, at) => {
    const scene = (at < change ? 1 : heavier) * (1 + 0.05 * Math.sin(at * waves));
    // Add two uniform random numbers: their sum is similar to a normally distributed number, but cheaper to compute.
    const time = scene * (1 + random.between(-noise, noise) + random.between(-noise, noise));
    return random.happens(spikes) ? time * random.between(1.6, 3.5) : time;
  });
  const scale = (1000 * count) / fps / sum(relative);
  return relative.map((time) => time * scale);
}

const unknown = {
  gpu_limited_percent: null,
  fps_per_watt: null,
  generated_frames: null,
  displayed_average_fps: null,
  samples: null,
  dropped_frames: null,
};

/** The metrics of a capture that do not change in proportion to its frame rate, so they cannot be scaled. */
const unscalable = { time_below_30_fps_percent: null, time_below_60_fps_percent: null };

/** Returns the metrics of a capture, as the service computes them from frame times. */
export function frameMetricsOf(frameTimes: Float64Array, application: string): FrameMetrics {
  const statistics = { ...frameStatistics(frameTimes.toSorted()), ...smoothnessOf(frameTimes) };
  return { ...statistics, ...unknown, tool: "Simulation", application };
}

/** Creates the function that returns the metrics of a capture whose frame times are not stored. */
export function createTypicalMetrics() {
  const profiles: FrameMetrics[] = [];
  return (fps: number, application: string, number: number): FrameMetrics => {
    const seed = number % PROFILES;
    const profile = (profiles[seed] ??= frameMetricsOf(frameTimesOf(createRandom(seed), PROFILE_FPS), ""));
    const factor = fps / PROFILE_FPS;
    const scaled = Object.entries(profile).map(([name, value]) =>
      name.endsWith("_fps") ? [name, value && Number(value) * factor] : [name, value],
    );
    const frames = framesAt(fps);
    const times = { stdev_ms: Number(profile.stdev_ms) / factor, frames, duration_s: frames / fps };
    return { ...(Object.fromEntries(scaled) as FrameMetrics), ...unscalable, ...times, application };
  };
}
