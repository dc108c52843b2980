import { createPolicy } from "../authorization.ts";
import type { Build } from "./model/build.ts";

/**
 * The policy of builds: it decides who may change, delete or attach results to a build, and who may see a hidden
 * build. Anybody may read all other builds.
 */
export const buildPolicy = createPolicy(({ owner_id }: Build) => owner_id, {
  "change a build": onlyTheOwner,
  "delete a build": onlyTheOwner,
  "see what is hidden": null,
  "attach a result to a build": ({ _id }) =>
    `Build ${_id} belongs to another account. Attach the result to a build of yours.`,
});

function onlyTheOwner({ _id }: Build): string {
  return `Build ${_id} is not yours: only its owner may change or delete it.`;
}
