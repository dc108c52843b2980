import { createPolicy } from "../authorization.ts";
import type { Run } from "./model/run.ts";

/**
 * The policy that says who may do what with a run. Anybody may read the result of a run, unless the operator has hidden
 * the run or its build.
 */
export const runPolicy = createPolicy(({ account_id }: Pick<Run, "account_id">) => account_id, {
  "see what is hidden": null,
  "see the owner's form of a run": null,
  "download the file of a run": () => "Only the account that submitted a file may download the file.",
  "change a run": () => "Only the account that submitted a run may change the run.",
  "delete a run": () => "Only the account that submitted a run, or an admin, may delete it.",
});
