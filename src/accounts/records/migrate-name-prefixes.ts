import type { Migration } from "../../infra/migrations.ts";
import { namePrefixesOf } from "../../validation/name-prefixes.ts";
import type { Account } from "./account.ts";

/** Gives each account the beginnings of the words of its public name, by which searches find the person. */
export const accountNamesMigration: Migration = {
  form: 9,
  name: "every account has the beginnings of the words of its name",
  collection: "accounts",
  fields: { name: 1, name_prefixes: 1 },
  rewrite: (document) => {
    const { name, name_prefixes } = document as unknown as Account;
    return name_prefixes ? null : { $set: { name_prefixes: namePrefixesOf(name) } };
  },
};
