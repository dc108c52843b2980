import { createRedisScript } from "../../infra/redis-script.ts";
import type { Redis } from "../../infra/redis.ts";
import type { Config } from "../../config.ts";
import {
  endUploadScript,
  forgetKeptScript,
  holdScript,
  readUploadsScript,
  storeKeptScript,
} from "./upload-scripts.ts";

/** The sum of an account's bytes is made anew after this time, in case a process died between storing a file and counting it. */
const KEPT_MAX_AGE_MS = 60 * 60 * 1000;

/** What an upload holds for its submission. */
export interface Holding {
  files: number;
  bytes: number;
}

/** The bytes of an account's stored files, and how many it may keep. */
export interface Room {
  usedBytes: number;
  limitBytes: number;
}

/** The uploads of an account at one moment. */
export interface UploadsState {
  /** How many uploads are under way, and what they hold together. The upload that asks is left out. */
  uploads: number;
  held: Holding;
  /** The bytes of all stored files of the account; null where they must be summed up. */
  keptBytes: number | null;
  version: string;
}

/** Creates the access to the uploads of accounts in Redis: see upload-scripts.ts. */
export function createAccountUploads({ redis, config }: AccountUploadsDeps) {
  const { UPLOAD_LEASE_MS: leaseMs, MAX_UPLOADS_AT_ONCE: most } = config;
  const lifetimeMs = KEPT_MAX_AGE_MS + leaseMs;
  const hold = createRedisScript(redis, holdScript);
  const read = createRedisScript(redis, readUploadsScript);
  const end = createRedisScript(redis, endUploadScript);
  const storeKept = createRedisScript(redis, storeKeptScript);
  const forgetKept = createRedisScript(redis, forgetKeptScript);
  const keyOf = (accountId: string) => `${config.REDIS_KEY_PREFIX}:uploads:{${accountId}}`;
  return {
    /**
     * Begins an upload, renews its lease, or changes what it holds.
     * @param isBegun true where it is under way already: then the number of the other uploads does not matter
     * @returns the state, and whether the upload is under way now
     */
    hold: async (
      { accountId, uploadId, isBegun }: UploadKey & { isBegun: boolean },
      { files, bytes }: Holding,
    ): Promise<{ isTaken: boolean; state: UploadsState }> => {
      const args = [uploadId, leaseMs, files, bytes, isBegun ? -1 : most, KEPT_MAX_AGE_MS, lifetimeMs];
      return parseState(await hold(keyOf(accountId), args));
    },

    read: async (accountId: string): Promise<UploadsState> =>
      parseState(await read(keyOf(accountId), [KEPT_MAX_AGE_MS])).state,

    /** Ends an upload. @param storedBytes the bytes that it has added to the account's; null where that is not known */
    end: async ({ accountId, uploadId }: UploadKey, storedBytes: number | null): Promise<void> => {
      await end(keyOf(accountId), [uploadId, storedBytes ?? -1, lifetimeMs]);
    },

    /** Stores the sum of the account's bytes, unless an upload or a removal has changed it since the state was read. */
    storeKept: async (accountId: string, { version }: UploadsState, bytes: number): Promise<void> => {
      await storeKept(keyOf(accountId), [version, bytes, lifetimeMs]);
    },

    /** Forgets the sum of the account's bytes: it is made anew when it is needed. */
    forgetKept: async (accountId: string): Promise<void> => {
      await forgetKept(keyOf(accountId), [lifetimeMs]);
    },

    removeAllOf: async (accountId: string): Promise<void> => {
      await redis.unlink(keyOf(accountId));
    },
  };
}

interface AccountUploadsDeps {
  redis: Redis;
  config: Pick<Config, "REDIS_KEY_PREFIX" | "UPLOAD_LEASE_MS" | "MAX_UPLOADS_AT_ONCE">;
}

/** Names one upload of an account. */
export interface UploadKey {
  accountId: string;
  uploadId: string;
}

function parseState(reply: unknown): { isTaken: boolean; state: UploadsState } {
  const [taken, uploads, files, bytes, version, kept] = reply as [
    number,
    number,
    number,
    string,
    string,
    string,
  ];
  return {
    isTaken: taken === 1,
    state: {
      uploads,
      held: { files, bytes: Number(bytes) },
      keptBytes: kept === "" ? null : Number(kept),
      version,
    },
  };
}
