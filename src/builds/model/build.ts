/** The kinds of product that a build is made of. */
export const partKinds = ["cpu", "gpu", "ram", "motherboard"] as const;
/** A kind of product that a build is made of. */
export type PartKind = (typeof partKinds)[number];

/** The products of a build by their kind: ids of the catalogue. */
export type PartIds = { [kind in PartKind]?: number | undefined };

/** A product as a build shows it. */
export interface Part {
  id: number;
  make: string;
  model: string;
  url_slug: string;
}

/** A build as it is stored. */
export interface Build {
  _id: number;
  name: string;
  parts: PartIds;
  /** Null = the build has no owner: any account may attach results to it. */
  owner_id: string | null;
  created_at: Date;
  /** The body of the response that made the build, where the request had an Idempotency-Key. */
  answer?: string;
  /** Set when the build is deleted: from then on it is hidden. */
  deleted_at?: Date;
}
