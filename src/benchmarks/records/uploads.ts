import type { Collection, Db } from "mongodb";

/**
 * The mark of a file that may be an orphan. The mark exists from before the first byte of the file is stored until the
 * submission of the file is stored, and again while the file is being removed although its run stays. So this
 * collection names every file of which a crashed process may have left bytes.
 */
export interface Upload {
  /** The id of the file. */
  _id: string;
  /** The submission that names the file, if that submission is stored. */
  submission_id: string;
  /**
   * open: the bytes of the file arrive, or its submission is about to be stored. deleting: the file is being removed.
   */
  state: "open" | "deleting";
  /** When the upload began, when bytes of its form arrived lately, or when the removal began. */
  touched_at: Date;
}

/** Returns the collection of the files that may be orphans. */
export const uploadsOf = (db: Db): Collection<Upload> => db.collection("uploads");
