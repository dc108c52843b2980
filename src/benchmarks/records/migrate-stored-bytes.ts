import type { Migration } from "../../infra/migrations.ts";
import { storedContentOf, type RunFile } from "../model/run.ts";

/**
 * The migration that stores in each run how many bytes its file takes. Earlier versions of the service stored this
 * number in the collection `uploads`.
 */
export const storedBytesMigration: Migration = {
  form: 2,
  name: "every run with a file has the size of its stored file",
  collection: "runs",
  fields: { file: 1, stored_bytes: 1 },
  rewrite: (document) => {
    const { file, stored_bytes } = document as { file: RunFile | null; stored_bytes?: number };
    if (file === null || file.is_removed || stored_bytes !== undefined) return null;
    return { $set: { stored_bytes: storedContentOf(file).bytes } };
  },
};
