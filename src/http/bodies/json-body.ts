import type { IncomingMessage } from "node:http";
import type { Context } from "koa";
import getRawBody from "raw-body";
import type { Config } from "../../config.ts";
import { bounded, LateError } from "../../infra/bounded.ts";
import { acceptBody } from "./accept-body.ts";
import { Problem, problemTypes } from "../problems/problem-types.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a JSON body. @throws Problem 400, 408, 413 or 415 */
export async function readJsonBody(context: Context, limits: JsonBodyLimits): Promise<unknown> {
  requireJson(context);
  acceptBody(context);
  const bytes = await readBytes(context.req, context.request.length, limits);
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
  { MAX_JSON_BYTES: limit, JSON_BODY_TIMEOUT_MS: timeoutMs }: JsonBodyLimits,
): Promise<Buffer> {
  // The events that end the reading have passed where the client went before it began.
  if (request.destroyed) throw new Problem(problemTypes.malformedRequest, { detail: "The client has gone." });
  try {
    const reading = getRawBody(request, { limit, ...(length !== undefined && { length }) });
    return await bounded(reading, timeoutMs, "receiving the body");
  } catch (error) {
    if (error instanceof LateError) {
      const detail = `Expected the whole JSON body within ${timeoutMs} ms. Nothing was stored.`;
      throw new Problem(problemTypes.requestTimeout, { detail });
    }
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

type JsonBodyLimits = Pick<Config, "MAX_JSON_BYTES" | "JSON_BODY_TIMEOUT_MS">;
