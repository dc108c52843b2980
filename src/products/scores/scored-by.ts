import type { BenchmarkType } from "../../benchmarks/index.ts";
import { InvalidInputError, type Fault } from "../../errors.ts";
import { bounded } from "../../infra/bounded.ts";
import { foldKey } from "../indexing/fold-key.ts";
import { judgingBenchmarks, judgingFault } from "../../kinds/judging-benchmarks.ts";
import { measuredSortNames } from "../../kinds/kind.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { capitalised, uncomparedKindsInWords } from "../../kinds/words.ts";
import type { ScoreVariant, ScoreVariants } from "./variants-repository.ts";

/** The fields of a search request that choose the results by which products are compared. */
export interface ScoredRequest {
  sort_by?: string | undefined;
  benchmark_id?: number | undefined;
  variant?: string | undefined;
  min_score?: number | undefined;
}

/** The benchmark and variant (game or test) by whose scores products are compared. */
export interface ScoredBy {
  benchmark_id: number;
  /** The variant of the benchmark; null for scores that were typed in, and if no build is measured in the benchmark. */
  variant: string | null;
  /** The id of the benchmark and variant in the ranks of results in Redis; null if no product is measured. */
  category: string | null;
  /** True if the medians come from results of a game with different settings; else absent. */
  settings_mixed?: true;
}

/** The service that finds the benchmark and variant by which products are compared. */
export type ScoredByLookup = ReturnType<typeof createScoredBy>;

interface ScoredByDeps {
  benchmarkTypes: readonly BenchmarkType[];
  scoreVariants: ScoreVariants;
}

/** How long the list of benchmark variants is cached before it is read again, in ms. */
const FRESH_MS = 1000;
/** The maximum age of a cached list of benchmark variants that is used while another call reads the list, in ms. */
const RECENT_MS = 5000;
/**
 * How long a search that neither sorts nor filters by benchmark results waits for the list of benchmark variants, in
 * ms. After that, products are returned without their score per USD (`value`).
 */
const PATIENCE_MS = 200;
/** The maximum number of benchmark variants that an error message names. */
const NAMED_VARIANTS = 10;

/**
 * Returns whether a search request asks for measured results, by its sort order, benchmark, variant or lowest score.
 */
export function asksForResults(request: ScoredRequest): boolean {
  return askedResults(request).length > 0;
}

/** Returns the names of the fields of a search request that ask for measured results. */
function askedResults({ sort_by, ...others }: ScoredRequest): string[] {
  const isSorted = measuredSortNames.some((name) => name === sort_by);
  const fields = (["benchmark_id", "variant", "min_score"] as const).filter(
    (name) => others[name] !== undefined,
  );
  return isSorted ? ["sort_by", ...fields] : fields;
}

/**
 * Creates the service that finds the benchmark and variant by which products are compared. The service reads the list
 * of variants from MongoDB at most once a second, however many searches there are.
 */
export function createScoredBy({ benchmarkTypes, scoreVariants }: ScoredByDeps) {
  const read = createFreshRead(scoreVariants);

  return {
    /**
     * Returns the benchmark and variant by which the products of a kind are compared. By default, these are the
     * benchmark `usualBenchmark` of the kind and its variant with the most builds. A request that asks for no results
     * gets null if the variants cannot be read immediately, or if no benchmark's scores depend on products of the kind.
     * @throws InvalidInputError if no benchmark's scores depend on products of the kind; or if the request names a
     *   benchmark whose scores do not depend on them, or a variant that does not exist
     */
    find: async (kind: ProductKind, request: ScoredRequest): Promise<ScoredBy | null> => {
      const asked = askedResults(request);
      if (!kind.comparedAs) {
        if (asked.length > 0) throw new InvalidInputError(asked.map(uncomparedFault));
        return null;
      }
      const wanted = request.benchmark_id ?? kind.comparedAs.usualBenchmark;
      const benchmark = requireJudging(benchmarkTypes, kind, wanted);
      if (asked.length > 0) return chosenVariant(benchmark, await read.fresh(), request.variant);
      const known = await read.atOnce();
      return known && chosenVariant(benchmark, known, undefined);
    },

    /**
     * Returns the benchmarks by whose results the products of a kind can be compared. The list is empty if the variants
     * cannot be read immediately.
     */
    measuredBenchmarks: async ({ name }: Pick<ProductKind, "name">): Promise<BenchmarkType[]> => {
      const measured = new Set((await read.atOnce())?.map(({ benchmark_id }) => benchmark_id));
      return judgingBenchmarks(benchmarkTypes, name).filter(({ id }) => measured.has(id));
    },
  };
}

