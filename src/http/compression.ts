import { constants } from "node:zlib";
import type { Context, Middleware } from "koa";
import compress from "koa-compress";
import type { Route } from "./route.ts";

/** A smaller body fits into one packet in any case. */
const MIN_BYTES = 1024;

/** Brotli's usual quality for answers that are made anew each time: smaller than gzip's at about its speed. */
const BROTLI_QUALITY = 4;

/**
 * Compresses the texts that `allowCompression` has allowed, by Brotli or gzip, as the client accepts. Nothing else is compressed,
 * also no problem: this stands behind what turns errors into problems.
 */
export function compressAnswers(): Middleware {
  const compressing = compress({
    threshold: MIN_BYTES,
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    gzip: {},
    deflate: false,
    zstd: false,
    encodingPreference: ["br", "gzip"],
  });
  return async (context, next) => {
    context.compress = false;
    await compressing(context, next);
  };
}

/**
 * Allows the compression of an answer that is the same for everybody: one to a request that changes nothing, from nobody in
 * particular, which sets no cookie. Elsewhere a secret could stand beside what a stranger chose, and the length of a compressed
 * answer would tell how much they have in common (BREACH). Returns whether it is allowed.
 */
export function allowCompression(context: Context, route: Route, caller: unknown): boolean {
  const isForEverybody =
    route.isReadOnly && route.auth !== "session" && !caller && !context.res.hasHeader("Set-Cookie");
  // A client that takes no encoding at all, not even none, gets the answer as it is: the library would fail.
  const isAccepted = context.acceptsEncodings("br", "gzip", "identity") !== false;
  context.compress = isForEverybody && isAccepted ? {} : false;
  return context.compress !== false;
}
