import { channelOf, type ChannelName } from "../../../readers/index.ts";

const [GPU, CPU, SECOND, THIRD] = [0, 1, 2, 3];

/**
 * The styles of the lines of channels (such as temperatures), in the order in which a chart shows the channels.
 * Channels of the same part of the PC have the same style in each panel of the chart.
 */
const styles: Readonly<Record<ChannelName, number>> = {
  gpu_load_percent: GPU,
  cpu_load_percent: CPU,
  battery_percent: SECOND,
  gpu_busy_ms: GPU,
  cpu_busy_ms: CPU,
  display_latency_ms: SECOND,
  click_to_photon_ms: THIRD,
  gpu_power_w: GPU,
  cpu_power_w: CPU,
  gpu_temperature_c: GPU,
  cpu_temperature_c: CPU,
  gpu_clock_mhz: GPU,
  cpu_clock_mhz: CPU,
  gpu_memory_clock_mhz: SECOND,
  vram_used_mb: GPU,
  ram_used_mb: CPU,
};

const order = Object.keys(styles);

/**
 * The captions of the panels of a chart, by the unit with which the name of a channel (such as `cpu_temperature_c`)
 * ends.
 */
const captions: Readonly<Record<string, string>> = {
  percent: "share (%)",
  ms: "time (ms)",
  w: "power (W)",
  c: "temperature (°C)",
  mhz: "clock (MHz)",
  mb: "memory (GB)",
};

/** Returns the label of a channel (such as a temperature), and the style of its line. */
export function wordsOf(name: ChannelName): { label: string; style: number } {
  return { label: channelOf(name).label, style: styles[name] };
}

/**
 * Returns the number by which a chart divides the values of a channel: 1024 for memory in MB, which charts show in GB;
 * 1 for all others.
 */
export function divisorOf(name: string): number {
  return name.endsWith("_mb") ? 1024 : 1;
}

/** Channels with the same unit, which a chart shows in one panel. */
export interface ChannelGroup {
  caption: string;
  names: readonly ChannelName[];
}

/**
 * Groups the names of channels (such as temperatures) by their units, in the order in which a chart shows the channels.
 */
export function groupChannels(names: readonly ChannelName[]): ChannelGroup[] {
  const unitOf = (name: string) => name.slice(name.lastIndexOf("_") + 1);
  const place = (name: string) => order.indexOf(name);
  const sorted = names.toSorted((a, b) => place(a) - place(b));
  return [...new Set(sorted.map(unitOf))].map((unit) => ({
    caption: captions[unit] ?? unit,
    names: sorted.filter((name) => unitOf(name) === unit),
  }));
}
