import { readFileSync } from "node:fs";
import { projectFile } from "../../../embedded/index.ts";

/**
 * Typical results of a processor, and its share among the machines of people who send results. `relative_games` is its
 * frame rate in games at 1920x1080; 100 is a Ryzen 7 7800X3D.
 */
export type CpuFacts = { model: string } & Numbers<
  "cinebench_r23_multi" | "cinebench_r20_multi" | "relative_games" | "share_percent"
>;

/**
 * Typical results of a graphics chip, and its share. `relative_games_1440p` is its frame rate in games at 2560x1440;
 * 100 is a GeForce RTX 4090.
 */
export type ChipFacts = { chipset: string } & Numbers<
  "vram_gb" | "time_spy_graphics" | "relative_games_1440p" | "share_percent"
>;

/**
 * A game, and its share of all captures. `gpu_fps` is the frame rate that a card of relative speed 100 draws at
 * 2560x1440 and the highest preset, and `cpu_fps` the one that a processor of relative speed 100 prepares. Cards with
 * less memory than `vram_gb` are slower at the highest preset.
 */
export type Game = { executable: string } & Numbers<"gpu_fps" | "cpu_fps" | "vram_gb" | "share_percent">;

type Numbers<Names extends string> = Record<Names, number>;

/** Weights of choices, by a regular expression or by the choice itself. */
export type Weights = Readonly<Record<string, number>>;
/** Weights by a regular expression that says where they apply. The first that matches applies. */
export type Rules = Readonly<Record<string, Weights>>;

/**
 * A class of machines: the range of the relative speed of its cards, their chips as a regular expression, and which
 * processors, memory and resolutions are usual with them.
 */
export type MachineClass = { chips: string } & Numbers<"share_percent" | "from" | "below"> &
  Record<"cpus" | "memory_gb" | "resolutions", Weights>;

/**
 * How people combine parts. `makers` of processors go by the chip of the card; `memory_types` and the chipsets of
 * `boards` by socket and model of the processor; `memory_speeds` by type, socket, model, and chipset of the board.
 * `slower_by` says how much slower a processor is than usual beside its card; "any" is any processor.
 */
type Pairings = { classes: readonly MachineClass[] } & Record<"slower_by" | "presets", Weights> &
  Record<"makers" | "memory_types" | "boards" | "memory_speeds", Rules>;

/** The facts about parts and games, and how people combine parts. */
export type Facts = ReturnType<typeof readFacts>;

/** Reads the facts, which are shipped with the sample catalogue. */
export function readFacts() {
  return {
    cpus: readRows<CpuFacts>("cpus.csv"),
    chips: readRows<ChipFacts>("chips.csv"),
    games: readRows<Game>("games.csv"),
    pairings: JSON.parse(read("pairings.json")) as Pairings,
  };
}

const read = (name: string): string => readFileSync(projectFile(`data/population/${name}`), "utf8");

/** Reads a table without quoted cells. A cell that is a number becomes one. */
function readRows<Row>(name: string): Row[] {
  const [header = [], ...rows] = Array.from(read(name).trimEnd().split("\n"), (line) => line.split(","));
  const valueOf = (cell = "") => (Number.isNaN(Number(cell)) ? cell : Number(cell));
  return rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, valueOf(cells[at])])) as Row);
}
