import type { Collection, Db } from "mongodb";

/** The state of a file. It is written before the file's first byte and removed after its last: no byte is without it. */
export interface Upload {
  _id: string;
  /**
   * open: being received. attached: a submission with this file is about to be stored. referenced: such a submission is
   * stored. deleting: being removed.
   */
  state: "open" | "attached" | "referenced" | "deleting";
  submission_id?: string;
  /** The account whose stored bytes count the file; absent until they do. */
  account_id?: string;
  /** How many bytes they count of it; 0 once the file is being removed. */
  bytes?: number;
  /** When the upload began, when bytes of its form arrived lately, or when the file was attached. */
  touched_at: Date;
}

/** Returns the collection of the states of files. */
export const uploadsOf = (db: Db): Collection<Upload> => db.collection("uploads");
