import type { Command } from "./command.ts";
import { audit } from "./audit.ts";
import { checkOutliers } from "./check-outliers.ts";
import { checkSettings } from "./check-settings.ts";
import { migrate } from "./migrate.ts";
import { moderate } from "./moderate.ts";
import { population } from "./population.ts";
import { rebuildStandings } from "./rebuild-standings.ts";
import { reconcileUsage } from "./reconcile-usage.ts";
import { reprocess } from "./reprocess.ts";
import { restore } from "./restore.ts";
import { retryFailed } from "./retry-failed.ts";
import { review } from "./review.ts";
import { setRole } from "./set-role.ts";
import { setTier } from "./set-tier.ts";

/** All commands of `npm run admin`, in the order in which its usage lists them. */
export const adminCommands: readonly Command[] = [
  checkSettings,
  setTier,
  setRole,
  moderate,
  audit,
  review,
  retryFailed,
  reprocess,
  restore,
  migrate,
  rebuildStandings,
  checkOutliers,
  reconcileUsage,
  population,
];
