import { readFileSync } from "node:fs";
import { projectFile } from "../../../embedded/index.ts";

/**
 * Typical results of a processor, and the share of the processor among the machines of people who send results.
 * `relative_games` is the relative frame rate of the processor in games at 1920x1080; 100 is a Ryzen 7 7800X3D.
 */
export type CpuFacts = { model: string } & Numbers<
  "cinebench_r23_multi" | "cinebench_r20_multi" | "relative_games" | "share_percent"
>;

/**
 * Typical results of a graphics chip, and the share of the chip among the machines of people who send results.
 * `relative_games_1440p` is the relative frame rate of the chip in games at 2560x1440; 100 is a GeForce RTX 4090.
 */
export type ChipFacts = { chipset: string } & Numbers<
  "vram_gb" | "time_spy_graphics" | "fire_strike_graphics" | "relative_games_1440p" | "share_percent"
>;

/** Levels of graphics quality: each game has a preset of each level. */
export const levels = ["highest", "high", "low"] as const;

/** A level of graphics quality in games: each game has a preset of each level. */
export type Level = (typeof levels)[number];

/**
 * A game, and the share of the game among all captures. `highest`, `high` and `low` are the names that the game gives
 * to its presets of these levels. `gpu_fps` is the frame rate at 2560x1440 and the highest preset if only a card of
 * relative speed 100 limits it, and `factor_4k` the factor by which 3840x2160 changes that frame rate. `cpu_fps` is the
 * frame rate if only a processor of relative speed 100 limits it. Cards with less memory than `vram_gb` are slower at
 * the highest preset and above 1920x1080.
 */
export type Game = Record<"executable" | Level, string> &
  Numbers<"gpu_fps" | "factor_4k" | "cpu_fps" | "vram_gb" | "share_percent">;

type Numbers<Names extends string> = Record<Names, number>;

/**
 * The weights with which one of several choices is drawn at random. A key is the choice itself, or a regular expression
 * that matches choices.
 */
export type Weights = Readonly<Record<string, number>>;
/**
 * Weights, each set under a regular expression. The expression is tested on a text about parts of the machine, such as
 * the socket and the model of the processor. The first expression that matches the text determines the weights.
 */
export type Rules = Readonly<Record<string, Weights>>;

/**
 * A class of machines, such as fast ones: the range of the relative speed of the cards in the class, a regular
 * expression that matches the chips of these cards, and which processors, memory and resolutions are usual with these
 * cards.
 */
export type MachineClass = { chips: string } & Numbers<"share_percent" | "from" | "below"> &
  Record<"cpus" | "memory_gb" | "resolutions", Weights>;

/**
 * How people combine parts. `makers` of processors depend on the chip of the card. `memory_types` and the chipsets of
 * `boards` depend on socket and model of the processor. `memory_speeds` depend on the type of the memory, on socket and
 * model of the processor, and on the chipset of the board. `slower_by` has the weights of the amounts by which the
 * processor may be slower than usual beside its card. `presets` has the weight of the preset of each level.
 */
type Pairings = {
  classes: readonly MachineClass[];
  slower_by: Weights;
  presets: Readonly<Record<Level, number>>;
} & Record<"makers" | "memory_types" | "boards" | "memory_speeds", Rules>;

/** The facts about parts and games, and how people combine parts. */
export type Facts = ReturnType<typeof readFacts>;

/** Reads the facts from which the population is made up: about parts, games and combinations of parts. */
export function readFacts() {
  return {
    cpus: readRows<CpuFacts>("cpus.csv"),
    chips: readRows<ChipFacts>("chips.csv"),
    games: readRows<Game>("games.csv"),
    pairings: JSON.parse(read("pairings.json")) as Pairings,
  };
}

const read = (name: string): string => readFileSync(projectFile(`data/population/${name}`), "utf8");

/** Reads a table without quoted cells. A cell that contains the text of a number becomes a number. */
function readRows<Row>(name: string): Row[] {
  const [header = [], ...rows] = Array.from(read(name).trimEnd().split("\n"), (line) => line.split(","));
  const valueOf = (cell = "") => (Number.isNaN(Number(cell)) ? cell : Number(cell));
  return rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, valueOf(cells[at])])) as Row);
}
