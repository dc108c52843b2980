import type { Collection, Db } from "mongodb";

/**
 * The mark of a file that may be an orphan. The mark exists from before the first byte of the file is stored until the
 * submission of the file is stored, and again while the file is being removed although its run stays. So the collection
 * of these marks contains every file of which a crashed process may have left bytes.
 */
export interface Upload {
  /** The id of the file. */
  _id: string;
  /** The id of the submission to which the file belongs; the submission need not be stored yet. */
  submission_id: string;
  /**
   * `open`: the bytes of the file are arriving, or its submission is about to be stored. `deleting`: the file is being
   * removed.
   */
  state: "open" | "deleting";
  /** When the upload began, when bytes of its form last arrived, or when the removal began, whichever is latest. */
  touched_at: Date;
}

/** Returns the collection of the files that may be orphans. */
export const uploadsOf = (db: Db): Collection<Upload> => db.collection("uploads");
