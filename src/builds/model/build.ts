import type { PartKind } from "../../kinds/kinds.ts";

/** The parts of a build: for each kind the id of a product of the catalogue. */
export type PartIds = { [kind in PartKind]?: number | undefined };

/**
 * Changes of the parts of a build. If a kind of part is left out, the build keeps its part of this kind; null removes
 * the part.
 */
export type PartChanges = { [kind in PartKind]?: number | null | undefined };

/** A build as the database stores it. */
export interface Build {
  _id: number;
  name: string;
  /**
   * The beginnings of the words of the build's name, by which searches find the build. The repository sets them
   * whenever it writes the name.
   */
  name_prefixes?: string[];
  /** The owner's description of the build, in plain text with line breaks; absent if the owner has written none. */
  description?: string;
  parts: PartIds;
  /** The id of the owner's account; null for a build without an owner, to which any account may attach results. */
  owner_id: string | null;
  created_at: Date;
  /**
   * The body of the response to the request that created the build. Each repetition of this request gets the same
   * body. Imported builds have no stored body.
   */
  answer?: string;
  /**
   * A digest of the content of the request that created the build, by which a repetition of the request is recognised.
   * Imported builds have no digest.
   */
  fingerprint?: string;
  /** 1 while the build is in its owner's list and counts against MAX_BUILDS, and 0 once the build is deleted. */
  listed: 0 | 1;
  /** True while a build with an owner has reached its maximum number of runs. */
  is_full?: true;
  /**
   * Why and when the operator has hidden the build from everybody but its owner and admins; absent for a build that is
   * not hidden.
   */
  hidden?: { reason: string; at: Date };
  /** When the build was deleted. Nobody sees a deleted build. */
  deleted_at?: Date;
  /**
   * When the sweep next looks for runs of the deleted build. The field is removed once the build has no runs and no
   * request can store another run.
   */
  runs_due_at?: Date;
  /**
   * True while the standings (ranks) of the build are still to be updated, because the build was deleted or its parts
   * have changed.
   */
  standing_due?: true;
  /**
   * The id of the step of a job that is updating the standings (ranks) of the build; null or absent if no step is
   * updating them.
   */
  standing_step?: string | null;
}
