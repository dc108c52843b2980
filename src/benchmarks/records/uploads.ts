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
  /** The account whose submission has the file; absent while the file is open. */
  account_id?: string;
  /** How large the file is; 0 once it is being removed, and absent while it is open. */
  bytes?: number;
  /** How many of these bytes the sum of the account has, and whether that is all: see infra/kept-sums.ts. */
  summed?: number;
  is_summed?: true;
  /** When the upload began, when bytes of its form arrived lately, or when the file was attached. */
  touched_at: Date;
}

/** Returns the collection of the states of files. */
export const uploadsOf = (db: Db): Collection<Upload> => db.collection("uploads");
