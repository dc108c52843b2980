import { request, type ClientRequest, type IncomingMessage } from "node:http";
import { once } from "node:events";
import type { Client } from "./client.ts";

const BOUNDARY = "edge";

/** Begins to send a multipart form of POST /benchmarks/add, piece by piece. */
export function openSlowForm(url: string, client: Client) {
  const headers = {
    Cookie: client.cookie ?? "",
    "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`,
  };
  const upload: ClientRequest = request(`${url}/benchmarks/add`, { method: "POST", headers });
  // A form that is refused is broken off in the middle; the answer is what a test looks at.
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
    /** The answer; it may come before the form is at its end. Rejects where the connection ends without one. */
    answered,
    field: (name: string, value: unknown) =>
      write(
        `${disposition(`name="${name}"`)}${typeof value === "string" ? value : JSON.stringify(value)}\r\n`,
      ),
    /**
     * Begins a file with its first bytes; further bytes are sent by `write`. A parser needs at least one byte to know that the head
     * of a part is at its end.
     */
    beginFile: (start: string | Uint8Array, name = "capture.csv") =>
      write(
        Buffer.concat([Buffer.from(disposition(`name="files"; filename="${name}"`)), Buffer.from(start)]),
      ),
    write,
    endFile: () => write("\r\n"),
    /** Ends the form. */
    end: () => {
      upload.end(`--${BOUNDARY}--\r\n`);
    },
    /** Breaks the connection off. */
    breakOff: () => void upload.destroy(),
  };
}
