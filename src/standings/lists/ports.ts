import type { BuildSummary } from "../../answers/build-answer.ts";
import type { PartSummary } from "../../answers/part-summary.ts";
import type { CohortKind, CohortParts } from "../model/cohort.ts";

/** A benchmark as the standings need it. */
export interface RankedType {
  id: number;
  name: string;
  unit: string;
  higher_is_better: boolean;
  /** Whether its results have variants: 3DMark tests or games. Typed-in scores have none. */
  has_variants: boolean;
  /** Whether its variants are games, of which the settings change the score. */
  is_of_games: boolean;
}

/** The benchmarks as the standings need them. Made in compose/ranking-services.ts out of `benchmarks/model/benchmark-types.ts`. */
export interface BenchmarksPort {
  /** Returns the active benchmark with an id, or undefined. */
  find(id: number): RankedType | undefined;
}

/** A product of the catalogue. */
export interface RankedPart {
  id: number;
  make: string;
  model: string;
  url_slug: string;
}

/** The catalogue as the standings need it. Implemented by `products/catalogue/catalogue.ts`. */
export interface PartsPort {
  /** Returns the products with these ids; with `includeRemoved` also those that were removed from the catalogue. */
  findParts(
    kind: CohortKind,
    ids: readonly number[],
    options: { includeRemoved: boolean },
  ): Promise<ReadonlyMap<number, RankedPart>>;
  /** Returns the product with this slug, or null. */
  findPartBySlug(kind: CohortKind, urlSlug: string): Promise<RankedPart | null>;
}

/** A build in its public representation. */
export interface PublicBuild extends BuildSummary {
  parts: Partial<Record<CohortKind, PartSummary>>;
  created_at: string;
}

/** The builds as the standings need them. Implemented by `builds/builds.ts`. */
export interface BuildsPort {
  /** Returns those of some builds that are there, in their public representation, by their ids. */
  presentSome(buildIds: readonly number[]): Promise<ReadonlyMap<number, PublicBuild>>;
}

/** A run as the standings need it, with its build. */
export interface RunToPlace {
  benchmark_id: number;
  variant: string | null;
  /** Null where the run is not complete. */
  score: number | null;
  is_suspect: boolean;
  /** The owner of its build; null where nobody owns it. */
  owner_id: string | null;
  parts: CohortParts;
}

/** The runs as the standings need them. Made in compose/ranking-services.ts out of `benchmarks/runs/runs.ts`. */
export interface RunsPort {
  /** Returns a public run and what its build is made of; null where there is none. */
  find(runId: string): Promise<RunToPlace | null>;
}
