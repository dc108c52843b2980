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

/** The kind of the other part that results depend on: processor and graphics card are measured together. */
const otherKind = { cpu: "gpu", gpu: "cpu" } as const;

/** Parts that would make a build faster. */
export type Upgrades = ReturnType<typeof createUpgrades>;

/** The dependencies of createUpgrades. */
export interface UpgradesDeps {
  builds: Pick<Builds, "get">;
  catalogue: Pick<Catalogue, "findParts">;
  measuredParts: MeasuredParts;
  ranks: Pick<Ranks, "mediansOf" | "sizesOf">;
  entries: Pick<EntriesRepository, "findRanked">;
  benchmarkTypes: readonly BenchmarkType[];
}

/** A part, with the gain of builds that have the part over builds with the present one. */
export interface Upgrade {
  part: MeasuredPart;
  gain: Gain;
  /** The median of the builds with the part. */
  measured: CohortMedian;
  /** Price for each percent of the gain, in USD; null without a price or a gain. */
  pricePerPercent: number | null;
  /** Whether both medians are computed only from builds that also have the other part of the build. */
  isBesideOther: boolean;
}

/** A part of a build with its kind. */
export interface BuildPart extends Part {
  kind: CohortKind;
}

/** A page of upgrades. */
export type UpgradesPage = Awaited<ReturnType<Upgrades["find"]>>;

/**
 * Creates the service. The gain of a part is the ratio of two medians of the same benchmark and variant: that of the
 * builds with the part, and that of the builds with the part which the build has now. Both are medians of many builds,
 * so like is compared with like: a comparison of a median with the build's own result would count the build's memory,
 * cooling and settings as a gain or a loss of the part. The expected score is the build's own result times that ratio.
 *
 * The score of a game depends on processor and graphics card, and people who buy a faster one of the two often buy a
 * faster other part, too. So for a game both medians are those of builds that also have the build's other part, where
 * there are at least five builds of each; otherwise those of all builds with either part.
 */
export function createUpgrades(deps: UpgradesDeps) {
  return {
    /**
     * Returns a page of the parts that fit a build, with their gain over its present part.
     * @throws NotFoundError where there is no such build; InvalidInputError where the build names no part of the kind,
     * or the benchmark or the variant does not exist; RanksMissingError
     */
    find: async (buildId: number, request: UpgradesRequest) => {
      const { kind, page, limit } = request;
      const { parts } = await deps.builds.get(buildId);
      const presentId = parts[kind];
      if (presentId === undefined) throw noPresentPart(buildId, kind);
      const comparedBy = await deps.measuredParts.comparedBy(kind, request);
      const { category } = comparedBy;
      const question = questionOf(deps, request, comparedBy, parts[otherKind[kind]]);
      const [present, other, candidates, [own]] = await Promise.all([
        shownPart(deps, kind, presentId),
        shownPart(deps, otherKind[kind], question.other[otherKind[kind]]),
        deps.measuredParts.fitting(kind, comparedBy, parts),
        category === null ? [] : deps.entries.findRanked([entryIdOf(buildId, category)]),
      ]);
      const chosen = candidates.filter((part) => part.id !== presentId && isAffordable(part, request));
      const ids = [presentId, ...chosen.map(({ id }) => id)];
      const [base, ...medians] = category === null ? [] : await readPartMedians(deps.ranks, question, ids);
      const upgrades = chosen.flatMap((part, index): Upgrade[] => {
        const upgrade = upgradeOf(part, { base, measured: medians[index] }, question);
        return upgrade && (upgrade.gain.percent > 0 || request.include_losses) ? [upgrade] : [];
      });
      upgrades.sort(request.sort_by === "gain" ? byGain : byPricePerPercent);
      return {
        kind,
        benchmark: summaryOf(deps, comparedBy),
        comparedBy,
        present: {
          part: present,
          median: base?.plain?.median ?? null,
          builds: base?.plain?.builds ?? (await sizeOf(deps.ranks, question, presentId)),
          score: own?.score ?? null,
        },
        other,
        upgrades: upgrades.slice((page - 1) * limit, page * limit),
        total: upgrades.length,
        fitUnknown: upgrades.filter(({ part }) => part.fits === null).length,
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

/** Returns the medians to ask for: for a game also those of builds with the build's other part. */
function questionOf(
  { benchmarkTypes }: UpgradesDeps,
  { kind }: UpgradesRequest,
  { benchmark_id, category }: { benchmark_id: number; category: string | null },
  otherId: number | undefined,
): MedianQuestion {
  const benchmark = benchmarkTypes.find(({ id }) => id === benchmark_id);
  return {
    category: category ?? "",
    isHigherBetter: benchmark?.higher_is_better ?? true,
    kind,
    other: benchmark?.is_of_games && otherId !== undefined ? { [otherKind[kind]]: otherId } : {},
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

function isAffordable({ price }: MeasuredPart, { max_price }: UpgradesRequest): boolean {
  return max_price === undefined || (price !== null && price <= max_price);
}

/** Returns the gain of a part over the present one; null where too few builds with either part are measured. */
function upgradeOf(
  part: MeasuredPart,
  { base, measured }: { base: PartMedians | undefined; measured: PartMedians | undefined },
  direction: { isHigherBetter: boolean },
): Upgrade | null {
  const isBesideOther = Boolean(base?.beside && measured?.beside);
  const [from, to] = isBesideOther ? [base?.beside, measured?.beside] : [base?.plain, measured?.plain];
  if (!from || !to) return null;
  const gain = gainOf(to, from, direction);
  const pricePerPercent = part.price !== null && gain.percent > 0 ? part.price / gain.percent : null;
  return { part, gain, measured: to, pricePerPercent, isBesideOther };
}

/** Returns how many builds with a part are measured, for a part with too few builds for a median. */
async function sizeOf(
  ranks: UpgradesDeps["ranks"],
  { category, kind }: MedianQuestion,
  id: number,
): Promise<number> {
  if (category === "") return 0;
  const [size = 0] = requireRanks(await ranks.sizesOf([{ category, cohort: cohortOf({ [kind]: id }) }]));
  return size;
}

const byGain = (a: Upgrade, b: Upgrade) => b.gain.percent - a.gain.percent || a.part.id - b.part.id;

/** Parts without a price or a gain come last. */
const byPricePerPercent = (a: Upgrade, b: Upgrade) =>
  (a.pricePerPercent ?? Infinity) === (b.pricePerPercent ?? Infinity)
    ? byGain(a, b)
    : (a.pricePerPercent ?? Infinity) - (b.pricePerPercent ?? Infinity);
