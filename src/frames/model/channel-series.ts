/**
 * What a file recorded over time beside the frame times, such as the power of the graphics card: the values of one
 * channel. Missing values are left out.
 */
export interface ChannelSeries {
  /** The name of the channel, which ends with its unit: `gpu_power_w`. */
  name: string;
  unit: string;
  /** The time of each value, in seconds from the first frame, ascending. */
  timesS: Float32Array;
  values: Float32Array;
}
