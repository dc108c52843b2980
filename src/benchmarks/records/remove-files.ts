import type { Collection } from "mongodb";
import type { FileContents } from "./file-contents.ts";
import type { KeptBytes } from "./kept-bytes.ts";
import type { Upload } from "./uploads.ts";

interface RemoveDeps {
  uploads: Collection<Upload>;
  contents: Pick<FileContents, "remove">;
  keptBytes: KeptBytes;
}

/** Returns the function that removes files. */
export function createRemove({ uploads, contents, keptBytes }: RemoveDeps) {
  /** Takes removed files out of the sums of their accounts, without which their documents must not go. */
  async function takeOutOfSums(fileIds: readonly string[]): Promise<void> {
    const summed = await uploads
      .find({ _id: { $in: [...fileIds] }, account_id: { $gt: "" } })
      .project<{ account_id: string }>({ account_id: 1 })
      .toArray();
    for (const account_id of new Set(summed.map((upload) => upload.account_id)))
      while (await keptBytes.takeStep({ account_id }, fileIds));
  }

  /** Removes files with their state. A file that does not exist is no error. May run any number of times. */
  return async (fileIds: readonly string[]): Promise<void> => {
    // Skip the round trip for an empty list: while MongoDB is unavailable it would wait for the timeout.
    if (fileIds.length === 0) return;
    const ids = { _id: { $in: [...fileIds] } };
    await uploads.updateMany(
      { ...ids, $or: [{ state: { $ne: "deleting" } }, { bytes: { $ne: 0 } }] },
      { $set: { state: "deleting", bytes: 0 }, $unset: { is_summed: "" } },
    );
    await contents.remove(fileIds);
    await takeOutOfSums(fileIds);
    await uploads.deleteMany(ids);
  };
}
