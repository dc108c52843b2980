import { createPolicy } from "../authorization.ts";
import type { Build } from "./model/build.ts";

const isOwner = (accountId: string | null, { owner_id }: Build) =>
  owner_id !== null && owner_id === accountId;

/** Who may do what with a build. Anybody may read it. */
export const buildPolicy = createPolicy<Build, "change" | "delete" | "attach a result to">({
  change: { allows: isOwner, refusal: onlyTheOwner },
  delete: { allows: isOwner, refusal: onlyTheOwner },
  "attach a result to": {
    allows: (accountId, build) => build.owner_id === null || isOwner(accountId, build),
    refusal: ({ _id }) => `Build ${_id} belongs to another account. Attach the result to a build of yours.`,
  },
});

function onlyTheOwner({ _id }: Build): string {
  return `Build ${_id} is not yours: only its owner may change it.`;
}
