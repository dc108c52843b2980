import type { Collection, Db } from "mongodb";

/**
 * A file that may be an orphan. It is noted before the first byte of the file is stored, until its submission is; and again while the
 * file is being removed although its run stays. So whatever a dead process leaves of a file is found here.
 */
export interface Upload {
  /** The id of the file. */
  _id: string;
  /** The submission that names the file, if it is stored. */
  submission_id: string;
  /** open: its bytes arrive, or its submission is about to be stored. deleting: it is being removed. */
  state: "open" | "deleting";
  /** When the upload began, when bytes of its form arrived lately, or when the removal began. */
  touched_at: Date;
}

/** Returns the collection of the files that may be orphans. */
export const uploadsOf = (db: Db): Collection<Upload> => db.collection("uploads");
