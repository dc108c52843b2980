import { benchmarkTypeOf } from "../../benchmarks/index.ts";
import type { BuildAnswer } from "../../builds/index.ts";
import { InvalidInputError } from "../../errors.ts";
import {
  cohortKinds,
  presentUpgrades,
  upgradesQuery,
  type CohortKind,
  type Rankings,
  type Upgrades,
} from "../../standings/index.ts";
import { settingsText } from "../lists/settings-note.tsx";
import { unlessUnavailable, type IsUnavailable } from "../lists/unless-unavailable.ts";
import type { ShownUpgrades } from "./upgrades.tsx";

/** Dependencies of `findUpgrades`. */
export interface FindUpgradesDeps {
  rankings: Pick<Rankings, "withTitles" | "usualSettings">;
  upgrades: Pick<Upgrades, "find">;
  isUnavailable: IsUnavailable;
}

type PartIds = Readonly<Partial<Record<CohortKind, number | undefined>>>;
type Result = BuildAnswer["results"][number];

/** Maximum number of upgrades to show for each part: those with the lowest price for each percent of gain. */
const UPGRADES_SHOWN = 20;

/**
 * Returns the parts that would make a build faster: for its processor and for its graphics card, as far as the build
 * names them. If a game was measured on the build, also returns the processors that would make this game faster with
 * the same graphics chip.
 * @param reading the build with its results, from which the game is chosen
 */
export async function findUpgrades(
  deps: FindUpgradesDeps,
  {
    buildId,
    parts,
    reading,
  }: { buildId: number; parts: PartIds; reading: Promise<{ results: readonly Result[] }> },
): Promise<ShownUpgrades[]> {
  const named = cohortKinds.filter((kind) => parts[kind] !== undefined);
  const [game, ...ofParts] = await Promise.all([
    named.length === cohortKinds.length
      ? reading.then(({ results }) => findForGame(deps, buildId, results))
      : null,
    ...named.map((kind) => find(deps, buildId, { kind })),
  ]);
  const isRepeated = ofParts.some(
    ({ kind, answer }) => kind === "cpu" && answer && isOfGames(answer.benchmark.id),
  );
  if (game === null || isRepeated) return ofParts;
  return ofParts.flatMap((one) => (one.kind === "cpu" ? [one, game] : [one]));
}

/**
 * Returns the processors that would make a game faster. The game is the one in which the most builds with the same
 * graphics chip were measured; null if the build has no rank among builds with the same chip in any game, or the
 * upgrades are unavailable.
 */
async function findForGame(
  deps: FindUpgradesDeps,
  buildId: number,
  results: readonly Result[],
): Promise<ShownUpgrades | null> {
  const games = results.filter((result) => isOfGames(result.benchmark_id) && buildsOf(result) > 0);
  const [game] = games.toSorted((a, b) => buildsOf(b) - buildsOf(a));
  if (!game || game.variant === null) return null;
  const { benchmark_id, variant } = game;
  // The results of the game may have been withdrawn since: then the game is unknown.
  const isUnknown = (error: unknown) => error instanceof InvalidInputError || deps.isUnavailable(error);
  const [found, settings] = await Promise.all([
    find({ ...deps, isUnavailable: isUnknown }, buildId, {
      kind: "cpu",
      benchmark_id: String(benchmark_id),
      variant,
    }),
    unlessUnavailable(deps.rankings.usualSettings(benchmark_id, { variant }), isUnknown),
  ]);
  return found.answer && { ...found, settings: settingsText(settings ?? {}) };
}

const isOfGames = (benchmarkId: number): boolean => benchmarkTypeOf(benchmarkId).is_of_games;

/** Returns how many builds with the same graphics chip have a result in the game of a result; 0 if too few have one. */
const buildsOf = ({ standing }: Result): number => standing?.same_gpu?.builds ?? 0;

/** Returns the upgrades of one part of a build, with the displayed name of the benchmark's game or test. */
async function find(
  { rankings, upgrades, isUnavailable }: FindUpgradesDeps,
  buildId: number,
  asked: { kind: CohortKind; benchmark_id?: string; variant?: string },
): Promise<ShownUpgrades> {
  const request = upgradesQuery.parse({ ...asked, limit: String(UPGRADES_SHOWN) });
  const found = await unlessUnavailable(upgrades.find(buildId, request), isUnavailable);
  const [answer = null] = await rankings.withTitles(found ? [presentUpgrades(found)] : []);
  return { kind: asked.kind, answer };
}
