import { createRanks, type RanksDeps } from "../../src/standings/index.ts";
import { openBenchServices } from "./bench-services.ts";
import { medianDurationsMs, printTable } from "./measures.ts";
import { measureDelays } from "./standings-delay.ts";

// Compares the times of questions about a cohort of 1,000 entries with those about a cohort of 1,000,000, and measures how long the
// ranks of both take to be filled. The entries are generated; only Redis holds them. Before that it measures how long it takes until
// the ranks have a run that is complete, alone and while other builds get runs, too.
// Run with: npm run bench:standings

const SMALL = 1000;
const LARGE = 1_000_000;
const TURNS = 300;
const target = "at most 2";
/** So many runs are ranked one after the other, first alone, then while so many other builds get runs, too. */
const RANKED_RUNS = 100;
const OTHER_BUILDS = 4;
const RANKED_WITHIN_MS = 1000;

const category = { small: "a".repeat(22), large: "b".repeat(22) };

/** Yields entries of both cohorts, with scores that lie close together. */
async function* generateEntries() {
  for (const [name, count] of [
    [category.small, SMALL],
    [category.large, LARGE],
  ] as const)
    for (let index = 0; index < count; index += 1)
      yield { account_id: `account-${index}`, category: name, value: scoreOf(index, count), parts: {} };
}

function scoreOf(index: number, count: number): number {
  return 10_000 * Math.exp(Math.sin(index * 12.9898) / 3) + index / count;
}

const { config, logger, services, close } = await openBenchServices("standings");
try {
  await measureRanking();
  await measureAll();
} finally {
  await close();
}

async function measureRanking(): Promise<void> {
  const options = { turns: RANKED_RUNS, others: OTHER_BUILDS };
  const { alone, loaded } = await measureDelays({ config, services, logger }, options);
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const rows = (["p50", "p99"] as const).map((name) => [
    name,
    ms(alone[name]),
    ms(loaded[name]),
    (loaded[name] / alone[name]).toFixed(2),
    `at most ${RANKED_WITHIN_MS} ms`,
  ]);
  const names = ["from a complete run to the ranks", "alone", `beside ${OTHER_BUILDS} other builds`];
  printTable([...names, "ratio", "target"], rows);
}

async function measureAll(): Promise<void> {
  const { stores, clock, newId, queue } = services;
  const deps = { redis: stores.redis, db: stores.mongo.db, clock, newId, queue, logger, config };
  const entries = { streamRanked: generateEntries } as unknown as RanksDeps["entries"];
  const find = async () => [];
  const ranks = createRanks({ ...deps, entries, categories: { find } as unknown as RanksDeps["categories"] });
  const start = performance.now();
  if (!(await ranks.refill({ isForced: true }))) throw new Error("the ranks were not filled");
  const filledS = (performance.now() - start) / 1000;

  const of = (name: string) => ({ category: name, cohort: "all", isHigherBetter: true });
  const questions: Record<string, (name: string, count: number, turn: number) => Promise<unknown>> = {
    "rank and percentiles": (name, count, turn) =>
      ranks.standingsOf([{ ...of(name), member: `account-${turn}::`, score: scoreOf(turn, count) + 1 }]),
    "percentiles and histogram": (name) => ranks.distributionOf(of(name)),
    "median and its deviation": (name) => ranks.deviationOf(of(name)),
    "a page in the middle": (name, count) => ranks.pageOf(of(name), { offset: count / 2, limit: 20 }),
  };
  const rows: string[][] = [];
  for (const [question, ask] of Object.entries(questions)) {
    let turn = 0;
    const [few, many] = await medianDurationsMs(
      TURNS,
      async () => void (await ask(category.small, SMALL, (turn += 1))),
      async () => void (await ask(category.large, LARGE, turn)),
    );
    rows.push([question, `${few.toFixed(2)} ms`, `${many.toFixed(2)} ms`, (many / few).toFixed(2), target]);
  }
  printTable(["question", `${SMALL} entries`, `${LARGE} entries`, "ratio", "target"], rows);
  console.log(`filled ${SMALL + LARGE} entries in ${filledS.toFixed(1)} s`);
}
