import type { Glossary } from "../glossary.ts";

/**
 * The statistics of a capture of frame times, by their names in the API. Each text is one sentence, which the page of a
 * run shows beside the value.
 */
export const figureWords: Glossary = {
  average_fps: { text: "Frames per second over the whole capture: all frames divided by its duration." },
  displayed_average_fps: {
    text: "Frames per second that reached the screen, generated frames included; null = unknown.",
  },
  duration_s: { text: "How long the capture lasts, in seconds; null = unknown." },
  fps_per_watt: {
    text: "The average frame rate divided by the mean power of the graphics card in watts; null = unknown.",
  },
  gpu_limited_percent: {
    text: "How many percent of the frames the graphics card limited: it was busy for 95 % of the frame time or longer; null = unknown.",
  },
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
  time_below_30_fps_percent: {
    text: "How many percent of the time passed in frames that took longer than a thirtieth of a second; null = unknown.",
  },
  time_below_60_fps_percent: {
    text: "How many percent of the time passed in frames that took longer than a sixtieth of a second; null = unknown.",
  },
  stutter_percent: {
    text: "How many percent of the time passed in frames that took longer than 2.5 times the mean of the half second before; null = unknown.",
  },
  stdev_ms: {
    text: "The standard deviation of the frame times: the smaller it is, the steadier is the picture; null = unknown.",
  },
};
