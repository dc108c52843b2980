import { parse, type ParsedUrlQuery } from "node:querystring";
import type { Context } from "koa";
import { Problem, problemTypes } from "./problems/problem-types.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads the query string of a request. A percent sign that begins no escape stands for itself.
 * @throws Problem 400 if the bytes of the query string are no UTF-8
 */
export function readQuery({ querystring }: Pick<Context, "querystring">): ParsedUrlQuery {
  try {
    utf8.decode(bytesOf(querystring));
  } catch {
    const detail =
      "The query string is not UTF-8. Encode its texts as UTF-8 before you escape them with percent signs.";
    throw new Problem(problemTypes.malformedRequest, { detail });
  }
  // Node.js decodes the unescaped bytes of an address as Latin-1, for instance the bytes that curl sends for "café".
  const text = Buffer.from(querystring, "latin1").toString("utf8");
  // Switch off the limit of 1,000 parameters in Node's parser of query strings, because the parser drops further
  // parameters silently. The maximum length of a URL limits their number.
  return parse(text, "&", "=", { maxKeys: 0 });
}

/** Returns the bytes that a query string stands for, after its percent signs are decoded. */
function bytesOf(querystring: string): Buffer {
  const unescaped = querystring.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
  return Buffer.from(unescaped, "latin1");
}
