import type { BenchmarkSummary } from "../answers/benchmark-summary.ts";
import type { ShownSettings } from "../standings/index.ts";

/** A comparison of products of one kind, or of chips: their facts, prices and measured results. */
export interface ProductComparison {
  /** The name of the kind of product; "chip" for chips of graphics cards. */
  kind: string;
  compared: ComparedProduct[];
  /** The facts that are known of at least one of the products, in the order in which pages show them. */
  facts: ComparedFact[];
  /**
   * The results of the products in the benchmarks that measure their kind. At least one product has results in each of
   * these benchmarks.
   */
  results: ComparedResult[];
  /** The number of benchmarks and variants in `results`. */
  total: number;
}

/** A product or a chip that is compared. */
export interface ComparedProduct {
  /** The name of the product in the query, such as "cpu/amd-ryzen-7-5800x"; for a chip, "chip/<slug>". */
  product: string;
  /** The name of the product for people. */
  name: string;
  /**
   * The slug of the chip of a graphics card, under which the results of the card are counted; null for other kinds of
   * products.
   */
  chip: string | null;
  /** The price in USD; for a chip, the lowest price of its cards. Null if the price is unknown. */
  price: number | null;
  price_date: string | null;
  price_is_old: boolean | null;
}

/**
 * The value of a fact about a product. Null if the value is unknown or, for a chip, if its cards have different values.
 */
export type FactValue = string | number | boolean | readonly string[] | null;

/** A fact about the compared products, such as the number of cores, and its value for each product. */
export interface ComparedFact {
  /** The name of the field that holds the fact in the record of a product. */
  fact: string;
  /** The name that pages show to people for the fact about the products. */
  label: string;
  unit: string | null;
  /** Whether at least two of the products are known to differ in the fact. */
  differs: boolean;
  /** The values of the fact about the compared products, in the order of the products. */
  values: FactValue[];
}

/** The results of the compared products in one benchmark and variant. */
export interface ComparedResult {
  benchmark_id: number;
  benchmark: BenchmarkSummary;
  higher_is_better: boolean;
  variant: string | null;
  /** The name of the variant (such as the title of a game) that pages show to people. */
  title: string | null;
  /**
   * `settings_differ` is present where results of a game have different settings, so that no difference is computed.
   */
  settings_differ?: true;
  /**
   * The name of the product to which the others are compared: the requested one, or else the first one with a median.
   * Null where no product has a median, or where the medians are not compared.
   */
  baseline: string | null;
  /** The results in one benchmark and variant, in the order of the compared products. */
  values: ProductResultValue[];
}

/**
 * The results of the builds with one product in one benchmark and variant. The figures of fewer than five builds are
 * null.
 */
export interface ProductResultValue extends ShownSettings {
  product: string;
  /** The number of builds with a result; 0 for a product without results. */
  builds: number;
  median: number | null;
  p10: number | null;
  p90: number | null;
  /** `settings_mixed` is present where results of a game with different settings are counted together. */
  settings_mixed?: true;
  /**
   * The median per USD of the current price. Null if the median or the price is unknown, if the price is old, if a
   * lower score is better, or where medians are not compared.
   */
  value: number | null;
  /**
   * The difference of a product's median from the median of the result's `baseline`, in percent. Null for the baseline
   * itself, without a median, where settings differ or are mixed, and for processors in games, whose frame rates depend
   * on the graphics cards of the builds.
   */
  difference_percent: number | null;
}
