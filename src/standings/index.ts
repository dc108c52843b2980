// What the composition root, the workers and the scripts may import of the standings. The routes are not here, because workers and
// scripts load no HTTP code.

export type { BenchmarksPort, RunsPort } from "./lists/ports.ts";
export type { MeasuredVariant } from "./lists/variants.ts";
export { createMedians } from "./medians/medians.ts";
export { cohortKinds, type CohortKind } from "./model/cohort.ts";
export {
  presentProductResult,
  presentRanking,
  type ProductResultAnswer,
  type RankingAnswer,
} from "./presenter.ts";
export { createRankings, type Rankings, type RankingsDeps } from "./rankings.ts";
export { createRanks, type RanksDeps } from "./ranks/ranks.ts";
export { createCategoriesRepository, setUpCategories } from "./records/categories-repository.ts";
export { createEntriesRepository, setUpEntries } from "./records/entries-repository.ts";
export { createStandings } from "./standings.ts";
export { presentUpgrades, type UpgradesAnswer } from "./upgrades/presenter.ts";
export { upgradesQuery } from "./upgrades/schemas.ts";
export { createUpgrades, type Upgrades } from "./upgrades/upgrades.ts";
export { benchmarkParams, rankingQuery, variantsQuery } from "./schemas.ts";
