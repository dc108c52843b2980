import { z } from "zod";

// The formats that several settings share.

/** The number of bytes in a mebibyte. */
export const MIB = 1024 * 1024;

/** The format of a setting that is `true` or `false`. */
export const flag = z.enum(["true", "false"], "expected true or false").transform((text) => text === "true");

/** The format of a setting that is one of the given words. */
export const oneOf = <const W extends readonly [string, ...string[]]>(...words: W) =>
  z.enum(words, `expected ${new Intl.ListFormat("en", { type: "disjunction" }).format(words)}`);

/** The format of a setting that is a whole number from `min` to `max`. */
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, "expected a whole number")
    .transform(Number)
    .refine((n) => n >= min && n <= max, `expected a whole number from ${min} to ${max}`);

/**
 * The format of a setting that is a URL with one of the given protocols. Each protocol is given with its colon, such as
 * "https:".
 */
export const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => protocols.includes(URL.parse(text)?.protocol ?? ""),
      `expected a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
    );

/**
 * The format of a setting that is the URL of a web server, without a path and a trailing slash: protocol, host and
 * port.
 */
export const serverUrl = url("http:", "https:")
  .refine((text) => {
    const parsed = URL.parse(text);
    return parsed === null || parsed.href === `${parsed.origin}/`;
  }, "expected a URL without a path, such as https://bench.example: the service's own addresses begin right after the host")
  .transform((text) => new URL(text).origin);

/** The format of a setting that is a list of texts with commas between them; empty texts are left out. */
const commaList = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean),
);

/**
 * The format of a setting that lists origins of web pages, with commas between them: each origin is a protocol, a host
 * and a port without a trailing slash, as browsers name origins.
 */
export const originList = commaList.superRefine((origins, context) => {
  for (const text of origins) {
    const url = URL.parse(text);
    const isWeb = url !== null && ["http:", "https:"].includes(url.protocol);
    if (isWeb && url.origin === text) continue;
    const right = isWeb ? url.origin : "https://app.example";
    context.addIssue(
      `expected origins of pages, each by protocol, host and port alone: ${right} instead of ${text}`,
    );
  }
});

/**
 * The format of a setting that becomes a part of the names of databases, keys and indexes: letters, digits, _ and -.
 */
export const identifier = z.string().regex(/^[\w-]{1,63}$/, "expected letters, digits, _ and -");

/**
 * The format of a setting that is JSON of the given form.
 * @param example the example in the message about a text that is not JSON
 */
export const json = <Form extends z.ZodType>(form: Form, example: string) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue(`expected JSON such as ${example}`);
        return z.NEVER;
      }
    })
    .pipe(form);

/** Returns an address for the host part of a URL: an IPv6 address is put between brackets (RFC 3986, section 3.2.2). */
export function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
