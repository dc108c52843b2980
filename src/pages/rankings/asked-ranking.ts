import type { CohortKind } from "../../standings/index.ts";
import type { Pair } from "../lists/addresses.ts";
import type { Opening } from "../lists/opening.ts";

/** A variant that was measured, with its name for people; null for a benchmark without variants. */
export interface TitledVariant {
  variant: string | null;
  title: string | null;
  builds: number;
}

/** A variant that was measured, with the settings to which its ranking is limited when a visitor opens it. */
export type OpenedVariant = TitledVariant & { opening: Opening | null };

/** The variants of a benchmark that match the words of `query`, the most measured variants first. */
export interface Variants {
  query: string | undefined;
  listed: readonly TitledVariant[];
  total: number;
  /** The variant whose ranking is shown; undefined if nothing was measured. */
  chosen: TitledVariant | undefined;
}

/** The request for a ranking that the address of its page contains. */
export interface AskedRanking extends Readonly<Partial<Record<CohortKind, string | undefined>>> {
  page: number;
  limit: number;
  variant?: string | undefined;
  resolution?: string | undefined;
  preset?: string | undefined;
}

/** The address of the page of a ranking: its path, and its query as pairs. */
export interface Addressed {
  path: string;
  pairs: readonly Pair[];
}
