import type { Migration } from "../../infra/migrations.ts";
import { namePrefixesOf } from "../model/name-prefixes.ts";
import type { Build } from "../model/build.ts";

/** Gives each build the beginnings of the words of its name, by which searches find the build. */
export const namePrefixesMigration: Migration = {
  form: 8,
  name: "every build has the beginnings of the words of its name",
  collection: "builds",
  fields: { name: 1, name_prefixes: 1 },
  rewrite: (document) => {
    const { name, name_prefixes } = document as unknown as Build;
    return name_prefixes ? null : { $set: { name_prefixes: namePrefixesOf(name) } };
  },
};
