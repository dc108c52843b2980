import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Pool } from "undici";
import { doTasks } from "../child-process.ts";
import type { RecordedSearch, SentToSearchEngine } from "./recorder.ts";

// This program is the yardstick of searches: a bare HTTP server. For POST /<n> it sends Meilisearch the requests that
// the service sent for search n, and returns Meilisearch's answers. It runs as a separate process: see
// child-process.ts.

/** The requests that the forwarder sends for each search, and the Meilisearch server that gets them. */
export interface ForwarderTask {
  url: string;
  apiKey: string | undefined;
  connections: number;
  searches: readonly RecordedSearch[];
}

doTasks(listen);

/** Starts the bare HTTP server that forwards searches to Meilisearch. Returns the URL of the server. */
async function listen({ url, apiKey, connections, searches }: ForwarderTask): Promise<string> {
  const pool = new Pool(new URL(url).origin, { connections });
  const headers = {
    "content-type": "application/json",
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  };
  const forward = async ({ method, path, body }: SentToSearchEngine): Promise<string> => {
    const answer = await pool.request({ method, path, headers, body: body || null });
    const answered = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${answered}`);
    return answered;
  };
  const answer = async (request: IncomingMessage): Promise<string> => {
    await text(request);
    const steps = searches[Number(request.url?.slice(1))] ?? [];
    if (steps.length === 0)
      throw new Error(`the recorder has recorded no Meilisearch requests for ${request.url}`);
    let last = "";
    for (const step of steps) {
      const answers = step.map(forward);
      last = (await Promise.all(answers)).at(-1) ?? "";
    }
    return last;
  };
  const server = createServer((request, response) => {
    answer(request).then(
      (body) => response.setHeader("Content-Type", "application/json").end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
