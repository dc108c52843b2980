import { ObjectId } from "bson";
import { createRandom, type Random } from "../simulate-results/random.ts";
import { hashOfKey, shardOf } from "./shard-hash.ts";

/** How evenly a key spreads what it is the key of. */
export interface Balance {
  key: string;
  /** What is spread. */
  what: string;
  /** The busiest and the emptiest shard, as parts of the average: 1 is even. */
  most: number;
  least: number;
  /** How many keys were drawn, and by what they count. */
  drawnKeys: number;
  isChosen: boolean;
  note: string;
}

/** How many keys of each form are drawn where nobody says how many. */
export const DRAWN_KEYS = 100_000;

/** Counts what falls on each shard. */
export function createTally(shards: number) {
  const weights = new Float64Array(shards);
  let keys = 0;
  return {
    add: (key: string | number | ObjectId, weight: number): void => {
      const shard = shardOf(hashOfKey(key), shards);
      weights[shard] = (weights[shard] ?? 0) + weight;
      keys += 1;
    },
    balance: (): Pick<Balance, "most" | "least" | "drawnKeys"> => {
      const average = weights.reduce((sum, weight) => sum + weight, 0) / shards || 1;
      return { most: Math.max(...weights) / average, least: Math.min(...weights) / average, drawnKeys: keys };
    },
  };
}

/** Returns ids of the forms that the services make, by a seed. */
export function createIds(seed: number) {
  const random = createRandom(seed);
  return {
    uuid: (): string => {
      const hex = hexOf(random, 32);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
    /** Ids of files begin with their second: they grow. */
    objectId: (at: number): ObjectId =>
      new ObjectId(`${(0x6900_0000 + at).toString(16).padStart(8, "0")}${hexOf(random, 16)}`),
  };
}

function hexOf(random: Random, digits: number): string {
  let hex = "";
  while (hex.length < digits) hex += random.wholeBetween(0, 0xffff).toString(16).padStart(4, "0");
  return hex.slice(0, digits);
}

/** Draws so many keys of each form and hashes them as MongoDB does. */
export function balancesOfChosenKeys(shards: number, seed: number, drawnKeys: number): Balance[] {
  const ids = createIds(seed + 2);
  const drawn = (key: string, what: string, make: (at: number) => string | number | ObjectId): Balance => {
    const tally = createTally(shards);
    for (let at = 0; at < drawnKeys; at += 1) tally.add(make(at), 1);
    return { key, what, ...tally.balance(), isChosen: true, note: "" };
  };
  return [
    drawn("_id hashed, a UUID", "runs, submissions, frame_overviews", ids.uuid),
    drawn("_id hashed, a number", "builds", (at) => at + 1),
    drawn("_id hashed, of 24 digits", "uploads", (at) => ids.objectId(at).toHexString()),
    drawn("files_id hashed", "files.files, files.chunks", ids.objectId),
    drawn("run_id hashed", "frame_series", ids.uuid),
  ];
}
