import type { Collection } from "mongodb";
import type { StoredBytesPort } from "../ports.ts";
import type { FileContents } from "./file-contents.ts";
import type { Upload } from "./uploads.ts";

interface RemoveDeps {
  uploads: Collection<Upload>;
  contents: Pick<FileContents, "remove">;
  accounts: Pick<StoredBytesPort, "subtractStoredBytes">;
}

/** Returns the function that removes files. */
export function createRemove({ uploads, contents, accounts }: RemoveDeps) {
  /** Marks a file as being removed. Returns whose bytes are to be given back: of any number of calls, one alone finds them. */
  const markDeleting = async (fileId: string): Promise<{ accountId: string; bytes: number } | null> => {
    const before = await uploads.findOneAndUpdate(
      { _id: fileId },
      { $set: { state: "deleting", bytes: 0 } },
      { projection: { account_id: 1, bytes: 1 } },
    );
    return before?.account_id && before.bytes ? { accountId: before.account_id, bytes: before.bytes } : null;
  };

  /**
   * Removes files with their state, and gives their bytes back to their accounts, once. A file that does not exist is no error. May run
   * any number of times: where it dies before it has given bytes back, their account has too many until the sweep of stored bytes.
   */
  return async (fileIds: readonly string[]): Promise<void> => {
    // Skip the round trip for an empty list: while MongoDB is unavailable it would wait for the timeout.
    if (fileIds.length === 0) return;
    const bytesOf = new Map<string, number>();
    for (const counted of await Promise.all(fileIds.map(markDeleting)))
      if (counted) bytesOf.set(counted.accountId, (bytesOf.get(counted.accountId) ?? 0) + counted.bytes);
    for (const [accountId, bytes] of bytesOf) await accounts.subtractStoredBytes(accountId, bytes);
    await contents.remove(fileIds);
    await uploads.deleteMany({ _id: { $in: [...fileIds] } });
  };
}
