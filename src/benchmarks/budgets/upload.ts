import type { Config } from "../../config.ts";
import type { NewId } from "../../infra/new-id.ts";
import { every, type Repetition } from "../../infra/every.ts";
import type { createAccountUploads, Room, UploadKey, UploadsState } from "./account-uploads.ts";
import { StorageFullError, UploadLimitError } from "./errors.ts";

/** The upload of one submission with files, from its first file to the end of its request. */
export type Upload = ReturnType<typeof createUpload>;

interface UploadDeps {
  uploads: ReturnType<typeof createAccountUploads>;
  /** @throws the errors of a used-up budget */
  requireRoom: (accountId: string, wanted: Wanted, state: UploadsState) => Promise<Room>;
  /** Returns the room of a request that may repeat an accepted one, whose files have so many bytes. */
  roomToRepeat: (accountId: string, bytes: number) => Promise<Room>;
  /** Counts files as the account's. @throws StorageFullError, AccountGoneError */
  countBytes: (accountId: string, files: readonly SentFile[]) => Promise<void>;
  config: Pick<Config, "UPLOAD_LEASE_MS" | "MAX_UPLOADS_AT_ONCE">;
  accountId: string;
  newId: NewId;
}

/** A file of a submission that is about to be stored. */
export interface SentFile {
  file_id: string;
  bytes: number;
}

/** The files and the bytes for which a submission needs room. */
export interface Wanted {
  files: number;
  bytes: number;
}

/** The least that a submission with a file needs. Its size and the number of its files are known only at its end. */
const oneFile: Wanted = { files: 1, bytes: 1 };

/** Creates an upload. Nothing counts for it before `begin` or `hold`. */
export function createUpload(deps: UploadDeps) {
  const { requireRoom, roomToRepeat, countBytes, accountId } = deps;
  const lease = createUploadLease(deps);
  let begun: Promise<void> | undefined;
  let room: Room | undefined;
  let receivedBytes = 0;
  let isEnded = false;

  async function begin(repeatedBytes: number | null): Promise<void> {
    // The client broke the upload off while its form was judged. Nobody would end the lease.
    if (isEnded) throw new Error("the upload has ended");
    const state = await lease.hold(0);
    room = await (repeatedBytes === null
      ? requireRoom(accountId, oneFile, state)
      : roomToRepeat(accountId, repeatedBytes));
  }

  return {
    /**
     * Begins the upload, once, before its first file is taken.
     * @param repeatedBytes how many bytes the files of the accepted request have that this one may repeat, which costs nothing: then
     * only uploads and bytes are bounded; null where it repeats none
     * @throws UploadLimitError, and the errors of a used-up budget
     */
    begin: (repeatedBytes: number | null): Promise<void> => (begun ??= begin(repeatedBytes)),

    /** Passes the bytes of a file on. The stream fails with StorageFullError where the account may not keep so many bytes. */
    limit: async function* (content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of content) {
        receivedBytes += chunk.length;
        if (room && room.usedBytes + receivedBytes > room.limitBytes) {
          const { usedBytes: used, limitBytes: limit } = room;
          throw new StorageFullError({ used, limit, requested: receivedBytes });
        }
        yield chunk;
      }
    },

    /**
     * Holds the files of a submission that is about to be stored, and counts their bytes as its account's: whoever removes them gives
     * these back. Of parallel submissions each leaves room for those that held theirs before.
     * @throws AccountGoneError, and the errors of a used-up budget
     */
    hold: async (files: readonly SentFile[]): Promise<void> => {
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      const state = await lease.hold(files.length);
      await requireRoom(accountId, { files: files.length, bytes }, state);
      await countBytes(accountId, files);
    },

    /** Ends the upload, whether its files are stored or not. While Redis is unavailable its lease ends it. */
    end: async (): Promise<void> => {
      isEnded = true;
      // The client may have broken the upload off while it began.
      await begun?.catch(() => undefined);
      await lease.end();
    },
  };
}

/** Creates the lease of an upload in Redis, which is renewed from its first `hold` until its `end`. */
function createUploadLease({ uploads, config, accountId, newId }: UploadDeps) {
  let key: UploadKey | undefined;
  let holding = 0;
  let heartbeat: Repetition | undefined;
  // A renewal that fails is made up for by the next; it is not awaited, so that none holds up the next.
  const renewAs = (own: UploadKey) => async () =>
    void uploads.hold({ ...own, isBegun: true }, holding).catch(() => undefined);
  return {
    /** Takes or renews the lease, and holds so many files with it. @throws UploadLimitError */
    hold: async (files: number): Promise<UploadsState> => {
      const isBegun = heartbeat !== undefined;
      key ??= { accountId, uploadId: newId() };
      // Set first, so that a renewal which is sent meanwhile takes nothing of it back.
      holding = files;
      const { isTaken, state } = await uploads.hold({ ...key, isBegun }, files);
      if (!isTaken) throw new UploadLimitError({ used: state.uploads, limit: config.MAX_UPLOADS_AT_ONCE });
      heartbeat ??= every(config.UPLOAD_LEASE_MS / 3, renewAs(key), {
        isFirstDelayed: true,
        isBackground: true,
      });
      return state;
    },

    end: async (): Promise<void> => {
      if (!heartbeat || !key) return;
      await heartbeat.stop();
      await uploads.end(key).catch(() => undefined);
    },
  };
}
