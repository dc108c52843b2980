import type { Db } from "mongodb";
import { systemClock } from "../../src/infra/clock.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { runMigrations, type KnownForms, type Migration } from "../../src/infra/migrations.ts";
import { newRandomId } from "../../src/infra/new-id.ts";

/** A made-up document of the collection `things`: in form (schema version) 1 it has a text, in later forms a number. */
export interface Thing {
  _id: string;
  text?: string;
  number?: number;
}

/** The migration that turns texts into numbers. */
export const toNumber: Migration = {
  form: 2,
  name: "texts are numbers",
  collection: "things",
  fields: { text: 1 },
  rewrite: ({ text }) =>
    text === undefined ? null : { $set: { number: Number(text) }, $unset: { text: "" } },
};

/** The migration that adds 1000 to each number below 1000. */
export const raised: Migration = {
  form: 3,
  name: "numbers are at least 1000",
  collection: "things",
  fields: { number: 1 },
  rewrite: ({ number }) => (number < 1000 ? { $set: { number: number + 1000 } } : null),
};

/**
 * Returns the forms (schema versions) of documents that a made-up version of the service knows. The oldest is form 1.
 */
export const formsWith = (...migrations: Migration[]): KnownForms => ({
  oldest: 1,
  migrations,
  collections: ["others", "things"],
});

/**
 * Runs migrations of documents of form (schema version) 1. Returns what each migration has logged: the number of its
 * form, and how many documents it changed.
 */
export async function migrateThings(db: Db, ...migrations: Migration[]): Promise<[number, number][]> {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ level: "info", process: "test", secrets: [], destination });
  await runMigrations({ ...formsWith(...migrations), db, clock: systemClock, newId: newRandomId, logger });
  return lines.flatMap((line): [number, number][] => {
    const { form, documents } = JSON.parse(line) as { form?: number; documents: number };
    return form === undefined ? [] : [[form, documents]];
  });
}
