import { benchmarkTypeOf } from "../../../src/benchmarks/index.ts";
import { readFacts } from "./facts.ts";
import { createMachines, type Machine, type PartsForSale } from "./machines.ts";
import { createRandom, type Random } from "./random.ts";
import { simulateRuns, type NewRun, type SimulatedRun } from "./runs.ts";

/**
 * The builds of the made-up accounts, and the builds' runs. Numbers of builds, accounts and runs start at 1. The same
 * seed and the same parts give the same population.
 */
export type Population = ReturnType<typeof simulatePopulation>;

/** The number of accounts that each have DUPLICATES builds of the same machine. */
const DUPLICATING_ACCOUNTS = 10;
const DUPLICATES = 8;
const MAX_BUILDS_OF_OTHERS = 3;
/** The outlier check compares a result only if at least this many accounts have results with the same parts. */
const MIN_ACCOUNTS = 8;
/**
 * How many of the newest made-up captures without a cheat have stored frame times. For each game, the frame times of
 * the FASTEST_WITH_FRAMES fastest captures are stored as well.
 */
const NEWEST_WITH_FRAMES = 190;
const FASTEST_WITH_FRAMES = 12;

/**
 * Makes up a population (accounts, builds and runs). @throws Error if the facts describe no processor or no card of
 * `parts`
 */
export function simulatePopulation(parts: PartsForSale, of: { seed: number; builds: number }) {
  const random = createRandom(of.seed);
  const facts = readFacts();
  const makeMachine = createMachines(random, parts, facts);
  const owners = simulateOwners(random, of.builds);
  const measured: Measured[] = [];
  let machine = makeMachine();
  const builds = owners.map((account, index) => {
    // Give all builds of each of the first DUPLICATING_ACCOUNTS accounts the same machine.
    const isDuplicate = account <= DUPLICATING_ACCOUNTS && owners[index - 1] === account;
    if (!isDuplicate) machine = makeMachine();
    const build = { number: index + 1, account, parts: machine.parts };
    for (const run of simulateRuns(random, machine, facts))
      measured.push({ run, build: build.number, account, cohort: cohortOf(run, machine) });
    return build;
  });
  const runs = withoutUncheckedCheats(measured).map(({ run, build }, index): SimulatedRun =>
    Object.assign({ number: index + 1, build }, run),
  );
  markFrames(runs);
  return { builds, runs };
}

/**
 * A run of a build and an account, with the name of the cohort (the builds with the same parts) in which the outlier
 * check compares the run.
 */
interface Measured {
  run: NewRun;
  build: number;
  account: number;
  cohort: string;
}

function cohortOf({ benchmark_id, variant, settings }: NewRun, { cpu, gpu }: Machine): string {
  const parts = { cpu: cpu.model, gpu: gpu.chipset };
  const { measures } = benchmarkTypeOf(benchmark_id);
  return JSON.stringify([benchmark_id, variant, settings, ...measures.map((kind) => parts[kind])]);
}

/**
 * Leaves out the runs of cheats whose cohorts (builds with the same parts) are too small for the outlier check: these
 * runs would stay ranked.
 */
function withoutUncheckedCheats(measured: readonly Measured[]): Measured[] {
  const accountsOf = new Map<string, Set<number>>();
  for (const { cohort, account } of measured)
    accountsOf.set(cohort, (accountsOf.get(cohort) ?? new Set()).add(account));
  return measured.filter(
    ({ run, cohort }) => run.cheat === null || (accountsOf.get(cohort)?.size ?? 0) >= MIN_ACCOUNTS,
  );
}

/** Returns for each build the number of the account that owns it. Builds of the same account are adjacent. */
function simulateOwners(random: Random, builds: number): number[] {
  const owners: number[] = [];
  for (let number = 1; owners.length < builds; number += 1) {
    const owned = number <= DUPLICATING_ACCOUNTS ? DUPLICATES : random.wholeBetween(1, MAX_BUILDS_OF_OTHERS);
    owners.push(...Array.from({ length: owned }, () => number));
  }
  return owners.slice(0, builds);
}

/** Sets `hasFrames` of the captures whose frame times are to be stored. Captures of simulated cheaters are left out. */
function markFrames(runs: readonly SimulatedRun[]): void {
  const captures = runs.filter(({ application, cheat }) => application !== undefined && cheat === null);
  const newest = captures.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime());
  const byScore = captures.toSorted((a, b) => b.score - a.score);
  const games = [...new Set(captures.map(({ variant }) => variant))];
  const ofGame = (game: string | null) => byScore.filter(({ variant }) => variant === game);
  const fastest = games.flatMap((game) => ofGame(game).slice(0, FASTEST_WITH_FRAMES));
  for (const run of [...newest.slice(0, NEWEST_WITH_FRAMES), ...fastest]) run.hasFrames = true;
}
