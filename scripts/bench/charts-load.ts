import process from "node:process";
import { Pool } from "undici";

// Asks for paths until it is told to stop, on so many connections, on each for one after the other. A process of its own, so that
// its work does not delay the requests that the benchmark measures. Arguments: <service> <connections> <path>...
// In a path, `*` stands for a number from 2 to 5000 that is another one each time.

const [service = "", connections = "1", ...paths] = process.argv.slice(2);
const pool = new Pool(service, { connections: Number(connections) });
const statuses: Record<string, number> = {};
const stopping = new AbortController();
let asked = 0;

async function askOn(connection: number): Promise<void> {
  for (let turn = connection; !stopping.signal.aborted; turn += 1) {
    const path = (paths[turn % paths.length] ?? "").replace("*", String(2 + (asked % 4999)));
    asked += 1;
    const { statusCode, body } = await pool.request({ path, method: "GET" });
    await body.arrayBuffer();
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
  }
}

process.once("message", () => stopping.abort());
const asking = Array.from({ length: Number(connections) }, async (_, index) => await askOn(index));
process.send?.("started");
await Promise.all(asking);
await pool.close();
process.send?.(statuses);
process.disconnect();
