import type { BenchmarkSummary } from "../answers/benchmark-summary.ts";
import type { ShownSettings } from "../standings/index.ts";

/** A comparison of products of one kind, or of chips: their facts, prices and measured results. */
export interface ProductComparison {
  /** The name of the kind; "chip" for chips of graphics cards. */
  kind: string;
  compared: ComparedProduct[];
  /** The facts that are known of at least one of the products, in the order in which pages show them. */
  facts: ComparedFact[];
  /** The results in the benchmarks that judge the kind, of which at least one product has results. */
  results: ComparedResult[];
  /** The number of entries in `results`. */
  total: number;
}

/** A product or a chip that is compared. */
export interface ComparedProduct {
  /** The name of the product in the query: "cpu/amd-ryzen-7-5800x", of a chip "chip/<slug>". */
  product: string;
  /** The name of the product for people. */
  name: string;
  /** The slug of the chip of a graphics card, as which the card is measured; null for other kinds. */
  chip: string | null;
  /** The price in USD, of a chip the lowest of its cards; null if the price is unknown. */
  price: number | null;
  price_date: string | null;
  price_is_old: boolean | null;
}

/** The value of a fact: null if it is unknown, of a chip also if the cards with the chip differ. */
export type FactValue = string | number | boolean | readonly string[] | null;

/** A fact of the compared products. */
export interface ComparedFact {
  /** The name of the field in the record of a product. */
  fact: string;
  /** The name of the fact for people. */
  label: string;
  unit: string | null;
  /** Whether at least two of the products are known to differ in the fact. */
  differs: boolean;
  /** The values in the order of the products. */
  values: FactValue[];
}

/** The results of the compared products in one benchmark and variant. */
export interface ComparedResult {
  benchmark_id: number;
  benchmark: BenchmarkSummary;
  higher_is_better: boolean;
  variant: string | null;
  /** The name of the variant for people. */
  title: string | null;
  /** Present where results of a game have different settings, so that no difference is computed. */
  settings_differ?: true;
  /**
   * The name of the product to which the others are compared: the requested one, or else the first one with a median.
   * Null where no product has a median, and where medians are not compared.
   */
  baseline: string | null;
  /** The results in the order of the products. */
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
  /** Present where results with different settings of a game are counted together. */
  settings_mixed?: true;
  /**
   * The median per USD of the current price; null if the median or the price is unknown, if the price is old, and where
   * medians are not compared.
   */
  value: number | null;
  /**
   * The difference of the median from the median of the result's `baseline`, in percent. Null for that product itself, where settings differ, and of processors in games, whose frame rates depend
   * on the graphics cards of the builds.
   */
  difference_percent: number | null;
}
