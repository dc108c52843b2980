import { Pool } from "undici";
import { doTasks, manyAtOnce } from "../child-process.ts";
import { durationMs } from "../measures.ts";

// This program sends requests over a fixed number of connections, one request at a time on each connection. It runs as
// a separate process: see child-process.ts.

/** A POST request that the load program sends to the measured server. */
export interface LoadRequest {
  path: string;
  /** The body of the POST request, as JSON. */
  body: string;
}

/** The task of a process that sends requests: the requests, and the server to which they are sent. */
export interface LoadTask {
  url: string;
  requests: readonly LoadRequest[];
  inFlight: number;
}

/** The durations of requests that the load program has measured. */
export interface LoadAnswer {
  /** The duration of each request, in milliseconds. */
  durations: number[];
  /** The duration of all requests together, in milliseconds. */
  tookMs: number;
}

const JSON_BODY = { "content-type": "application/json" };
const pools = new Map<string, Pool>();

doTasks(send);

async function send({ url, requests, inFlight }: LoadTask): Promise<LoadAnswer> {
  const pool = pools.get(url) ?? new Pool(url, { connections: inFlight });
  pools.set(url, pool);
  const durations: number[] = [];
  const post = async ({ path, body }: LoadRequest) => {
    const answer = await pool.request({ path, method: "POST", headers: JSON_BODY, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 200)
      throw new Error(`${path} answered ${answer.statusCode} to ${body}: ${text}`);
  };
  const tookMs = await durationMs(() =>
    manyAtOnce(requests.values(), inFlight, async (request) => {
      durations.push(await durationMs(() => post(request)));
    }),
  );
  return { durations, tookMs };
}