function uncomparedFault(field: string): Fault {
  const kinds = capitalised(uncomparedKindsInWords());
  const detail =
    field === "sort_by"
      ? `${kinds} are not compared by any benchmark, so results cannot sort these products. Sort by make, manufacturer or price.`
      : `Expected nothing, because ${uncomparedKindsInWords()} are not compared by any benchmark. Leave ${field} out.`;
  return { pointer: `/${field}`, detail };
}

/**
 * Returns a benchmark by its id.
 * @throws InvalidInputError if the scores of the benchmark do not depend on products of the kind; the error names the
 *   benchmarks whose scores depend on them
 */
function requireJudging(
  benchmarkTypes: readonly BenchmarkType[],
  kind: ProductKind,
  wanted: number,
): BenchmarkType {
  const judging = judgingBenchmarks(benchmarkTypes, kind.name);
  const found = judging.find(({ id }) => id === wanted);
  if (found) return found;
  const detail = judgingFault(judging, { found: wanted, plural: kind.plural });
  throw new InvalidInputError([{ pointer: "/benchmark_id", detail }]);
}

/**
 * Returns the variant of a benchmark that a request names, by default the variant with the most builds.
 * @param known all variants, in descending order of their builds for each benchmark
 */
function chosenVariant(
  { id, name, kind }: BenchmarkType,
  known: readonly ScoreVariant[],
  typed: string | undefined,
): ScoredBy {
  const ofBenchmark = known.filter(({ benchmark_id }) => benchmark_id === id);
  const fault = (detail: string) => new InvalidInputError([{ pointer: "/variant", detail }]);
  if (typed === undefined) {
    const [usual] = ofBenchmark;
    return usual ? scoredIn(usual) : { benchmark_id: id, variant: null, category: null };
  }
  if (kind === "score")
    throw fault(`Expected no variant, because ${name} has none, found ${JSON.stringify(typed)}.`);
  const found =
    ofBenchmark.find(({ variant }) => variant === typed) ??
    ofBenchmark.find(({ variant }) => variant !== null && foldKey(variant) === foldKey(typed));
  if (found) return scoredIn(found);
  const names = ofBenchmark.slice(0, NAMED_VARIANTS).map(({ variant }) => variant);
  const there =
    names.length > 0 ? `The most measured variants are ${names.join(", ")}` : "No variant has results yet";
  throw fault(
    `Expected one of the most measured variants of ${name}, found ${JSON.stringify(typed)}. ${there}.`,
  );
}

function scoredIn({ benchmark_id, variant, category, settings_mixed }: ScoreVariant): ScoredBy {
  return { benchmark_id, variant, category, ...(settings_mixed && { settings_mixed }) };
}

/**
 * Creates the functions that read the list of benchmark variants. The list is read again if it is older than
 * FRESH_MS. Concurrent calls share one query.
 */
function createFreshRead(scoreVariants: ScoreVariants) {
  let last: { variants: ScoreVariant[]; at: number } | null = null;
  let reading: Promise<ScoreVariant[]> | null = null;
  let failedAt = -Infinity;

  const readAgain = async () => {
    try {
      const found = (await scoreVariants.findAll()).filter(({ isLeaving }) => !isLeaving);
      last = { variants: found, at: performance.now() };
      return found;
    } catch (error) {
      failedAt = performance.now();
      throw error;
    } finally {
      reading = null;
    }
  };
  const fresh = async (): Promise<ScoreVariant[]> => {
    if (last && performance.now() - last.at < FRESH_MS) return last.variants;
    reading ??= readAgain();
    return reading;
  };
  return {
    /**
     * Returns a list of benchmark variants that was read at most FRESH_MS ago.
     * @throws the error of MongoDB if it is unavailable
     */
    fresh,

    /**
     * Returns the list of benchmark variants after at most PATIENCE_MS. Returns the last list if MongoDB is slow or
     * unavailable, or if the last list is recent and another call is already reading a new one. Returns null if no
     * list was read yet.
     */
    atOnce: async (): Promise<ScoreVariant[] | null> => {
      const hasJustFailed = performance.now() - failedAt < FRESH_MS;
      const isRecent = last !== null && performance.now() - last.at < RECENT_MS;
      if (hasJustFailed || (reading && isRecent)) return last?.variants ?? null;
      try {
        return await bounded(fresh(), PATIENCE_MS, "reading the list of benchmark variants");
      } catch {
        return last?.variants ?? null;
      }
    },
  };
}
