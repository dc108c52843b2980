import { startStores } from "../../../../embedded/launchers/start-stores.ts";

// Starts the stores in the folder that is named, says in one line of JSON what was started, and holds them until it is ended.
const [dataDir = ""] = process.argv.slice(2);
const { env, processes } = await startStores({ dataDir, given: process.env, log: () => {} });
console.log(JSON.stringify({ env, groups: processes.map(({ groupId }) => groupId) }));
