import type { AccountDeletion, Usage } from "../accounts/index.ts";
import type { Builds } from "../builds/index.ts";
import type { Sweep } from "../infra/sweep.ts";
import type { ProductScores } from "../products/index.ts";
import type { Ranks, Standings } from "../standings/index.ts";

interface SweptServices {
  /** The periodic sweeps over submissions, runs and files, which finish interrupted work. */
  benchmarkSweeps: readonly Sweep[];
  seriesSweep: Sweep;
  builds: Pick<Builds, "sweep">;
  standings: Pick<Standings, "sweep" | "outlierCheck">;
  ranks: Pick<Ranks, "sweep">;
  productScores: Pick<ProductScores, "sweep">;
  usage: Pick<Usage, "sweep">;
  accountDeletion: Pick<AccountDeletion, "sweep">;
}

/**
 * Lists every sweep. Each sweep finishes work that crashed processes have left unfinished. Workers run each sweep
 * periodically.
 */
export function listSweeps(services: SweptServices): Sweep[] {
  return [
    ...services.benchmarkSweeps,
    services.seriesSweep,
    services.builds.sweep,
    services.standings.sweep,
    services.standings.outlierCheck,
    services.ranks.sweep,
    services.productScores.sweep,
    services.usage.sweep,
    services.accountDeletion.sweep,
  ];
}
