/**
 * A source of channels: a kind of file, or a part of a CapFrameX record.
 *
 * - `presentMon`: the columns of PresentMon, Intel PresentMon, CapFrameX, OCAT and FrameView, and the arrays
 * `CaptureData` of a CapFrameX record. The names and units of PresentMon are those of its README; Intel PresentMon
 * writes its metrics under their names without blanks, in the units of its metric metadata (memory in bytes). FrameView
 * writes the units into the names.
 * - `mangoHud`: the columns of MangoHud, whose overlay shows the same values with their units: loads in %, clocks in
 * MHz, memory in GiB (`overlay.cpp` and `memory.cpp`).
 * - `afterburner`: the columns of MSI Afterburner in English, whose units its rows of the type 03 name; memory in MB.
 * - `hwInfo`: the columns of HWiNFO in English, which end in their units.
 * - `sensorData`: the arrays `SensorData` of a CapFrameX record, in the units of its class SessionSensorDataConverter:
 *   `RamUsage` and `VRamUsageGB` in GB, `VRamUsage` in MB.
 */
export type ChannelSource = "presentMon" | "mangoHud" | "afterburner" | "hwInfo" | "sensorData";

/** The name of a column in lower case, with the factor that converts its values to the unit of the channel. */
type SourceColumn = string | readonly [name: string, factor: number];

/** A sensor in `SensorData2` of a CapFrameX record: its type, and the beginning of its name. */
interface SensorPattern {
  type: string;
  name: RegExp;
  factor?: number;
}

/**
 * The declaration of a channel: a value that a file may record over time, and the columns in which each kind of file
 * has it.
 */
export interface ChannelDeclaration {
  unit: "%" | "°C" | "W" | "MHz" | "MB" | "ms";
  /** The name of the channel (a value such as GPU power, recorded over time) for people. */
  label: string;
  /** True for a channel that the tool measures for each frame; other channels are polled sensors. */
  isOfFrame?: true;
  /**
   * The smallest and the greatest usable value of the channel. A value outside of this range, such as -1, stands for a
   * missing value.
   */
  min: number;
  max: number;
  /** The columns of the channel by source (kind of file), the preferred column first. */
  columns: Partial<Record<ChannelSource, readonly SourceColumn[]>>;
  /** The sensors in `SensorData2` of a CapFrameX record, as its class SessionSensorData2 chooses them. */
  sensors?: readonly SensorPattern[];
}

/** The megabytes in a gigabyte: all capture tools count megabytes and gigabytes in powers of 1024. */
const MB_PER_GB = 1024;
const MB_PER_BYTE = 1 / (1024 * 1024);

/**
 * The smallest usable value where tools write 0 for a value that they do not know. No running computer draws 0 W, has
 * clocks of 0 MHz, uses no memory, or shows frames after 0 ms.
 */
const ABOVE_0 = 0.001;

const load = { unit: "%", min: 0, max: 1000 } as const;
const temperature = { unit: "°C", min: ABOVE_0, max: 200 } as const;
const power = { unit: "W", min: ABOVE_0, max: 5000 } as const;
const clock = { unit: "MHz", min: ABOVE_0, max: 100_000 } as const;
const memory = { unit: "MB", min: ABOVE_0, max: 2 ** 30 } as const;
const busyTime = { unit: "ms", isOfFrame: true, min: 0, max: 60_000 } as const;
const latency = { unit: "ms", isOfFrame: true, min: ABOVE_0, max: 60_000 } as const;

