import type { Run } from "../../../src/benchmarks/index.ts";
import { gameOfExecutable } from "../../../src/readers/games/games.ts";
import { levels, type Facts, type Game } from "./facts.ts";
import type { Machine } from "./machines.ts";
import { gameFpsOf, threeDMarkMetricsOf, threeDMarkTests, type ThreeDMarkTest } from "./performance.ts";
import type { Random } from "./random.ts";

/** A made-up run: the fields of a stored run that differ from run to run, and how the run was made up. */
export interface SimulatedRun extends Pick<
  Run,
  "benchmark_id" | "variant" | "settings" | "sequence" | "created_at"
> {
  /** The serial number of the run among all made-up runs, from 1. */
  number: number;
  /** The serial number of the run's build among all made-up builds, from 1. */
  build: number;
  score: number;
  /** The figures of a made-up run of a 3DMark test. */
  metrics?: object;
  /** The executable of the game, for a made-up capture. */
  application?: string;
  /** True if the frame times of the capture are stored; else absent. */
  hasFrames?: true;
  /** How the submitter cheated; null for an honest run. */
  cheat: Cheat | null;
}

/**
 * Ways to cheat: the range of the factor by which a result is multiplied, and how often the result is sent. With a
 * "wrong card", all 3DMark results and captures of the machine are measured with another card than the card of the
 * build.
 */
const cheats = {
  "too fast": { from: 2.5, to: 6, times: 1 },
  "somewhat too fast": { from: 1.4, to: 1.4, times: 1 },
  "too slow": { from: 0.08, to: 0.3, times: 1 },
  repeated: { from: 1, to: 1, times: 6 },
  "wrong card": { from: 1, to: 1, times: 0 },
};
type Cheat = keyof typeof cheats;

/** A made-up run of one machine. */
export type NewRun = Omit<SimulatedRun, "number" | "build">;
/**
 * Makes up one measurement. Returns its results, multiplied by a factor: one result for each benchmark that one file
 * contains.
 */
type Measure = (factor: number) => Result[];
type Result = Omit<NewRun, "cheat" | "sequence" | "created_at">;

const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAYS = 328;
const MINUTE_MS = 60_000;

/**
 * The standard deviation of the logarithm of a result between machines that have the same processor and graphics card,
 * but different cooling and memory. RUN_SIGMA is the standard deviation between runs of Cinebench or 3DMark on one
 * machine, and GAME_RUN_SIGMA that between runs of a game on one machine.
 */
const BUILD_SIGMA = 0.025;
const RUN_SIGMA = 0.004;
const GAME_RUN_SIGMA = 0.015;
const CHEATING_BUILDS = 0.03;
/**
 * The logarithms of the relative speeds of two cards differ by at least this much: the card of a cheater's build, and
 * the other card with which the cheater measures.
 */
const WRONG_CARD = 0.5;
/** For each benchmark, the share of the machines that are measured in it. */
const shares = { r23: 0.8, r20: 0.3, "Time Spy": 0.6, "Fire Strike": 0.15 };
const MAX_GAMES = 3;

/**
 * Returns the runs of one machine: for each benchmark that its owner has tried, one to three similar runs. Owners that
 * cheat may have further runs.
 */
export function simulateRuns(random: Random, machine: Machine, facts: Facts): NewRun[] {
  const cheat = random.happens(CHEATING_BUILDS) ? random.oneOf(Object.keys(cheats) as Cheat[]) : null;
  const own = Math.log(machine.gpu.relative_games_1440p);
  const others = facts.chips.filter(
    (chip) => Math.abs(Math.log(chip.relative_games_1440p) - own) > WRONG_CARD,
  );
  const isWrong = cheat === "wrong card";
  const measured = isWrong ? { ...machine, gpu: random.oneOf(others) } : machine;
  let at = FIRST_DAY + random.wholeBetween(0, DAYS * 24 * 60) * MINUTE_MS;
  // Give all results of one measurement the same time, because people send these results together.
  const sent = (results: readonly Result[], label: Cheat | null) => {
    const created_at = new Date((at += random.wholeBetween(1, 8) * MINUTE_MS));
    return results.map((result, index) => ({ ...result, sequence: index + 1, cheat: label, created_at }));
  };
  return measuresOf(random, measured, facts).flatMap((measure) => {
    const honest = Array.from({ length: random.wholeBetween(1, 3) }, () => measure(1));
    const { from, to, times } = cheats[cheat ?? "wrong card"];
    const cheated = measure(random.between(from, to));
    const repeated = Array.from({ length: random.happens(0.5) ? times : 0 }, () => cheated);
    const first = honest.map((results) => sent(results, isWrong && results[0]?.variant ? cheat : null));
    return [...first, ...repeated.map((results) => sent(results, cheat))].flat();
  });
}

/** Returns the measurements that the owner of a made-up machine makes. */
function measuresOf(random: Random, machine: Machine, { games, pairings }: Facts): Measure[] {
  const { cpu, gpu, of: its } = machine;
  const ofCpu = random.factor(BUILD_SIGMA);
  const ofGpu = random.factor(BUILD_SIGMA);
  const typed = (benchmark_id: number, usual: number): Measure => {
    const pointsOf = (factor: number) => Math.round(usual * ofCpu * random.factor(RUN_SIGMA) * factor);
    return (factor) => [{ benchmark_id, variant: null, score: Math.max(1, pointsOf(factor)) }];
  };
  const exported = (test: ThreeDMarkTest, factor: number): Result[] => {
    const { variant } = test;
    const ofRun = { factor: ofGpu * random.factor(RUN_SIGMA) * factor, skew: random.factor(RUN_SIGMA) };
    const metrics = threeDMarkMetricsOf(gpu, test, ofRun);
    const of = (benchmark_id: number, score: number) => ({ benchmark_id, variant, metrics, score });
    return [of(7, metrics.graphics_tests["1"]), of(17, metrics.graphics_tests["2"])];
  };
  const captured = (game: Game): Measure => {
    const resolution = random.keyOf(its.resolutions);
    const level = random.weighted(levels, (one) => pairings.presets[one]);
    const settings = { resolution, preset: game[level] };
    const usual = gameFpsOf(machine, game, { resolution, level }) * ((ofCpu + ofGpu) / 2);
    const application = game.executable;
    const { variant } = gameOfExecutable(application);
    const result = { benchmark_id: 16, variant, application, settings };
    return (factor) => [{ ...result, score: usual * random.factor(GAME_RUN_SIGMA) * factor }];
  };
  const tests = threeDMarkTests.filter(({ variant }) => random.happens(shares[variant]));
  const played = Array.from({ length: random.wholeBetween(0, MAX_GAMES) }, () =>
    random.weighted(games, ({ share_percent }) => share_percent),
  );
  return [
    ...(random.happens(shares.r23) ? [typed(15, cpu.cinebench_r23_multi)] : []),
    ...(random.happens(shares.r20) ? [typed(3, cpu.cinebench_r20_multi)] : []),
    ...tests.map((test) => (factor: number) => exported(test, factor)),
    ...Array.from(new Set(played), captured),
  ];
}
