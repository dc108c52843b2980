import { startStores } from "../../../../embedded/launchers/start-stores.ts";

// Starts the stores in the data folder that the argument names, prints a line of JSON about the stores, and runs until
// killed.
const [dataDir = ""] = process.argv.slice(2);
const { env, processes } = await startStores({ dataDir, given: process.env, log: () => {} });
console.log(JSON.stringify({ env, groups: processes.map(({ groupId }) => groupId) }));
