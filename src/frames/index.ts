// This module stores the frame times of captures after their files were read, and returns the frame times of a run as
// numbers and as charts.

export { frameTimeLimitMs, timeUnitOf } from "./chart/frame-scales.ts";
export { divisorOf } from "./chart/channels/channel-words.ts";
export { heightOfChannels } from "./chart/channels/channel-layout.ts";
export { chartViews, DEFAULT_VIEW, type ChartView } from "./chart/chart-look.ts";
export { createFrames, type Frames } from "./frames.ts";
export { nameOfView, type FramesOfRun, type FrameView } from "./frame-views.ts";
export { DEFAULT_POINTS, type FramePoints } from "./model/frame-overview.ts";
export type { ChannelReference, FrameSeries, SeriesReference } from "./model/frame-series.ts";
export { parseProfile, rangeOfBin, type FrameProfile } from "./profile/profile.ts";
export { RESAMPLES, resampledMetrics } from "./profile/resample-frames.ts";
export { createSeriesPublisher, type SeriesPublisher } from "./publish-series.ts";
export {
  createFrameSeriesRepository,
  setUpFrameSeries,
  type FrameSeriesRepository,
} from "./records/frame-series-repository.ts";
export { createSeriesSweep } from "./remove-orphaned-series.ts";
