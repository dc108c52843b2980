/** How a chart shows a channel. */
interface ChannelWords {
  label: string;
  /** The style of the line: channels of the same part of the PC have the same style in each panel of the chart. */
  style: number;
}

const [GPU, CPU, SECOND, THIRD] = [0, 1, 2, 3];

/** The channels in the order in which a chart shows them. */
const words: Readonly<Record<string, ChannelWords>> = {
  gpu_load_percent: { label: "GPU load", style: GPU },
  cpu_load_percent: { label: "CPU load", style: CPU },
  battery_percent: { label: "battery charge", style: SECOND },
  gpu_busy_ms: { label: "GPU busy", style: GPU },
  cpu_busy_ms: { label: "CPU busy", style: CPU },
  display_latency_ms: { label: "display latency", style: SECOND },
  click_to_photon_ms: { label: "click to photon", style: THIRD },
  gpu_power_w: { label: "GPU power", style: GPU },
  cpu_power_w: { label: "CPU power", style: CPU },
  gpu_temperature_c: { label: "GPU temperature", style: GPU },
  cpu_temperature_c: { label: "CPU temperature", style: CPU },
  gpu_clock_mhz: { label: "GPU clock", style: GPU },
  cpu_clock_mhz: { label: "CPU clock", style: CPU },
  gpu_memory_clock_mhz: { label: "GPU memory clock", style: SECOND },
  vram_used_mb: { label: "graphics memory used", style: GPU },
  ram_used_mb: { label: "main memory used", style: CPU },
};

const order = Object.keys(words);

/** The captions of the panels, by the unit at the end of the name of a channel. */
const captions: Readonly<Record<string, string>> = {
  percent: "share (%)",
  ms: "time (ms)",
  w: "power (W)",
  c: "temperature (°C)",
  mhz: "clock (MHz)",
  mb: "memory (GB)",
};

/** Returns the label and the style of a channel. */
export function wordsOf(name: string): ChannelWords {
  return words[name] ?? { label: name.replaceAll("_", " "), style: THIRD };
}

/** Returns the number by which a chart divides the values of a channel: memory is drawn in GB of 1024 MB. */
export function divisorOf(name: string): number {
  return name.endsWith("_mb") ? 1024 : 1;
}

/** Channels with the same unit, which a chart shows in one panel. */
export interface ChannelGroup {
  caption: string;
  names: readonly string[];
}

/** Groups the names of channels by their units, in the order in which a chart shows them. */
export function groupChannels(names: readonly string[]): ChannelGroup[] {
  const unitOf = (name: string) => name.slice(name.lastIndexOf("_") + 1);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const sorted = names.toSorted((a, b) => place(a) - place(b));
  return [...new Set(sorted.map(unitOf))].map((unit) => ({
    caption: captions[unit] ?? unit,
    names: sorted.filter((name) => unitOf(name) === unit),
  }));
}
