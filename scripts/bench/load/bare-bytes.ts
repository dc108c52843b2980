import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { doTasks } from "../child-process.ts";

// A bare HTTP server that answers each request with the same bytes. A process of its own, see child-process.ts.

doTasks(listen);

/** Starts to listen. Returns the URL of the server. */
async function listen(bytes: Uint8Array): Promise<string> {
  const server = createServer((request, response) => {
    if (request.headers["if-none-match"] !== undefined) response.writeHead(304).end();
    else
      response.setHeader("Content-Length", bytes.length).end(request.method === "HEAD" ? undefined : bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
