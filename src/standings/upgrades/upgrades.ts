import { summariseBenchmark, type BenchmarkSummary } from "../../answers/benchmark-summary.ts";
import type { BenchmarkType } from "../../benchmarks/index.ts";
import type { Builds } from "../../builds/index.ts";
import { InvalidInputError } from "../../errors.ts";
import type { Catalogue, MeasuredPart, MeasuredParts, Part } from "../../products/index.ts";
import { requireRanks } from "../errors.ts";
import { cohortOf, type CohortKind } from "../model/cohort.ts";
import { entryIdOf } from "../model/entry.ts";
import type { CohortMedian } from "../ranks/rank-reads.ts";
import type { Ranks } from "../ranks/ranks.ts";
import type { EntriesRepository } from "../records/entries-repository.ts";
import { readPartMedians, type MedianQuestion, type PartMedians } from "./part-medians.ts";
import { gainOf, type Gain } from "./ratio-of-medians.ts";
import type { UpgradesRequest } from "./schemas.ts";

/** The other kind of part on which the results of games depend, for each kind. */
const otherKind = { cpu: "gpu", gpu: "cpu" } as const;

/**
 * The smallest gain that is listed. A smaller gain is hardly noticeable, and the next version of a driver may undo it.
 */
const MIN_GAIN_PERCENT = 3;
/** The tolerance, in percent, by which rounding errors may lower a gain of exactly MIN_GAIN_PERCENT. */
const ROUNDING = 1e-9;

/** The service that finds the parts that would make a build faster. */
export type Upgrades = ReturnType<typeof createUpgrades>;

/** The dependencies of createUpgrades. */
export interface UpgradesDeps {
  builds: Pick<Builds, "get">;
  catalogue: Pick<Catalogue, "findParts" | "comparedAs">;
  measuredParts: MeasuredParts;
  ranks: Pick<Ranks, "mediansOf" | "sizesOf">;
  entries: Pick<EntriesRepository, "findRanked">;
  benchmarkTypes: readonly BenchmarkType[];
}

/** A part, with the gain of builds that have this part over builds that have the build's present part of the kind. */
export interface Upgrade {
  part: MeasuredPart;
  gain: Gain;
  /** The median of the builds with the part. */
  measured: CohortMedian;
  /**
   * The price for each percent of the gain, in USD; null if the price of the part is unknown or too old, or if the gain
   * is not above 0.
   */
  pricePerPercent: number | null;
  /** Whether both medians are computed only from builds that also have the other part of the build. */
  isBesideOther: boolean;
}

/** A part of a build with its kind. */
export interface BuildPart extends Part {
  kind: CohortKind;
}

/** A page of the parts that would make a build faster. */
export type UpgradesPage = Awaited<ReturnType<Upgrades["find"]>>;

/**
 * Creates the service that finds upgrades. The gain of a part is the ratio of two medians of the same benchmark and
 * variant: the median of the builds with the chip or model of the part, and the median of the builds with the chip or
 * model that the build has now. Both figures are medians of many builds, so that the same kind of figure is compared: a
 * comparison of a median with the build's own result would count the build's memory, cooling and settings as a gain or
 * a loss of the part. The expected score is the build's own result times that ratio.
 *
 * The score of a game depends on processor and graphics card, and people who buy a faster one of the two often buy a
 * faster other part, too. So for a game both medians are those of builds that also have the build's other part, if both
 * groups have at least five builds; otherwise the medians of all builds with either part.
 */
export function createUpgrades(deps: UpgradesDeps) {
  return {
    /**
     * Returns a page of the parts that fit a build and are certain to make the build faster: the whole interval of the
     * gain over the present part lies above 0, and the gain is at least MIN_GAIN_PERCENT.
     * @throws NotFoundError if there is no such build; InvalidInputError if the build has no part of the kind, or if
     * the benchmark or the variant does not exist; RanksMissingError
     */
    find: async (buildId: number, request: UpgradesRequest) => {
      const { kind, page, limit } = request;
      const { parts } = await deps.builds.get(buildId);
      const presentId = parts[kind];
      if (presentId === undefined) throw noPresentPart(buildId, kind);
      const [comparedBy, [compared = {}]] = await Promise.all([
        deps.measuredParts.comparedBy(kind, request),
        deps.catalogue.comparedAs([parts]),
      ]);
      const { category } = comparedBy;
      const presentSlug = compared[kind] ?? "";
      const question = questionOf(deps, request, comparedBy, compared[otherKind[kind]]);
      const [present, other, candidates, [own]] = await Promise.all([
        shownPart(deps, kind, presentId),
        shownPart(deps, otherKind[kind], parts[otherKind[kind]]),
        deps.measuredParts.fitting(kind, comparedBy, parts),
        category === null ? [] : deps.entries.findRanked([entryIdOf(buildId, category)]),
      ]);
      const chosen = candidates.filter(
        (part) => part.comparedAs !== presentSlug && isAffordable(priceOf(part), request),
      );
      const slugs = [...new Set([presentSlug, ...chosen.map(({ comparedAs }) => comparedAs)])];
      const medians = category === null ? [] : await readPartMedians(deps.ranks, question, slugs);
      const medianOf = new Map(slugs.map((slug, index) => [slug, medians[index]]));
      const base = medianOf.get(presentSlug);
      const gains = chosen.flatMap((part): Upgrade[] => {
        const measured = medianOf.get(part.comparedAs);
        const upgrade = upgradeOf(part, { base, measured }, { ...question, price: priceOf(part) });
        return upgrade && isGain(upgrade) ? [upgrade] : [];
      });
      const upgrades = gains.filter(({ part }) => part.fits === true);
      upgrades.sort(request.sort_by === "gain" ? byGain : byPricePerPercent);
      return {
        kind,
        benchmark: summaryOf(deps, comparedBy),
        comparedBy,
        present: {
          part: present,
          median: base?.plain?.median ?? null,
          builds: base?.plain?.builds ?? (await sizeOf(deps.ranks, question, presentSlug)),
          score: own?.score ?? null,
        },
        other,
        upgrades: upgrades.slice((page - 1) * limit, page * limit),
        total: upgrades.length,
        fitUnknown: gains.length - upgrades.length,
      };
    },
  };
}

