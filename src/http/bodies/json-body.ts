import type { Context } from "koa";
import { Problem, problemTypes } from "../problems/problem-types.ts";
import { acceptBody } from "./accept-body.ts";
import { readBytes, type BodyLimits } from "./read-bytes.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a JSON body. @throws Problem 400, 408, 413 or 415 */
export async function readJsonBody(context: Context, limits: BodyLimits): Promise<unknown> {
  const bytes = await readJsonBytes(context, limits);
  try {
    return JSON.parse(utf8.decode(bytes)) as unknown;
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "it is not UTF-8";
    throw new Problem(problemTypes.malformedRequest, { detail: `The body is not JSON: ${reason}.` });
  }
}

/** Reads the bytes of a JSON body, for a check of their signature. @throws Problem 400, 408, 413 or 415 */
export async function readJsonBytes(context: Context, limits: BodyLimits): Promise<Buffer> {
  requireJson(context);
  acceptBody(context);
  return readBytes(context, limits);
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
