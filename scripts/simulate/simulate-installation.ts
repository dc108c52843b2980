import type { SimulationSize } from "./arguments.ts";
import { assumptions, drawPopulation, type Totals } from "./drawn-population.ts";
import { furtherAssumptions, grow, type GrownCollection } from "./growth.ts";
import type { Shape } from "./measure-shapes.ts";
import { balancesOfChosenKeys, createIds, createTally, DRAWN_KEYS, type Balance } from "./shard-balance.ts";

/** A simulated installation. */
export interface Installation {
  size: SimulationSize;
  assumptions: typeof assumptions & typeof furtherAssumptions;
  totals: Totals;
  collections: GrownCollection[];
  /** Bytes of result files that an object store has; 0 where MongoDB has them. */
  objectStoreBytes: number;
  balances: Balance[];
}

/** Simulates an installation of a size out of measured documents, one account after the other, so that its memory does not grow with them. */
export function simulateInstallation(
  shapes: readonly Shape[],
  size: SimulationSize,
  drawnKeys = DRAWN_KEYS,
): Installation {
  const { shards, seed, files } = size;
  const ids = createIds(seed + 3);
  const byAccount = createTally(shards);
  const totals = drawPopulation(size, ({ runs }) => byAccount.add(ids.uuid(), runs));
  const collections = grow(shapes, totals, files);
  const inGridfs = grow(shapes, totals, "gridfs").find(({ collection }) => collection === "files.chunks");
  const biggest = ((totals.mostRuns / size.runs) * shards).toFixed(2);
  const balances: Balance[] = [
    ...balancesOfChosenKeys(shards, seed, drawnKeys),
    {
      key: "account_id hashed",
      what: "runs",
      ...byAccount.balance(),
      isChosen: false,
      note: `The account with the most runs has ${totals.mostRuns}, ${biggest} of a shard's average, and cannot be split.`,
    },
    {
      key: "files_id, n in ranges",
      what: "files.chunks, new ones",
      most: shards,
      least: 0,
      drawnKeys: 0,
      isChosen: false,
      note: "Ids of files grow with time, so every new chunk belongs to the last range, on one shard.",
    },
  ];
  return {
    size,
    assumptions: { ...assumptions, ...furtherAssumptions },
    totals,
    collections,
    objectStoreBytes: files === "s3" ? (inGridfs?.bytes ?? 0) : 0,
    balances,
  };
}
