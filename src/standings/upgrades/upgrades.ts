import { summariseBenchmark, type BenchmarkSummary } from "../../answers/benchmark-summary.ts";
import type { BenchmarkType } from "../../benchmarks/index.ts";
import type { Builds } from "../../builds/index.ts";
import { InvalidInputError } from "../../errors.ts";
import type {
  Catalogue,
  MeasuredPart,
  MeasuredParts,
  Part,
  ProductRecord,
  ScoredBy,
} from "../../products/index.ts";
import { requireRanks } from "../errors.ts";
import { comparedCategoryOf, type ComparedCategory } from "../medians/compared-category.ts";
import { cohortOf, type CohortKind } from "../model/cohort.ts";
import { entryIdOf } from "../model/entry.ts";
import type { Ranks } from "../ranks/ranks.ts";
import type { EntriesRepository } from "../records/entries-repository.ts";
import { expectedScores } from "./expected-score.ts";
import { byGain, byPricePerPercent, gainsOf, type Gained, type GainQuestion } from "./gains.ts";
import type { MedianQuestion } from "./part-medians.ts";
import type { UpgradesRequest } from "./schemas.ts";

/** The other kind of part on which the results of games depend: the GPU for a CPU, and the CPU for a GPU. */
const otherKind = { cpu: "gpu", gpu: "cpu" } as const;

/** The service that finds the parts that would make a build faster. */
export type Upgrades = ReturnType<typeof createUpgrades>;

/** The services that the search for upgrades (parts that would make a build faster) uses. */
export interface UpgradesDeps {
  builds: Pick<Builds, "get">;
  catalogue: Pick<Catalogue, "findParts" | "comparedAs">;
  measuredParts: MeasuredParts;
  ranks: Pick<Ranks, "mediansOf" | "sizesOf" | "pairsOf" | "standingsOf" | "variantsOf">;
  entries: Pick<EntriesRepository, "findRanked">;
  benchmarkTypes: readonly BenchmarkType[];
}

/** A part that would make a build faster, with the product in the form in which a search shows it. */
export interface Upgrade extends Gained {
  record: ProductRecord;
  /** The score that the build is expected to reach with the new part; null if it is unknown. */
  expectedScore: number | null;
}

/** A part of a build with its kind. */
export interface BuildPart extends Part {
  kind: CohortKind;
}

/** A page of the parts that would make a build faster. */
export type UpgradesPage = Awaited<ReturnType<Upgrades["find"]>>;

/**
 * Creates the service that finds upgrades (parts that would make a build faster). The gain of a part is the ratio of
 * two medians in the same benchmark and variant. One is the median of the builds with the chip or model of the new
 * part, the other that of the builds with the chip or model of the present part. Both are medians of many builds: a
 * comparison of a median with the build's own result would count the build's memory, cooling and settings as a gain or
 * a loss of the part. The expected score is the build's own result times the ratio. The score of a game depends on
 * processor and graphics card, and people with a faster processor often have a faster graphics card, too. So for a
 * game, both medians are only of builds that also have the build's part of the other kind (CPU or GPU). A card that
 * gains in another benchmark is no upgrade if builds have measured it slower in games.
 */
export function createUpgrades(deps: UpgradesDeps) {
  return {
    /**
     * Returns a page of the parts that fit a build and are certain to make the build faster. The whole interval of
     * the gain over the present part lies above 0, and the gain is at least MIN_GAIN_PERCENT. All products with one
     * chip or of one model have the same gain, so only the cheapest fitting product of them is listed.
     * @throws NotFoundError if the build does not exist; InvalidInputError if the build names no part of the kind, or
     *   the benchmark or the variant does not exist; RanksMissingError
     */
    find: async (buildId: number, request: UpgradesRequest) => {
      const { kind, page, limit } = request;
      const { parts } = await deps.builds.get(buildId);
      const presentId = parts[kind];
      if (presentId === undefined) throw noPresentPart(buildId, kind);
      const [comparedBy, [slugOf = {}]] = await Promise.all([
        deps.measuredParts.comparedBy(kind, request),
        deps.catalogue.comparedAs([parts]),
      ]);
      const compared = await categoryOf(deps, comparedBy);
      const presentSlug = slugOf[kind] ?? "";
      const asked = { ...comparedBy, kind, category: compared?.category };
      const question = questionOf(deps, asked, slugOf[otherKind[kind]]);
      const [present, other, candidates, [own]] = await Promise.all([
        shownPart(deps, kind, presentId),
        shownPart(deps, otherKind[kind], question?.isBesideOther ? parts[otherKind[kind]] : undefined),
        deps.measuredParts.fitting(kind, comparedBy, parts),
        compared ? deps.entries.findRanked([entryIdOf(buildId, compared.category)]) : [],
      ]);
      const affordable = candidates.filter((part) => isAffordable(part, request));
      const { base, gains } = await gainsOf(deps, question, { presentSlug, candidates: affordable });
      const order = request.sort_by === "gain" ? byGain : byPricePerPercent;
      const upgrades = gains.filter(({ part }) => part.fits === true).toSorted(order);
      const shown = upgrades.slice((page - 1) * limit, page * limit);
      return {
        kind,
        benchmark: summaryOf(deps, comparedBy),
        comparedBy,
        isMixed: compared?.isMixed ?? false,
        present: {
          part: present,
          median: base?.median ?? null,
          builds: base?.builds ?? (await sizeOf(deps.ranks, question, presentSlug)),
          score: own?.score ?? null,
        },
        other,
        upgrades: await withRecords(deps, shown, { request, comparedBy, question, own: own?.score ?? null }),
        total: upgrades.length,
        fitUnknown: gains.length - upgrades.length,
      };
    },
  };
}

