import { Pool } from "undici";
import { doTasks } from "../child-process.ts";

// Asks for paths until it is told to stop, on so many connections, on each for one after the other. A process of its own, see
// child-process.ts.

/** `start` begins to ask, `stop` ends it. */
export type EndlessTask = { start: { url: string; connections: number; paths: readonly string[] } } | "stop";

/** How many answers had each status. */
export type Statuses = Record<string, number>;

let stop = async (): Promise<Statuses> => ({});

doTasks(async (task: EndlessTask): Promise<Statuses> => {
  if (task === "stop") return stop();
  start(task.start);
  return {};
});

function start({ url, connections, paths }: Exclude<EndlessTask, "stop">["start"]): void {
  const pool = new Pool(url, { connections });
  const statuses: Statuses = {};
  const stopping = new AbortController();
  const askOn = async (connection: number): Promise<void> => {
    for (let turn = connection; !stopping.signal.aborted; turn += 1) {
      const { statusCode, body } = await pool.request({
        path: paths[turn % paths.length] ?? "/",
        method: "GET",
      });
      await body.arrayBuffer();
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    }
  };
  const asking = Promise.all(Array.from({ length: connections }, (_, index) => askOn(index)));
  stop = async () => {
    stopping.abort();
    await asking;
    await pool.close();
    return statuses;
  };
}
