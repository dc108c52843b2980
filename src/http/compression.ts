import { Duplex, Readable } from "node:stream";
import { constants } from "node:zlib";
import type { Context, Middleware } from "koa";
import compress from "koa-compress";
import type { Route } from "./route.ts";

/** The minimum size of a body that is compressed, in bytes: a smaller body fits into one packet uncompressed. */
const MIN_BYTES = 1024;

/**
 * The quality of Brotli that is usual for dynamic answers. Brotli then compresses better than gzip, at about the same
 * speed.
 */
const BROTLI_QUALITY = 4;

/**
 * Matches the media types of texts. Includes NDJSON, which the compression library does not know. Pictures and archives
 * do not match, because they are compressed already.
 */
const TEXT_TYPE = /^text\/|[/+](?:json|xml|x-ndjson|javascript)$/;

/**
 * Compresses the answers that `allowCompression` has marked, with Brotli or gzip, whichever the client accepts. No
 * other answer is compressed. Problems are not compressed, because this middleware runs inside the middleware that
 * turns errors into problems.
 */
export function compressAnswers(): Middleware {
  const compressing = compress({
    filter: (type) => TEXT_TYPE.test(type),
    threshold: MIN_BYTES,
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    gzip: {},
    deflate: false,
    zstd: false,
    encodingPreference: ["br", "gzip"],
  });
  return async (context, next) => {
    context.compress = false;
    let source: unknown;
    await compressing(context, async () => {
      await next();
      source = context.body;
    });
    // The compression library ends the encoder at the end of a stream, but not when the stream fails. Break the answer
    // off when its stream fails, so that no client waits for the rest.
    const { body } = context;
    if (source instanceof Readable && body instanceof Duplex)
      source.once("error", (error) => body.destroy(error));
  };
}

/**
 * Allows the compression of an answer that is the same for everybody: the request changes nothing and has no caller,
 * and the answer sets no cookie. Any other answer could contain a secret beside text that a stranger chose, and the
 * length of the compressed answer would show how much the secret and this text have in common (BREACH). Returns whether
 * compression is allowed.
 */
export function allowCompression(context: Context, route: Route, caller: unknown): boolean {
  const isForEverybody =
    route.isReadOnly && route.auth !== "session" && !caller && !context.res.hasHeader("Set-Cookie");
  // Send the answer uncompressed to a client that accepts no encoding, not even `identity`: the compression library
  // would fail for such a client.
  const isAccepted = context.acceptsEncodings("br", "gzip", "identity") !== false;
  context.compress = isForEverybody && isAccepted ? {} : false;
  return context.compress !== false;
}
