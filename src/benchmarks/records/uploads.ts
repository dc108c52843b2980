import type { Collection, Db } from "mongodb";

/**
 * The mark of a file that may be an orphan. A file has a mark from before its first byte is stored until its submission
 * is stored, and again while the service removes the file and keeps its run. So the collection of marks contains every
 * file of which a crashed process may have left bytes.
 */
export interface Upload {
  /** The id of the file that may be an orphan. */
  _id: string;
  /** The id of the submission to which the file belongs. The submission need not be stored yet. */
  submission_id: string;
  /**
   * The state of the file: "open" while the bytes of the file are arriving, or its submission is about to be stored;
   * "deleting" while the file is being removed.
   */
  state: "open" | "deleting";
  /**
   * The latest of three times: when the upload began, when the service last renewed the mark because bytes of the form
   * arrived, and when the removal of the file began.
   */
  touched_at: Date;
}

/** Returns the collection of the marks of files that may be orphans. */
export const uploadsOf = (db: Db): Collection<Upload> => db.collection("uploads");
