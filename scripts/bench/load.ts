import { Pool } from "undici";
import { doTasks, manyAtOnce } from "./child-process.ts";
import { durationMs } from "./measures.ts";

// This program sends requests over a limited number of connections, one request at a time on each connection. It runs
// as a separate process: see child-process.ts.

/** A request that the load program sends to the measured server. */
export interface LoadRequest {
  path: string;
  /** The body of a POST request, as JSON; absent for a GET request. */
  body?: string;
  /** The value of the header Accept; by default JSON. */
  accept?: string;
}

/** The task of a process that sends requests: the requests, and the server to which they are sent. */
export interface LoadTask {
  url: string;
  /** Groups of requests. The requests of a group are sent at the same time, and are measured together. */
  groups: readonly (readonly LoadRequest[])[];
  /** The number of groups whose requests run at the same time. */
  inFlight: number;
}

/** How long each group of requests of the load program took, and how long all groups took together, in milliseconds. */
export interface LoadAnswer {
  durations: number[];
  tookMs: number;
}

const MAX_CONNECTIONS = 64;
const JSON_TYPE = "application/json";
const pools = new Map<string, Pool>();

doTasks(send);

async function send({ url, groups, inFlight }: LoadTask): Promise<LoadAnswer> {
  const pool = pools.get(url) ?? new Pool(url, { connections: MAX_CONNECTIONS });
  pools.set(url, pool);
  const durations: number[] = [];
  const ask = async ({ path, body, accept = JSON_TYPE }: LoadRequest) => {
    const answer = await pool.request({
      path,
      method: body === undefined ? "GET" : "POST",
      headers: { accept, ...(body !== undefined && { "content-type": JSON_TYPE }) },
      body: body ?? null,
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200)
      throw new Error(`${path} answered ${answer.statusCode} to ${body ?? "GET"}: ${text}`);
  };
  const tookMs = await durationMs(() =>
    manyAtOnce(groups.values(), inFlight, async (group) => {
      durations.push(await durationMs(() => Promise.all(group.map(ask))));
    }),
  );
  return { durations, tookMs };
}
