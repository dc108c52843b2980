import { request, type ClientRequest, type IncomingMessage } from "node:http";
import { once } from "node:events";
import type { Client } from "./client.ts";

const BOUNDARY = "edge";

/** Opens a request with a multipart form for POST /benchmarks/add, which the caller sends piece by piece. */
export function openSlowForm(url: string, client: Client) {
  const headers = {
    Cookie: client.cookie ?? "",
    "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`,
  };
  const upload: ClientRequest = request(`${url}/benchmarks/add`, { method: "POST", headers });
  // Ignore the error that occurs when the service closes the connection in the middle of a refused form. Tests check
  // the response instead.
  upload.on("error", () => undefined);
  const answered = once(upload, "response").then(async ([response]: IncomingMessage[]) => {
    const chunks: Buffer[] = [];
    for await (const chunk of response ?? []) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    return { status: response?.statusCode, headers: response?.headers ?? {}, body: JSON.parse(text) };
  });
  answered.catch(() => undefined);
  const disposition = (rest: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`;
  const write = (text: string | Uint8Array) =>
    new Promise<void>((resolve) => {
      upload.write(text, () => resolve());
    });
  return {
    /**
     * Resolves with the response, which may arrive before the end of the form. Rejects if the connection ends without a
     * response.
     */
    answered,
    field: (name: string, value: unknown) =>
      write(
        `${disposition(`name="${name}"`)}${typeof value === "string" ? value : JSON.stringify(value)}\r\n`,
      ),
    /**
     * Begins a file of the form with its first bytes. `write` sends further bytes. A parser needs at least one byte to
     * detect the end of the headers of a part.
     */
    beginFile: (start: string | Uint8Array, name = "capture.csv") =>
      write(
        Buffer.concat([Buffer.from(disposition(`name="files"; filename="${name}"`)), Buffer.from(start)]),
      ),
    write,
    endFile: () => write("\r\n"),
    /** Sends the end of the multipart form. */
    end: () => {
      upload.end(`--${BOUNDARY}--\r\n`);
    },
    /** Closes the connection before the end of the form. */
    breakOff: () => void upload.destroy(),
  };
}
