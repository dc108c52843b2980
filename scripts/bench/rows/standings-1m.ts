import type { Services } from "../../../src/compose/services.ts";
import type { Config } from "../../../src/config.ts";
import type { Logger } from "../../../src/infra/logger.ts";
import { createRanks, type RanksDeps } from "../../../src/standings/index.ts";
import { openBenchServices } from "../bench-services.ts";
import { durationMs, median } from "../measures.ts";
import type { BenchRow, BenchSetup, Duel, Sample } from "../row.ts";

const FEW = 1000;
const MANY = { full: 1_000_000, small: 2000 };
const TURNS = { full: 300, small: 2 };

const goal = { atMost: 2 };

/** What questions about a very large cohort cost. The entries are made up; Redis alone holds them. */
export const standings1m: BenchRow = {
  name: "standings-1m",
  path: "questions about a cohort of 1,000,000 entries",
  yardstick: "the same of a cohort of 1,000 entries",
  isYardstickOurs: true,
  figures: {
    rank_and_percentiles_ms: { judged: "ratio", goal },
    percentiles_and_histogram_ms: { judged: "ratio", goal },
    page_in_the_middle_ms: { judged: "ratio", goal },
  },
  open: openCohorts,
};

/** A category with one cohort of so many entries. */
interface Category {
  name: string;
  entries: number;
}

async function openCohorts(setup: BenchSetup): Promise<Duel> {
  const { size, say } = setup;
  const opened = await openBenchServices(setup);
  const large: Category = { name: "b".repeat(22), entries: MANY[size] };
  const small: Category = { name: "a".repeat(22), entries: Math.min(FEW, large.entries / 2) };
  say(`ranking ${large.entries} entries`);
  const ranks = createRanksOf(opened, [small, large]);
  if (!(await ranks.refill({ isForced: true }))) throw new Error("the ranks were not filled");
  const turns = { next: 0, count: TURNS[size] };
  return { ours: () => measure(ranks, large, turns), yardstick: () => measure(ranks, small, turns) };
}

type Ranks = ReturnType<typeof createRanks>;

function createRanksOf(
  { config, services, logger }: { config: Config; services: Services; logger: Logger },
  made: readonly Category[],
): Ranks {
  const { stores, clock, newId, queue } = services;
  const entries = { streamRanked: () => madeEntries(made) } as unknown as RanksDeps["entries"];
  const categories = { find: async () => [] } as unknown as RanksDeps["categories"];
  const { redis } = stores;
  return createRanks({
    redis,
    db: stores.mongo.db,
    clock,
    newId,
    queue,
    logger,
    config,
    entries,
    categories,
  });
}

/** Yields entries with scores that lie close together. */
async function* madeEntries(made: readonly Category[]) {
  for (const { name, entries } of made)
    for (let index = 0; index < entries; index += 1)
      yield {
        account_id: `account-${index}`,
        category: name,
        value: scoreOf(index, entries),
        parts: {},
      };
}

function scoreOf(index: number, count: number): number {
  return 10_000 * Math.exp(Math.sin(index * 12.9898) / 3) + index / count;
}

async function measure(
  ranks: Ranks,
  { name, entries }: Category,
  turns: { next: number; count: number },
): Promise<Sample> {
  const cohort = { category: name, cohort: "all", isHigherBetter: true };
  const medianOf = async (ask: (turn: number) => Promise<unknown>) => {
    const durations: number[] = [];
    for (let turn = 0; turn < turns.count; turn += 1) {
      turns.next += 1;
      const member = turns.next;
      durations.push(await durationMs(() => ask(member)));
    }
    return median(durations);
  };
  return {
    rank_and_percentiles_ms: await medianOf((turn) =>
      ranks.standingsOf([{ ...cohort, member: `account-${turn}::`, score: scoreOf(turn, entries) + 1 }]),
    ),
    percentiles_and_histogram_ms: await medianOf(() => ranks.distributionOf(cohort)),
    page_in_the_middle_ms: await medianOf(() =>
      ranks.pageOf(cohort, { offset: Math.floor(entries / 2), limit: 20 }),
    ),
  };
}
