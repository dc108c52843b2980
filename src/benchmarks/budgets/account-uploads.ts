import { createRedisScript } from "../../infra/redis-script.ts";
import type { Redis } from "../../infra/redis.ts";
import type { Config } from "../../config.ts";
import { holdScript, readUploadsScript } from "./upload-scripts.ts";

/** The bytes of an account's stored files, and how many it may keep. */
export interface Room {
  usedBytes: number;
  limitBytes: number;
}

/** The uploads of an account at one moment. */
export interface UploadsState {
  /** How many uploads are under way, and how many files they hold together. The upload that asks is left out. */
  uploads: number;
  files: number;
}

/** Creates the access to the uploads of accounts in Redis: see upload-scripts.ts. */
export function createAccountUploads({ redis, config }: AccountUploadsDeps) {
  const { UPLOAD_LEASE_MS: leaseMs, MAX_UPLOADS_AT_ONCE: most } = config;
  const hold = createRedisScript(redis, holdScript);
  const read = createRedisScript(redis, readUploadsScript);
  const keyOf = (accountId: string) => `${config.REDIS_KEY_PREFIX}:uploads:{${accountId}}`;
  return {
    /**
     * Begins an upload, renews its lease, or changes how many files it holds.
     * @param isBegun true where it is under way already: then the number of the other uploads does not matter
     * @returns the state, and whether the upload is under way now
     */
    hold: async (
      { accountId, uploadId, isBegun }: UploadKey & { isBegun: boolean },
      files: number,
    ): Promise<{ isTaken: boolean; state: UploadsState }> => {
      const args = [uploadId, leaseMs, files, isBegun ? -1 : most];
      return parseState(await hold(keyOf(accountId), args));
    },

    read: async (accountId: string): Promise<UploadsState> =>
      parseState(await read(keyOf(accountId), [])).state,

    /** Ends an upload: what it has stored is in MongoDB. */
    end: async ({ accountId, uploadId }: UploadKey): Promise<void> => {
      await redis.hdel(keyOf(accountId), `u:${uploadId}`);
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
  const [taken, uploads, files] = reply as [number, number, number];
  return { isTaken: taken === 1, state: { uploads, files } };
}
