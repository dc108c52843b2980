import type { FrameMetrics } from "../../../src/readers/index.ts";
import { frameStatistics } from "../../../src/readers/statistics/frame-statistics.ts";
import { sum } from "../../../src/readers/statistics/sums.ts";
import type { Random } from "./random.ts";

/** Captures of slow games are the longest, in seconds, so that few captures have many more than 3 600 frames. */
const MAX_SECONDS = 60;
const MIN_SECONDS = 20;
const USUAL_FRAMES = 3600;

/**
 * Makes up the frame times of a capture in milliseconds: a slow drift, noise, a change of the scene, and a few frames
 * that take much longer. Their average frame rate is `fps`.
 */
export function frameTimesOf(random: Random, fps: number): Float64Array {
  const count = Math.round(fps * Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, USUAL_FRAMES / fps)));
  const change = count * random.between(0.3, 0.7);
  const heavier = random.between(0.85, 1.25);
  const waves = (2 * Math.PI * random.between(2, 6)) / count;
  const noise = random.between(0.04, 0.1);
  const spikes = random.between(0.0005, 0.003);
  const relative = Float64Array.from({ length: count }, (_, at) => {
    const scene = (at < change ? 1 : heavier) * (1 + 0.05 * Math.sin(at * waves));
    // The sum of two uniform numbers is nearly normal, and much cheaper.
    const time = scene * (1 + random.between(-noise, noise) + random.between(-noise, noise));
    return random.happens(spikes) ? time * random.between(1.6, 3.5) : time;
  });
  const scale = (1000 * count) / fps / sum(relative);
  return relative.map((time) => time * scale);
}

/** Returns the metrics of a capture, as the service computes them from frame times. */
export function frameMetricsOf(frameTimes: Float64Array, application: string): FrameMetrics {
  return {
    ...frameStatistics(frameTimes.toSorted()),
    generated_frames: null,
    displayed_average_fps: null,
    samples: null,
    dropped_frames: null,
    tool: "Simulation",
    application,
  };
}
