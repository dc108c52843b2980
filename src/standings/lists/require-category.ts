import type { BenchmarkType } from "../../benchmarks/index.ts";
import { InvalidInputError, NotFoundError, type Fault } from "../../errors.ts";
import type { Catalogue } from "../../products/index.ts";
import { categoryIdOf, foldPreset, foldResolution } from "../model/category.ts";
import { cohortKinds, cohortOf, type CohortParts } from "../model/cohort.ts";
import type { ScoredCohort } from "../ranks/rank-reads.ts";

/** The parameters by which a request limits a ranking to one variant, resolution and preset of a benchmark. */
export interface AskedCategory {
  variant?: string | undefined;
  resolution?: string | undefined;
  preset?: string | undefined;
}

/** Returns the benchmark with an id. @throws NotFoundError */
export function requireTypeIn(benchmarkTypes: readonly BenchmarkType[], benchmarkId: number): BenchmarkType {
  const type = benchmarkTypes.find(({ id }) => id === benchmarkId);
  if (!type)
    throw new NotFoundError(
      `There is no benchmark ${benchmarkId}. GET /benchmarks/types lists the benchmarks.`,
    );
  return type;
}

/**
 * Returns a fault for each field of a request that does not apply to the benchmark, and for each required field that is
 * missing.
 */
export function categoryFaults(type: BenchmarkType, { variant, resolution, preset }: AskedCategory): Fault[] {
  const faults: Fault[] = [];
  const fault = (pointer: string, detail: string) => faults.push({ pointer, detail });
  const hasVariants = type.kind === "file";
  if (hasVariants && variant === undefined)
    fault(
      "/variant",
      `Required: expected a variant of ${type.name}, found nothing. GET /benchmarks/${type.id}/variants lists them.`,
    );
  if (!hasVariants && variant !== undefined)
    fault("/variant", `Expected nothing, because ${type.name} has no variants. Leave variant out.`);
  for (const [name, value] of Object.entries({ resolution, preset }))
    if (!type.is_of_games && value !== undefined)
      fault(
        `/${name}`,
        `Expected nothing, because ${type.name} is no benchmark of games. Leave ${name} out.`,
      );
  return faults;
}

/**
 * Returns the id of the category (benchmark, variant and settings) that a request asks for. `categoryFaults` must have
 * checked the request before.
 */
export function askedCategoryId(type: BenchmarkType, { variant, resolution, preset }: AskedCategory): string {
  return categoryIdOf({
    benchmark_id: type.id,
    variant: variant ?? null,
    resolution: resolution === undefined ? null : foldResolution(resolution),
    preset: preset === undefined ? null : foldPreset(preset),
  });
}

/** The parts to which a ranking is limited: slugs of chips and models, or ids or slugs of products. */
export type AskedParts = CohortParts;

/**
 * Returns the cohort (the builds with the same parts) for which a request asks. A request may also name a product that
 * was removed from the catalogue, because the results of such a product stay stored.
 * @throws InvalidInputError that names every fault of the benchmark, variant and settings, and each part that the
 * catalogue does not have
 */
export async function requireCohort(
  catalogue: Pick<Catalogue, "findComparedNamed">,
  type: BenchmarkType,
  asked: AskedCategory & AskedParts,
): Promise<ScoredCohort> {
  const faults = categoryFaults(type, asked);
  const shared: CohortParts = {};
  for (const kind of cohortKinds) {
    const name = asked[kind];
    if (name === undefined) continue;
    const found = await catalogue.findComparedNamed(kind, name);
    if (found) shared[kind] = found.slug;
    else
      faults.push({
        pointer: `/${kind}`,
        detail: `There is no ${kind} with the id or slug ${name}.`,
      });
  }
  if (faults.length > 0) throw new InvalidInputError(faults);
  return {
    category: askedCategoryId(type, asked),
    cohort: cohortOf(shared),
    isHigherBetter: type.higher_is_better,
  };
}