/** The declarations of all channels by their names. Files and answers list channels in this order. */
const channelTable = {
  gpu_load_percent: {
    ...load,
    label: "GPU load",
    columns: {
      presentMon: ["gpuutilization", "gpu0util(%)"],
      mangoHud: ["gpu_load"],
      afterburner: ["gpu usage", "gpu1 usage"],
      hwInfo: ["gpu core load [%]", "gpu utilization [%]"],
      sensorData: ["gpuusage"],
    },
    sensors: [{ type: "Load", name: /^gpu core/i }],
  },
  gpu_temperature_c: {
    ...temperature,
    label: "GPU temperature",
    columns: {
      presentMon: ["gputemperature", "gpu0temp(c)"],
      mangoHud: ["gpu_temp"],
      afterburner: ["gpu temperature", "gpu1 temperature"],
      hwInfo: ["gpu temperature [°c]"],
      sensorData: ["gputemp"],
    },
    sensors: [{ type: "Temperature", name: /^gpu core/i }],
  },
  gpu_power_w: {
    ...power,
    label: "GPU power",
    columns: {
      // FrameView has a column of power for NVIDIA and one for AMD; both columns have the power of the whole card.
      presentMon: ["gpupower", "nv pwr(w) (api)", "amdpwr(w) (api)"],
      mangoHud: ["gpu_power"],
      afterburner: ["power", "gpu power", "gpu1 power"],
      hwInfo: ["gpu power [w]", "total graphics power (tgp) [w]", "gpu asic power [w]"],
      sensorData: ["gpupower"],
    },
    sensors: [{ type: "Power", name: /^gpu (?:power|total|tdp|tbp)/i }],
  },
  gpu_clock_mhz: {
    ...clock,
    label: "GPU clock",
    columns: {
      presentMon: ["gpufrequency", "gpu0clk(mhz)"],
      mangoHud: ["gpu_core_clock"],
      afterburner: ["core clock", "gpu1 core clock"],
      hwInfo: ["gpu clock [mhz]"],
      sensorData: ["gpuclock"],
    },
    sensors: [{ type: "Clock", name: /^gpu core/i }],
  },
  gpu_memory_clock_mhz: {
    ...clock,
    label: "GPU memory clock",
    columns: {
      presentMon: ["gpumemoryfrequency", "gpu0memclk(mhz)"],
      mangoHud: ["gpu_mem_clock"],
      afterburner: ["memory clock", "gpu1 memory clock"],
      hwInfo: ["gpu memory clock [mhz]"],
    },
    sensors: [{ type: "Clock", name: /^gpu memory/i }],
  },
  vram_used_mb: {
    ...memory,
    label: "GPU memory used",
    columns: {
      presentMon: [["gpumemorysizeused", MB_PER_BYTE]],
      mangoHud: [["gpu_vram_used", MB_PER_GB]],
      afterburner: ["memory usage", "gpu1 memory usage"],
      hwInfo: ["gpu memory allocated [mb]", "gpu d3d memory dedicated [mb]"],
      sensorData: ["vramusage", ["vramusagegb", MB_PER_GB]],
    },
    sensors: [
      { type: "SmallData", name: /^gpu memory dedicated(?!.*game)/i },
      { type: "Data", name: /^gpu memory dedicated(?!.*game)/i, factor: MB_PER_GB },
    ],
  },
  cpu_load_percent: {
    ...load,
    label: "CPU load",
    columns: {
      presentMon: ["cpuutilization", "cpuutil(%)"],
      mangoHud: ["cpu_load"],
      afterburner: ["cpu usage"],
      hwInfo: ["total cpu usage [%]"],
      sensorData: ["cpuusage"],
    },
    sensors: [{ type: "Load", name: /^cpu total/i }],
  },
  cpu_temperature_c: {
    ...temperature,
    label: "CPU temperature",
    columns: {
      presentMon: ["cputemperature", "cpu package temp(c)"],
      mangoHud: ["cpu_temp"],
      afterburner: ["cpu temperature"],
      hwInfo: ["cpu package [°c]", "cpu (tctl/tdie) [°c]"],
      sensorData: ["cputemp"],
    },
    sensors: [{ type: "Temperature", name: /^cpu package/i }],
  },
  cpu_power_w: {
    ...power,
    label: "CPU power",
    columns: {
      presentMon: ["cpupower", "cpu package power(w)"],
      mangoHud: ["cpu_power"],
      afterburner: ["cpu power"],
      hwInfo: ["cpu package power [w]"],
      sensorData: ["cpupower"],
    },
    sensors: [{ type: "Power", name: /^cpu package/i }],
  },
  cpu_clock_mhz: {
    ...clock,
    label: "CPU clock",
    columns: {
      presentMon: ["cpufrequency", "cpuclk(mhz)"],
      mangoHud: ["cpu_mhz"],
      afterburner: ["cpu clock"],
      hwInfo: ["core clocks (avg) [mhz]"],
      sensorData: ["cpumaxclock"],
    },
    sensors: [{ type: "Clock", name: /^cpu max/i }],
  },
  ram_used_mb: {
    ...memory,
    label: "Memory used",
    columns: {
      mangoHud: [["ram_used", MB_PER_GB]],
      afterburner: ["ram usage"],
      hwInfo: ["physical memory used [mb]"],
      sensorData: [["ramusage", MB_PER_GB]],
    },
    sensors: [{ type: "Data", name: /^used memory(?!.*game)/i, factor: MB_PER_GB }],
  },
  gpu_busy_ms: {
    ...busyTime,
    label: "GPU busy per frame",
    columns: { presentMon: ["msgpubusy", "gpubusy", "msgpuactive", "gpuactive"] },
  },
  cpu_busy_ms: {
    ...busyTime,
    label: "CPU busy per frame",
    columns: { presentMon: ["mscpubusy", "cpubusy", "cpuactive"] },
  },
  display_latency_ms: {
    ...latency,
    label: "Display latency",
    // The time in the column DisplayLatency begins with the work of the processor on the frame. The time in
    // MsUntilDisplayed begins later, when the game hands the frame over to be displayed.
    columns: { presentMon: ["displaylatency", "msuntildisplayed"] },
  },
  click_to_photon_ms: {
    ...latency,
    label: "Click to photon",
    columns: { presentMon: ["msclicktophotonlatency", "clicktophotonlatency"] },
  },
  battery_percent: {
    ...load,
    label: "Battery",
    columns: { presentMon: ["battery percentage"], hwInfo: ["charge level [%]"] },
  },
} as const satisfies Record<string, ChannelDeclaration>;

/** The name of a channel: a value, such as GPU power, that a file may record over time. */
export type ChannelName = keyof typeof channelTable;

/** The names of all channels (values recorded over time, such as GPU power), in the order in which they are listed. */
export const channelNames = Object.keys(channelTable) as ChannelName[];

/** Returns the declaration of the channel (a value recorded over time, such as GPU power) with the given name. */
export function channelOf(name: ChannelName): ChannelDeclaration {
  return channelTable[name];
}
