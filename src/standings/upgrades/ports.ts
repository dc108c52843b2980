import type { BenchmarkSummary } from "../../answers/benchmark-summary.ts";
import type { CohortParts } from "../model/cohort.ts";

/** A build as upgrades need it. */
interface UpgradedBuild {
  _id: number;
  parts: CohortParts;
}

/** The builds as upgrades need them. Implemented by `builds/builds.ts`. */
export interface UpgradedBuilds {
  /** @throws NotFoundError where there is no such build */
  get(buildId: number): Promise<UpgradedBuild>;
}

/** A part of a build as answers show it. */
export interface ShownPart {
  id: number;
  make: string;
  model: string;
  url_slug: string;
}

/** A product with which enough builds are measured, and which fits a build, or of which that is not known. */
export interface UpgradePart {
  id: number;
  /** Price in USD; null where it is not known. */
  price: number | null;
  /** Null where it is not known whether the part fits. */
  fits: true | null;
  /** The part as a search shows it. */
  record: Record<string, unknown>;
}

/** By which benchmark and variant parts are compared; the category is null where nothing is measured. */
interface ComparedBy {
  benchmark_id: number;
  variant: string | null;
  category: string | null;
}

/** The products as upgrades need them. Implemented by `products/scores/measured-parts.ts`. */
export interface UpgradeParts {
  /** @throws InvalidInputError where the request names a benchmark or a variant that there is not */
  comparedBy(
    kind: string,
    request: { benchmark_id?: number | undefined; variant?: string | undefined },
  ): Promise<ComparedBy>;
  /** Returns the measured products of a kind that fit the parts of a build, or of which that is not known. */
  fitting(kind: string, comparedBy: ComparedBy, parts: CohortParts): Promise<UpgradePart[]>;
}

/** The catalogue as upgrades need it. Implemented by `products/catalogue/catalogue.ts`. */
export interface UpgradeCatalogue {
  /** Returns the products with these ids, by id; with `includeRemoved` also those that were removed from the catalogue. */
  findParts(
    kind: string,
    ids: readonly number[],
    options: { includeRemoved: true },
  ): Promise<Map<number, ShownPart>>;
}

/** A benchmark as upgrades need it. Implemented by `benchmarks/model/benchmark-types.ts`. */
export interface UpgradeBenchmark extends BenchmarkSummary {
  higher_is_better: boolean;
  kind: "score" | "file";
  file_format?: string;
}
