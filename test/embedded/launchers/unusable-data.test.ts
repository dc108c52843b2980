import { randomFillSync } from "node:crypto";
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { startStores } from "../../../embedded/index.ts";
import { envWithoutStores, runProgram, temporaryFolder } from "../../helpers/processes.ts";

const silent = () => {};
/** URLs of stores to which nothing connects, because `npm start` fails earlier. */
const given = { ...envWithoutStores(), MONGODB_URL: "mongodb://given", REDIS_URL: "redis://given" };

/** Functions that make the data of Meilisearch unusable, by the words of the test titles. */
const damages: Readonly<Record<string, (folder: string) => void>> = {
  "was written by another version": (folder) => writeFileSync(join(folder, "VERSION"), "1.12.0"),
  "has lost its version": (folder) => rmSync(join(folder, "VERSION")),
  "has damaged tasks": (folder) =>
    writeFileSync(join(folder, "tasks", "data.mdb"), randomFillSync(Buffer.alloc(40_960))),
  "has damaged keys": (folder) =>
    writeFileSync(join(folder, "auth", "data.mdb"), randomFillSync(Buffer.alloc(4096))),
  "was cut off": (folder) => truncateSync(join(folder, "tasks", "data.mdb"), 5000),
};

for (const [what, damage] of Object.entries(damages)) {
  test(`npm start says in one line how to heal a data folder of Meilisearch that ${what}`, async (t) => {
    const dataDir = temporaryFolder(t);
    const folder = join(dataDir, "meilisearch", "data.ms");
    await (await startStores({ dataDir, given, log: silent })).stop();
    damage(folder);
    const env = { ...given, NODE_ENV: "development", PORT: "0", DATA_DIR: dataDir };
    const program = runProgram(t, "scripts/start.ts", { env });
    t.is(await program.ended, 1);
    const { stdout, stderr } = program.output;
    t.is(stdout, "");
    const [line = "", ...more] = stderr.trimEnd().split("\n");
    t.deepEqual(more, [], stderr);
    t.regex(line, /^Meilisearch cannot open its data: .*\w.*\. Delete the folder /);
    t.true(line.includes(`Delete the folder ${folder} and start again`), line);
    t.regex(line, /rebuilds from MongoDB\.$/);
    t.log(line);
    // Delete the folder, as the logged line advises, so that the next start succeeds.
    rmSync(folder, { recursive: true });
    const stores = await startStores({ dataDir, given, log: silent });
    t.true(existsSync(folder));
    await stores.stop();
    t.true(readFileSync(join(dataDir, "logs", "meilisearch.log"), "utf8").length > 0);
  });
}
