import type { Context } from "koa";
import getRawBody from "raw-body";
import type { Config } from "../../config.ts";
import { bounded, LateError } from "../../infra/bounded.ts";
import { Problem, problemTypes } from "../problems/problem-types.ts";

/**
 * Reads a body that is not a file, up to MAX_JSON_BYTES and within JSON_BODY_TIMEOUT_MS.
 * @throws Problem 400, 408 or 413
 */
export async function readBytes(
  { req: request, request: { length } }: Context,
  { MAX_JSON_BYTES: limit, JSON_BODY_TIMEOUT_MS: timeoutMs }: BodyLimits,
): Promise<Buffer> {
  // Fail now if the client has disconnected already: Node has emitted the events that would end the reading of the
  // body, and does not emit them again.
  if (request.destroyed)
    throw new Problem(problemTypes.malformedRequest, { detail: "The client has closed the connection." });
  try {
    const reading = getRawBody(request, { limit, ...(length !== undefined && { length }) });
    return await bounded(reading, timeoutMs, "receiving the body");
  } catch (error) {
    if (error instanceof LateError) {
      const detail = `Expected the whole body within ${timeoutMs} ms. Nothing was stored.`;
      throw new Problem(problemTypes.requestTimeout, { detail });
    }
    const { type } = error as { type?: string };
    if (type === "entity.too.large") {
      throw new Problem(problemTypes.payloadTooLarge, {
        detail: `The body may have at most ${limit} bytes.`,
      });
    }
    throw new Problem(problemTypes.malformedRequest, {
      detail:
        "The body of the request ended too early: the connection broke, or Content-Length is larger than the body.",
    });
  }
}

/** The constants that limit the body of a request without files. */
export type BodyLimits = Pick<Config, "MAX_JSON_BYTES" | "JSON_BODY_TIMEOUT_MS">;
