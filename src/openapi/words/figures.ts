import type { Glossary } from "../glossary.ts";

/**
 * The figures of a capture of frame times. Each text is one sentence, which the page of a run shows beside the figure.
 */
export const figureWords: Glossary = {
  average_fps: { text: "Frames per second over the whole capture: all frames divided by its duration." },
  displayed_average_fps: {
    text: "Frames per second that reached the screen, generated ones among them; null = unknown.",
  },
  duration_s: { text: "How long the capture lasts, in seconds; null = unknown." },
  low_0_1_fps: {
    text: "The mean frame rate of the slowest thousandth of the frames: the worst hitches; null = fewer than 1,000 frames.",
  },
  low_1_fps: {
    text: "The mean frame rate of the slowest hundredth of the frames: how bad stutter gets; null = fewer than 100 frames.",
  },
  max_fps: { text: "The frame rate of the shortest frame; null = unknown." },
  median_fps: { text: "Half of the frames are faster than this, half are slower; null = unknown." },
  min_fps: { text: "The frame rate of the longest frame, which one hitch decides; null = unknown." },
  p0_1_fps: { text: "All frames but one in a thousand are at least as fast; null = unknown." },
  p1_fps: { text: "99 of 100 frames are at least as fast; null = unknown." },
  p5_fps: { text: "19 of 20 frames are at least as fast; null = unknown." },
  stdev_ms: {
    text: "The standard deviation of the frame times: fewer milliseconds are a steadier picture; null = unknown.",
  },
};