/**
 * Adds to upgrades the expected scores, and the products in the form in which a search shows them. A product that was
 * removed from the catalogue a moment ago is still shown.
 */
async function withRecords(
  { measuredParts, ranks }: UpgradesDeps,
  gained: readonly Gained[],
  of: { request: UpgradesRequest; comparedBy: ScoredBy; question: GainQuestion | null; own: number | null },
): Promise<Upgrade[]> {
  const { request, comparedBy, question, own } = of;
  if (!question) return [];
  const ids = gained.map(({ part }) => part.id);
  const ratios = gained.map(({ part, gain }) => ({ slug: part.comparedAs, ratio: gain.ratio }));
  const [recordOf, expected] = await Promise.all([
    measuredParts.recordsOf(request.kind, comparedBy, ids),
    expectedScores(ranks, question, { own, gained: ratios }),
  ]);
  return gained.flatMap((one, index) => {
    const record = recordOf.get(one.part.id);
    return record ? [{ ...one, record, expectedScore: expected[index] ?? null }] : [];
  });
}

function summaryOf(
  { benchmarkTypes }: Pick<UpgradesDeps, "benchmarkTypes">,
  { benchmark_id }: { benchmark_id: number },
): BenchmarkSummary {
  const found = benchmarkTypes.find(({ id }) => id === benchmark_id);
  if (!found) throw new Error(`parts are compared by the unknown benchmark ${benchmark_id}`);
  return summariseBenchmark(found);
}

function noPresentPart(buildId: number, kind: CohortKind): InvalidInputError {
  const detail =
    `Expected the kind of a part that build ${buildId} has, found ${kind}: the build has no part of this kind, so there is nothing to compare ` +
    `with. The owner of the build sets its parts by PATCH /builds/${buildId}.`;
  return new InvalidInputError([{ pointer: "/kind", detail }]);
}

/**
 * Returns the id of the group of comparable results whose medians are compared to find upgrades of a build; null if
 * nothing is measured.
 * @throws RanksMissingError
 */
async function categoryOf(
  { ranks, benchmarkTypes }: UpgradesDeps,
  { benchmark_id, category }: ScoredBy,
): Promise<ComparedCategory | null> {
  const type = benchmarkTypes.find(({ id }) => id === benchmark_id);
  return category === null || !type ? null : requireRanks(await comparedCategoryOf(ranks, category, type));
}

/**
 * Returns which medians are compared to find upgrades. For a game, these are medians of builds that also have the
 * build's part of the other kind (CPU or GPU). Returns null if nothing is measured, or if the benchmark is of a game
 * and the part of the other kind is unknown.
 */
function questionOf(
  { benchmarkTypes }: UpgradesDeps,
  { kind, benchmark_id, category }: { kind: CohortKind; benchmark_id: number; category: string | undefined },
  otherSlug: string | undefined,
) {
  const benchmark = benchmarkTypes.find(({ id }) => id === benchmark_id);
  const isBesideOther = benchmark?.is_of_games ?? false;
  if (category === undefined || (isBesideOther && otherSlug === undefined)) return null;
  return {
    category,
    isHigherBetter: benchmark?.higher_is_better ?? true,
    kind,
    isBesideOther,
    other: isBesideOther ? { [otherKind[kind]]: otherSlug } : {},
  } satisfies GainQuestion;
}

async function shownPart(
  { catalogue }: UpgradesDeps,
  kind: CohortKind,
  id: number | undefined,
): Promise<BuildPart | null> {
  if (id === undefined) return null;
  const part = (await catalogue.findParts(kind, [id], { includeRemoved: true })).get(id);
  return part ? { kind, ...part } : null;
}

function isAffordable({ currentPrice }: MeasuredPart, { max_price }: UpgradesRequest): boolean {
  return max_price === undefined || (currentPrice ?? Infinity) <= max_price;
}

/** Returns how many builds with a part are measured, for a part with too few builds for a median. */
async function sizeOf(
  ranks: UpgradesDeps["ranks"],
  question: MedianQuestion | null,
  slug: string,
): Promise<number> {
  if (!question) return 0;
  const { category, kind, other } = question;
  const cohort = cohortOf({ ...other, [kind]: slug });
  const [size = 0] = requireRanks(await ranks.sizesOf([{ category, cohort }]));
  return size;
}
