import type { IncomingMessage } from "node:http";
import type { Context } from "koa";
import getRawBody from "raw-body";
import { acceptBody } from "./accept-body.ts";
import { Problem, problemTypes } from "../problems/problem-types.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a JSON body. @throws Problem 400, 413 or 415 */
export async function readJsonBody(context: Context, maxBytes: number): Promise<unknown> {
  requireJson(context);
  acceptBody(context);
  const bytes = await readBytes(context.req, context.request.length, maxBytes);
  try {
    return JSON.parse(utf8.decode(bytes)) as unknown;
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "it is not UTF-8";
    throw new Problem(problemTypes.malformedRequest, { detail: `The body is not JSON: ${reason}.` });
  }
}

function requireJson(context: Context): void {
  const found = context.get("Content-Type") || "nothing";
  const encoding = context.get("Content-Encoding") || "identity";
  const charset = context.request.charset.toLowerCase();
  const isUtf8 = charset === "" || charset === "utf-8" || charset === "utf8";
  if (!context.is("application/json") || encoding !== "identity" || !isUtf8) {
    const detail = `Expected Content-Type application/json in UTF-8 without Content-Encoding, found ${found} (${encoding}).`;
    throw new Problem(problemTypes.unsupportedMediaType, { detail });
  }
}

async function readBytes(
  request: IncomingMessage,
  length: number | undefined,
  limit: number,
): Promise<Buffer> {
  try {
    return await getRawBody(request, { limit, ...(length !== undefined && { length }) });
  } catch (error) {
    const { type } = error as { type?: string };
    if (type === "entity.too.large") {
      throw new Problem(problemTypes.payloadTooLarge, {
        detail: `A JSON body may have at most ${limit} bytes.`,
      });
    }
    throw new Problem(problemTypes.malformedRequest, {
      detail: "The body ended before its announced length.",
    });
  }
}
