import type { Role } from "../../authorization.ts";

/** An account as it is stored. An account belongs to one person at one sign-in provider. */
export interface Account {
  _id: string;
  provider: string;
  /** The sign-in provider's id of the person (the subject). */
  subject: string;
  name: string;
  /**
   * The beginnings of the words of the account's name, by which searches find the person. The repository sets them
   * whenever it writes the name.
   */
  name_prefixes?: string[];
  tier: string;
  role: Role;
  created_at: Date;
  /** Total size of the account's stored files, in bytes. Absent until the account has stored a file. */
  stored_bytes?: number;
  /** When bytes were last added to `stored_bytes`; absent until the account has stored a file. */
  stored_bytes_added_at?: Date;
  /**
   * The payment provider's ids of the customers who pay or have paid for the account. Absent until somebody has paid
   * for the account.
   */
  stripe_customers?: string[];
  /**
   * The number of times that the service has set the account's tier after a payment event. The service sets the tier
   * only if this number has not changed since the service read the account. Absent until the tier is set for the first
   * time.
   */
  billing_revision?: number;
  /** When the deletion of the account began; absent for an account that is not being deleted. */
  deleting_since?: Date;
  /** Since when and why the account is suspended; absent for an account that is not suspended. */
  suspended?: Suspension;
  /** The units (runs) that the account has used in the billing period in which its deletion began. */
  used_units?: UsedUnits;
}

/** A suspension of an account by the operator. */
export interface Suspension {
  /** The reason of the suspension, which the account's owner can read. */
  reason: string;
  at: Date;
}

/** The number of units (runs) that an account has used in one billing period. */
export interface UsedUnits {
  period: string;
  used: number;
}
