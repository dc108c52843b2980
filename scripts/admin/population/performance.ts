// A rough model of how fast parts are, so that made-up results look like results: no figure here is a measurement.

/** What the model needs to know of a processor. */
export interface CpuFigures {
  cores: number;
  threads: number;
  base_clock_mhz: number;
  boost_clock_mhz?: number | null;
  tdp_w?: number | null;
  socket: string;
}

/** What the model needs to know of a graphics card. */
export interface GpuFigures {
  memory_type: string;
  boost_clock_mhz?: number | null;
  tdp_w?: number | null;
}

/** Work a cycle of a core, against a core of AM4 and of sockets that are not here. */
const workBySocket: Readonly<Record<string, number>> = {
  "AM3+": 0.55,
  LGA1151: 0.8,
  LGA1200: 0.85,
  LGA1700: 1.1,
  AM5: 1.25,
  LGA1851: 1.25,
};
const USUAL_WORK = 1;

/** Work a watt of a card, by its memory, which tells its generation. */
const workByMemory: Readonly<Record<string, number>> = {
  GDDR5: 0.4,
  GDDR5X: 0.5,
  GDDR6: 0.75,
  GDDR6X: 0.9,
  GDDR7: 1.15,
};
const USUAL_WORK_A_WATT = 0.75;

/** Figures of parts whose own are unknown. */
const USUAL_CPU_W = 65;
const USUAL_GPU_W = 150;
const USUAL_GPU_MHZ = 1700;

/** A second thread on a core adds about this much of the core's work. */
const WORK_OF_SECOND_THREAD = 0.25;
/** A core needs about so many watts at its boost clock. */
const WATTS_A_CORE = 13;

/** How fast one core of a processor is, and all of them: in gigahertz of AM4, sustained. */
function cpuSpeedOf(cpu: CpuFigures): { one: number; all: number } {
  const { cores, threads, base_clock_mhz: base, socket } = cpu;
  const boost = cpu.boost_clock_mhz ?? base;
  const work = workBySocket[socket] ?? USUAL_WORK;
  const share = Math.min(1, (cpu.tdp_w ?? USUAL_CPU_W) / (cores * WATTS_A_CORE));
  const sustained = base + (Math.max(boost, base) - base) * share;
  const perCore = 1 + WORK_OF_SECOND_THREAD * Math.max(0, threads / cores - 1);
  return { one: (work * boost) / 1000, all: (work * cores * perCore * sustained) / 1000 };
}

/** How fast a graphics card is, about 100 for a card of 150 W from 2019. */
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

/** A game, and how much it asks for. */
export interface Game {
  /** The executable. */
  name: string;
  /** Frames a second that one gigahertz of AM4 prepares. */
  fpsAGigahertz: number;
  /** Frames a second that a card of speed 100 draws at 1920x1080 and the highest preset. */
  fpsOfUsualCard: number;
}

/** The settings of a game's run. */
export interface GameSettings {
  resolution: "1920x1080" | "2560x1440" | "3840x2160";
  preset: "Low" | "High" | "Ultra";
}

const pixelsOf = { "1920x1080": 2.07, "2560x1440": 3.69, "3840x2160": 8.29 } as const;
const loadOf = { Low: 0.5, High: 0.8, Ultra: 1 } as const;
/** The higher, the more sharply the slower part alone decides. */
const SHARPNESS = 4;

/** The average frames a second of a game: about those that the slower of both parts manages. */
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
