// The public interface for comparing results with each other: standings, rankings, medians and upgrades. This module
// does not export the routes, because workers and scripts load no HTTP code.

export { HISTOGRAM_WIDTH, sizeOfHistogram } from "./chart/histogram-layout.ts";
export { shownSettingsOf, type MeasuredSettings, type ShownSettings } from "./lists/variants.ts";
export { createMedians, type Medians } from "./medians/medians.ts";
export { foldPreset, foldResolution, shownResolution } from "./model/category.ts";
export { cohortKinds, type CohortKind } from "./model/cohort.ts";
export {
  presentProductResult,
  presentRanking,
  type ProductResultAnswer,
  type RankingAnswer,
} from "./presenter.ts";
export { createOpenData } from "./open-data/open-data.ts";
export { createRankings, type MeasuredPart, type Rankings } from "./rankings.ts";
export { createRanks, type Ranks } from "./ranks/ranks.ts";
export { createCategoriesRepository, setUpCategories } from "./records/categories-repository.ts";
export { createEntriesRepository, setUpEntries } from "./records/entries-repository.ts";
export type { RunStanding } from "./read-standings.ts";
export { createStandings, type Standings } from "./standings.ts";
export { presentUpgrades, type UpgradesAnswer } from "./upgrades/presenter.ts";
export { upgradesQuery } from "./upgrades/schemas.ts";
export { createUpgrades, type Upgrades } from "./upgrades/upgrades.ts";
export { benchmarkParams, rankingQuery, variantsQuery } from "./schemas.ts";
