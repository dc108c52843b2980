// A rough model of how fast parts are, so that made-up results look like results: no figure here is a measurement.

/** The fields of a processor that the model uses. */
export interface CpuFigures {
  cores: number;
  threads: number;
  base_clock_mhz: number;
  boost_clock_mhz?: number | null;
  tdp_w?: number | null;
  socket: string;
}

/** The fields of a graphics card that the model uses. */
export interface GpuFigures {
  memory_type: string;
  boost_clock_mhz?: number | null;
  tdp_w?: number | null;
}

/** Work per clock cycle of a core, by socket, relative to AM4. Other sockets count as AM4. */
const workBySocket: Readonly<Record<string, number>> = {
  "AM3+": 0.55,
  LGA1151: 0.8,
  LGA1200: 0.85,
  LGA1700: 1.1,
  AM5: 1.25,
  LGA1851: 1.25,
};
const USUAL_WORK = 1;

/** Work per watt of a card, by its memory type, which indicates the card's generation. */
const workByMemory: Readonly<Record<string, number>> = {
  GDDR5: 0.4,
  GDDR5X: 0.5,
  GDDR6: 0.75,
  GDDR6X: 0.9,
  GDDR7: 1.15,
};
const USUAL_WORK_A_WATT = 0.75;

/** Defaults for parts whose own figures are unknown. */
const USUAL_CPU_W = 65;
const USUAL_GPU_W = 150;
const USUAL_GPU_MHZ = 1700;

/** A core's second thread adds about this share of the core's work. */
const WORK_OF_SECOND_THREAD = 0.25;
/** Watts that a core needs at its boost clock, approximately. */
const WATTS_A_CORE = 13;

/** Returns the sustained speed of one core of a processor and of all its cores, in gigahertz of an AM4 core. */
function cpuSpeedOf(cpu: CpuFigures): { one: number; all: number } {
  const { cores, threads, base_clock_mhz: base, socket } = cpu;
  const boost = cpu.boost_clock_mhz ?? base;
  const work = workBySocket[socket] ?? USUAL_WORK;
  const share = Math.min(1, (cpu.tdp_w ?? USUAL_CPU_W) / (cores * WATTS_A_CORE));
  const sustained = base + (Math.max(boost, base) - base) * share;
  const perCore = 1 + WORK_OF_SECOND_THREAD * Math.max(0, threads / cores - 1);
  return { one: (work * boost) / 1000, all: (work * cores * perCore * sustained) / 1000 };
}

/** Returns the speed of a graphics card; 100 is about a card of 150 W from 2019. */
export function gpuSpeedOf({ memory_type, boost_clock_mhz, tdp_w }: GpuFigures): number {
  const work = workByMemory[memory_type] ?? USUAL_WORK_A_WATT;
  return (tdp_w ?? USUAL_GPU_W) * work * ((boost_clock_mhz ?? USUAL_GPU_MHZ) / USUAL_GPU_MHZ) ** 0.3;
}

const R23_POINTS = 340;
const R20_POINTS = R23_POINTS * 0.389;

/** Cinebench scores of a processor, in points. */
export const cinebenchOf = {
  r23: (cpu: CpuFigures): number => R23_POINTS * cpuSpeedOf(cpu).all,
  r20: (cpu: CpuFigures): number => R20_POINTS * cpuSpeedOf(cpu).all,
};

/** A game and its demands on processor and graphics card. */
export interface Game {
  /** The name of the executable. */
  name: string;
  /** Frames per second for each gigahertz of an AM4 core. */
  fpsAGigahertz: number;
  /** Frames per second on a card of speed 100, at 1920x1080 and the highest preset. */
  fpsOfUsualCard: number;
}

/** The settings with which a game runs. */
export interface GameSettings {
  resolution: "1920x1080" | "2560x1440" | "3840x2160";
  preset: "Low" | "High" | "Ultra";
}

const pixelsOf = { "1920x1080": 2.07, "2560x1440": 3.69, "3840x2160": 8.29 } as const;
const loadOf = { Low: 0.5, High: 0.8, Ultra: 1 } as const;
/** The higher this exponent, the more the slower part alone determines the frame rate. */
const SHARPNESS = 4;

/** Returns the average frames per second of a game, close to the maximum of the slower part. */
export function gameFpsOf(
  cpu: CpuFigures,
  gpu: GpuFigures,
  { game, settings }: { game: Game; settings: GameSettings },
): number {
  const prepared = game.fpsAGigahertz * cpuSpeedOf(cpu).one;
  const pixels = pixelsOf[settings.resolution] / pixelsOf["1920x1080"];
  const drawn = (game.fpsOfUsualCard * (gpuSpeedOf(gpu) / 100)) / (pixels ** 0.8 * loadOf[settings.preset]);
  return (prepared ** -SHARPNESS + drawn ** -SHARPNESS) ** (-1 / SHARPNESS);
}
