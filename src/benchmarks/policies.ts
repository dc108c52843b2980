import { createPolicy } from "../authorization.ts";
import type { Run } from "./model/run.ts";

/** Who may do what with a run. Anybody may read its result. */
export const runPolicy = createPolicy(({ account_id }: Run) => account_id, {
  "see the owner's form of a run": null,
  "download the file of a run": () => "Only the account that submitted a file may download the file.",
  "delete a run": () => "Only the account that submitted a run, or an admin, may delete it.",
});