function summaryOf(
  { benchmarkTypes }: Pick<UpgradesDeps, "benchmarkTypes">,
  { benchmark_id }: { benchmark_id: number },
): BenchmarkSummary {
  const found = benchmarkTypes.find(({ id }) => id === benchmark_id);
  if (!found) throw new Error(`parts are compared by benchmark ${benchmark_id}, which is not in the table`);
  return summariseBenchmark(found);
}

function noPresentPart(buildId: number, kind: CohortKind): InvalidInputError {
  const detail =
    `Expected the kind of a part that build ${buildId} has, found ${kind}: the build has no part of this kind, so there is nothing to compare ` +
    `with. The owner of the build sets its parts by PATCH /builds/${buildId}.`;
  return new InvalidInputError([{ pointer: "/kind", detail }]);
}

/**
 * Returns the query for the medians that upgrades need: for a game also those of builds with the build's other part.
 */
function questionOf(
  { benchmarkTypes }: UpgradesDeps,
  { kind }: UpgradesRequest,
  { benchmark_id, category }: { benchmark_id: number; category: string | null },
  otherSlug: string | undefined,
): MedianQuestion {
  const benchmark = benchmarkTypes.find(({ id }) => id === benchmark_id);
  return {
    category: category ?? "",
    isHigherBetter: benchmark?.higher_is_better ?? true,
    kind,
    other: benchmark?.is_of_games && otherSlug !== undefined ? { [otherKind[kind]]: otherSlug } : {},
  };
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

/** Returns the price of a part; null if the price is unknown or too old. */
const priceOf = ({ price, record }: MeasuredPart): number | null =>
  record.price_is_old === true ? null : price;

function isAffordable(price: number | null, { max_price }: UpgradesRequest): boolean {
  return max_price === undefined || (price !== null && price <= max_price);
}

function isGain({ gain: { percent, interval } }: Upgrade): boolean {
  return interval[0] > 0 && percent >= MIN_GAIN_PERCENT - ROUNDING;
}

/** Returns the gain of a part over the present one; null if too few builds with either part were measured. */
function upgradeOf(
  part: MeasuredPart,
  { base, measured }: { base: PartMedians | undefined; measured: PartMedians | undefined },
  { isHigherBetter, price }: { isHigherBetter: boolean; price: number | null },
): Upgrade | null {
  const isBesideOther = Boolean(base?.beside && measured?.beside);
  const [from, to] = isBesideOther ? [base?.beside, measured?.beside] : [base?.plain, measured?.plain];
  if (!from || !to) return null;
  const gain = gainOf(to, from, { isHigherBetter });
  const pricePerPercent = price !== null && gain.percent > 0 ? price / gain.percent : null;
  return { part, gain, measured: to, pricePerPercent, isBesideOther };
}

/** Returns how many builds with a part are measured, for a part with too few builds for a median. */
async function sizeOf(
  ranks: UpgradesDeps["ranks"],
  { category, kind }: MedianQuestion,
  slug: string,
): Promise<number> {
  if (category === "") return 0;
  const [size = 0] = requireRanks(await ranks.sizesOf([{ category, cohort: cohortOf({ [kind]: slug }) }]));
  return size;
}

/** Orders upgrades by gain, highest first, and those of equal gain (such as cards with the same chip) by price. */
const byGain = (a: Upgrade, b: Upgrade) =>
  b.gain.percent - a.gain.percent ||
  (a.part.price ?? Infinity) - (b.part.price ?? Infinity) ||
  a.part.id - b.part.id;

/** Orders upgrades by price for each percent of gain, lowest first; parts without a known, recent price come last. */
const byPricePerPercent = (a: Upgrade, b: Upgrade) =>
  (a.pricePerPercent ?? Infinity) === (b.pricePerPercent ?? Infinity)
    ? byGain(a, b)
    : (a.pricePerPercent ?? Infinity) - (b.pricePerPercent ?? Infinity);
