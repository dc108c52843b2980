import {
  cinebenchOf,
  gameFpsOf,
  gpuSpeedOf,
  type CpuFigures,
  type Game,
  type GameSettings,
  type GpuFigures,
} from "./performance.ts";
import { createRandom, type Random } from "./random.ts";

/** A product of the catalogue: its id, and what the model of performance needs to know of it. */
type Part<Figures> = { id: number } & Figures;

/** The products that made-up builds are made of, each kind in an order that never changes. */
export interface PartsForSale {
  cpu: readonly Part<CpuFigures>[];
  gpu: readonly Part<GpuFigures>[];
  ram: readonly Part<{ memory_type: string }>[];
  motherboard: readonly Part<{ socket: string; ram_types?: readonly string[] | undefined }>[];
}

/** A made-up build, by its number from 1. */
interface SimulatedBuild {
  number: number;
  /** The number of its owner's account. */
  account: number;
  parts: { cpu: number; gpu: number; ram?: number; motherboard?: number };
}

/** A made-up run, by its number from 1. */
export interface SimulatedRun {
  number: number;
  /** The number of its build. */
  build: number;
  benchmark_id: number;
  variant: string | null;
  score: number;
  settings?: GameSettings;
  /** Frames a second of the graphics tests of a 3DMark test, by their numbers. */
  graphics_tests?: Record<string, number>;
  /** How the submitter has cheated; null for an honest run. */
  cheat: "too fast" | "too slow" | null;
  created_at: Date;
}

/** The builds of some accounts, and the builds' runs. The same seed and the same parts give the same. */
export interface Population {
  builds: SimulatedBuild[];
  runs: SimulatedRun[];
}

const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAYS = 290;
const MINUTE_MS = 60_000;

/** How much popular parts stand out: see `Random.popularOf`. */
const POPULARITY = 0.9;
/** The standard deviations of the logarithm: machines with the same parts differ so much, and runs on one machine so much. */
const BUILD_SIGMA = 0.03;
const RUN_SIGMA = 0.012;
const CHEATING_BUILDS = 0.02;
/** So many accounts have submitted the same machine many times over. */
const DUPLICATING_ACCOUNTS = 10;
const DUPLICATES = 8;
const MAX_BUILDS_OF_OTHERS = 3;

const games: readonly Game[] = [
  { name: "harbour.exe", fpsAGigahertz: 55, fpsOfUsualCard: 75 },
  { name: "nightrails.exe", fpsAGigahertz: 38, fpsOfUsualCard: 55 },
  { name: "arena9.exe", fpsAGigahertz: 110, fpsOfUsualCard: 190 },
];
const resolutions = ["1920x1080", "2560x1440", "3840x2160"] as const;
const presets = ["Ultra", "High", "Low"] as const;

/** 3DMark tests: frames a second of each graphics test on a card of speed 100. */
const threeDMarkTests = [
  { variant: "Time Spy", fps: { "1": 50, "2": 43 } },
  { variant: "Fire Strike", fps: { "1": 108, "2": 92 } },
] as const;
const benchmarkOfTest: Readonly<Record<string, number>> = { "1": 7, "2": 17 };
const GAME_BENCHMARK = 16;

/** Makes up a population. @throws Error where the parts lack a kind */
export function simulatePopulation(
  parts: PartsForSale,
  { seed, builds: count }: { seed: number; builds: number },
): Population {
  const random = createRandom(seed);
  const offer = { ...parts, cpu: random.shuffled(parts.cpu), gpu: random.shuffled(parts.gpu) };
  const owners = simulateOwners(random, count);
  const runs: SimulatedRun[] = [];
  let machine = chooseMachine(random, offer);
  const builds = owners.map((account, index): SimulatedBuild => {
    // The first accounts submit one machine over and over.
    const isDuplicate = account <= DUPLICATING_ACCOUNTS && owners[index - 1] === account;
    if (!isDuplicate) machine = chooseMachine(random, offer);
    const build = { number: index + 1, account, parts: idsOf(machine) };
    for (const run of simulateRuns(random, machine))
      runs.push({ ...run, number: runs.length + 1, build: build.number });
    return build;
  });
  return { builds, runs };
}

/** Returns for each build the number of the account that owns it, in groups. */
function simulateOwners(random: Random, builds: number): number[] {
  const owners: number[] = [];
  for (let number = 1; owners.length < builds; number += 1) {
    const owned = number <= DUPLICATING_ACCOUNTS ? DUPLICATES : random.wholeBetween(1, MAX_BUILDS_OF_OTHERS);
    owners.push(...Array.from({ length: owned }, () => number));
  }
  return owners.slice(0, builds);
}

