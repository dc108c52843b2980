import { createPolicy } from "../authorization.ts";
import type { Run } from "./model/run.ts";

const isSubmitter = (accountId: string | null, { account_id }: Run) => accountId === account_id;

/** Who may do what with a run. Anybody may read its result. */
export const runPolicy = createPolicy<Run, "see the file's name of" | "download the file of" | "delete">({
  "see the file's name of": { allows: isSubmitter },
  "download the file of": {
    allows: isSubmitter,
    refusal: () => "Only the account that submitted a file may have it back.",
  },
  delete: { allows: isSubmitter, refusal: () => "Only the account that submitted a run may delete it." },
});
