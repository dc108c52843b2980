import type { Glossary } from "../glossary.ts";

/**
 * The figures of a capture of frame times. Each text is one sentence, which the page of a run shows beside the figure.
 */
export const figureWords: Glossary = {
  average_fps: { text: "Frames per second over the whole capture: all frames divided by its duration." },
  displayed_average_fps: {
    text: "Frames per second that reached the screen, generated frames included; null = unknown.",
  },
  duration_s: { text: "How long the capture lasts, in seconds; null = unknown." },
  low_0_1_fps: {
    text: "The mean frame rate of the slowest thousandth of the frames: the worst hitches; null = fewer than 1,000 frames.",
  },
  low_1_fps: {
    text: "The mean frame rate of the slowest hundredth of the frames: how bad stutter gets; null = fewer than 100 frames.",
  },
  max_fps: { text: "The frame rate of the shortest frame; null = unknown." },
  median_fps: {
    text: "The frame rate that half of the frames exceed and half do not reach; null = unknown.",
  },
  min_fps: {
    text: "The frame rate of the longest frame, which a single hitch can determine; null = unknown.",
  },
  p0_1_fps: { text: "The frame rate that 999 of 1,000 frames reach or exceed; null = unknown." },
  p1_fps: { text: "The frame rate that 99 of 100 frames reach or exceed; null = unknown." },
  p5_fps: { text: "The frame rate that 19 of 20 frames reach or exceed; null = unknown." },
  stdev_ms: {
    text: "The standard deviation of the frame times: the smaller it is, the steadier is the picture; null = unknown.",
  },
};
