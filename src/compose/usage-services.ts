import {
  createCharges,
  createTiers,
  createUsage,
  type ChargesDeps,
  type Usage,
  type UsageDeps,
} from "../accounts/index.ts";
import type { Ledger } from "../benchmarks/index.ts";
import type { Config } from "../config.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { measureUsage } from "./measured.ts";

interface UsageBase
  extends Omit<ChargesDeps, "ledger">, Pick<UsageDeps, "db" | "redis" | "clock" | "reservationOldMs"> {
  ledger: Ledger;
  config: Config;
  metrics: Metrics;
  /** Returns the run counters, or what a test has put in their place. */
  replaced: (usage: Usage) => Usage;
}

/** Creates what counts the runs of accounts on the ledger: the tiers, what accounts are charged, and the run counters. */
export function createUsageServices(base: UsageBase) {
  const { config, metrics, replaced } = base;
  const tiers = createTiers(config);
  const charges = createCharges(base);
  const counted = createUsage({ ...base, charges, tiers, onCorrected: metrics.usage.corrected });
  return { tiers, charges, usage: measureUsage(replaced(counted), metrics.usage) };
}