type Machine = ReturnType<typeof chooseMachine>;

function chooseMachine(random: Random, parts: PartsForSale) {
  const cpu = random.popularOf(parts.cpu, POPULARITY);
  const gpu = random.popularOf(parts.gpu, POPULARITY);
  const boards = parts.motherboard.filter(({ socket }) => socket === cpu.socket);
  const board = boards.length > 0 ? random.oneOf(boards) : undefined;
  const memory = parts.ram.filter(({ memory_type }) => board?.ram_types?.includes(memory_type) ?? false);
  return { cpu, gpu, motherboard: board, ram: memory.length > 0 ? random.oneOf(memory) : undefined };
}

function idsOf({ cpu, gpu, ram, motherboard }: Machine): SimulatedBuild["parts"] {
  return {
    cpu: cpu.id,
    gpu: gpu.id,
    ...(ram && { ram: ram.id }),
    ...(motherboard && { motherboard: motherboard.id }),
  };
}

type NewRun = Omit<SimulatedRun, "number" | "build">;
type Result = Omit<NewRun, "cheat" | "created_at">;

/** Returns the runs of one build: of each benchmark that its owner has tried one to three, close to each other. */
function simulateRuns(random: Random, machine: Machine): NewRun[] {
  const isCheat = random.happens(CHEATING_BUILDS);
  const cpuFactor = random.factor(BUILD_SIGMA);
  const gpuFactor = random.factor(BUILD_SIGMA);
  const repeated = (measure: () => Result): NewRun[] => {
    const make = (): NewRun => ({ ...measure(), cheat: null, created_at: momentOf(random) });
    const honest = Array.from({ length: random.wholeBetween(1, 3) }, make);
    if (!isCheat || !random.happens(0.5)) return honest;
    return [...honest, cheatOf(random, make())];
  };
  return [
    ...scoresOf(random, machine.cpu, cpuFactor).flatMap(repeated),
    ...exportsOf(random, machine.gpu, gpuFactor).flatMap(repeated),
    ...capturesOf(random, machine, (cpuFactor + gpuFactor) / 2).flatMap(repeated),
  ];
}

function scoresOf(random: Random, cpu: CpuFigures, factor: number) {
  const of = (benchmark_id: number, usual: number) => (): Result => ({
    benchmark_id,
    variant: null,
    score: Math.max(1, Math.round(usual * factor * random.factor(RUN_SIGMA))),
  });
  return [
    ...(random.happens(0.8) ? [of(15, cinebenchOf.r23(cpu))] : []),
    ...(random.happens(0.3) ? [of(3, cinebenchOf.r20(cpu))] : []),
  ];
}

function exportsOf(random: Random, gpu: GpuFigures, factor: number) {
  return threeDMarkTests.flatMap(({ variant, fps }) => {
    if (!random.happens(0.35)) return [];
    return Object.entries(benchmarkOfTest).map(([test, benchmark_id]) => (): Result => {
      const speed = (gpuSpeedOf(gpu) / 100) * factor * random.factor(RUN_SIGMA);
      const graphics_tests = Object.fromEntries(
        Object.entries(fps).map(([number, usual]) => [number, Math.round(usual * speed * 100) / 100]),
      );
      return { benchmark_id, variant, score: graphics_tests[test] ?? 0, graphics_tests };
    });
  });
}

function capturesOf(random: Random, { cpu, gpu }: Machine, factor: number) {
  return games.flatMap((game) => {
    if (!random.happens(0.4)) return [];
    const settings = { resolution: random.popularOf(resolutions, 1), preset: random.popularOf(presets, 1) };
    return [
      (): Result => ({
        benchmark_id: GAME_BENCHMARK,
        variant: game.name,
        score: gameFpsOf(cpu, gpu, { game, settings }) * factor * random.factor(RUN_SIGMA),
        settings,
      }),
    ];
  });
}

/** Returns a run with the figures of another machine. */
function cheatOf(random: Random, run: NewRun): NewRun {
  const isFast = random.happens(0.7);
  const factor = isFast ? random.between(2.5, 6) : random.between(0.08, 0.3);
  const score = run.variant === null ? Math.max(1, Math.round(run.score * factor)) : run.score * factor;
  const tests = Object.entries(run.graphics_tests ?? {}).map(([test, fps]) => [test, fps * factor] as const);
  return {
    ...run,
    score,
    ...(run.graphics_tests && { graphics_tests: Object.fromEntries(tests) }),
    cheat: isFast ? "too fast" : "too slow",
  };
}

const momentOf = (random: Random) => new Date(FIRST_DAY + random.wholeBetween(0, DAYS * 24 * 60) * MINUTE_MS);
