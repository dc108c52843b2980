import { readFacts } from "./facts.ts";
import { createMachines, type PartsForSale } from "./machines.ts";
import { createRandom, type Random } from "./random.ts";
import { simulateRuns, type SimulatedRun } from "./runs.ts";

/**
 * The builds of the made-up accounts, and the builds' runs. Numbers of builds, accounts and runs start at 1. The same
 * seed and the same parts give the same population.
 */
export type Population = ReturnType<typeof simulatePopulation>;

/** The number of accounts that submit the same machine many times. */
const DUPLICATING_ACCOUNTS = 10;
const DUPLICATES = 8;
const MAX_BUILDS_OF_OTHERS = 3;
/**
 * How many of the newest honest captures have stored frame times. For each game, the frame times of the
 * FASTEST_WITH_FRAMES fastest captures are stored as well.
 */
const NEWEST_WITH_FRAMES = 190;
const FASTEST_WITH_FRAMES = 12;

/** Makes up a population. @throws Error where there are facts about no processor or about no card of `parts` */
export function simulatePopulation(parts: PartsForSale, of: { seed: number; builds: number }) {
  const random = createRandom(of.seed);
  const facts = readFacts();
  const makeMachine = createMachines(random, parts, facts);
  const owners = simulateOwners(random, of.builds);
  const runs: SimulatedRun[] = [];
  let machine = makeMachine();
  const builds = owners.map((account, index) => {
    // The first DUPLICATING_ACCOUNTS accounts submit one machine many times.
    const isDuplicate = account <= DUPLICATING_ACCOUNTS && owners[index - 1] === account;
    if (!isDuplicate) machine = makeMachine();
    const build = { number: index + 1, account, parts: machine.parts };
    for (const run of simulateRuns(random, machine, facts))
      runs.push({ ...run, number: runs.length + 1, build: build.number });
    return build;
  });
  markFrames(runs);
  return { builds, runs };
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

/** Sets `hasFrames` of those honest captures whose frame times are to be stored. */
function markFrames(runs: readonly SimulatedRun[]): void {
  const captures = runs.filter(({ application, cheat }) => application !== undefined && cheat === null);
  const newest = captures.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime());
  const byScore = captures.toSorted((a, b) => b.score - a.score);
  const games = [...new Set(captures.map(({ variant }) => variant))];
  const ofGame = (game: string | null) => byScore.filter(({ variant }) => variant === game);
  const fastest = games.flatMap((game) => ofGame(game).slice(0, FASTEST_WITH_FRAMES));
  for (const run of [...newest.slice(0, NEWEST_WITH_FRAMES), ...fastest]) run.hasFrames = true;
}
