import { InvalidInputError, type Fault } from "../../errors.ts";
import { categoryIdOf, foldPreset, foldResolution } from "../model/category.ts";
import { cohortKinds, cohortOf, type CohortParts } from "../model/cohort.ts";
import type { PartsPort, RankedType } from "./ports.ts";
import type { ScoredCohort } from "../ranks/rank-reads.ts";

/** Which entries of a benchmark a request is about. */
export interface AskedCategory {
  variant?: string | undefined;
  resolution?: string | undefined;
  preset?: string | undefined;
}

/** Returns a fault for each part of a request that a benchmark cannot have, or has to have. */
export function categoryFaults(type: RankedType, { variant, resolution, preset }: AskedCategory): Fault[] {
  const faults: Fault[] = [];
  const fault = (pointer: string, detail: string) => faults.push({ pointer, detail });
  if (type.has_variants && variant === undefined)
    fault(
      "/variant",
      `Required: expected a variant of ${type.name}, found nothing. GET /benchmarks/${type.id}/variants lists them.`,
    );
  if (!type.has_variants && variant !== undefined)
    fault("/variant", `Expected nothing, because ${type.name} has no variants. Leave variant out.`);
  for (const [name, value] of Object.entries({ resolution, preset }))
    if (!type.is_of_games && value !== undefined)
      fault(
        `/${name}`,
        `Expected nothing, because ${type.name} is no benchmark of games. Leave ${name} out.`,
      );
  return faults;
}

/** Returns the category id of a request whose faults were looked for. */
export function askedCategoryId(type: RankedType, { variant, resolution, preset }: AskedCategory): string {
  return categoryIdOf({
    benchmark_id: type.id,
    variant: variant ?? null,
    resolution: resolution === undefined ? null : foldResolution(resolution),
    preset: preset === undefined ? null : foldPreset(preset),
  });
}

/**
 * Returns the cohort that a request is about. A product that was removed from the catalogue keeps its results.
 * @throws InvalidInputError naming every fault: of the category, and each part that the catalogue does not have
 */
export async function requireCohort(
  parts: PartsPort,
  type: RankedType,
  asked: AskedCategory & CohortParts,
): Promise<ScoredCohort> {
  const shared = Object.fromEntries(
    cohortKinds.flatMap((kind) => (asked[kind] === undefined ? [] : [[kind, asked[kind]]])),
  ) as CohortParts;
  const faults = [...categoryFaults(type, asked), ...(await unknownParts(parts, shared))];
  if (faults.length > 0) throw new InvalidInputError(faults);
  return {
    category: askedCategoryId(type, asked),
    cohort: cohortOf(shared),
    isHigherBetter: type.higher_is_better,
  };
}

async function unknownParts(parts: PartsPort, shared: CohortParts): Promise<Fault[]> {
  const faults = await Promise.all(
    cohortKinds.map(async (kind): Promise<Fault[]> => {
      const id = shared[kind];
      if (id === undefined || (await parts.findParts(kind, [id], { includeRemoved: true })).has(id))
        return [];
      return [{ pointer: `/${kind}`, detail: `The catalogue has no ${kind} with the id ${id}.` }];
    }),
  );
  return faults.flat();
}
