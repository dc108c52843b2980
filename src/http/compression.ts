import { constants } from "node:zlib";
import type { Context, Middleware } from "koa";
import compress from "koa-compress";
import type { Route } from "./route.ts";

/** A body below this size fits into one packet uncompressed. */
const MIN_BYTES = 1024;

/** Brotli's usual quality for dynamic answers: smaller results than gzip's at about the same speed. */
const BROTLI_QUALITY = 4;

/**
 * Compresses the texts that `allowCompression` has allowed, by Brotli or gzip, as the client accepts. Nothing else is
 * compressed, not even problems: this middleware runs inside the one that turns errors into problems.
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
 * Allows the compression of an answer that is the same for everybody: the request changes nothing and has no caller,
 * and the answer sets no cookie. Any other answer could contain a secret beside text that a stranger chose, and the
 * length of the compressed answer would tell how much the two have in common (BREACH). Returns whether compression is
 * allowed.
 */
export function allowCompression(context: Context, route: Route, caller: unknown): boolean {
  const isForEverybody =
    route.isReadOnly && route.auth !== "session" && !caller && !context.res.hasHeader("Set-Cookie");
  // A client that accepts no encoding, not even `identity`, gets the answer uncompressed: the library would fail.
  const isAccepted = context.acceptsEncodings("br", "gzip", "identity") !== false;
  context.compress = isForEverybody && isAccepted ? {} : false;
  return context.compress !== false;
}
