import { readConfig } from "../../../src/config.ts";
import { withMongo } from "../../../src/infra/mongo.ts";
import { migrateThings, raised, toNumber } from "../made-up-migrations.ts";

// Runs the made-up migrations in the database of the settings, and writes what they have logged as JSON.

const { MONGODB_URL: url, MONGODB_DATABASE: database } = readConfig();
await withMongo({
  url,
  database,
  timeoutMs: 60_000,
  use: async (db) => console.log(JSON.stringify(await migrateThings(db, toNumber, raised))),
});
