import * as fc from "fast-check";

type Header = readonly [name: string, value: string];

const values: Readonly<Record<string, readonly string[]>> = {
  Accept: ["text/csv", "text/html", "*/*;q=0", "application/json;q=abc", "a".repeat(2000), ",,,", "image/*"],
  "Accept-Encoding": ["gzip, br", "gzip;q=0.1", "identity;q=0", "*;q=0", "*", "zstd", "br;q=x", ",;,"],
  "Accept-Language": ["de;q=x"],
  Range: ["bytes=0-10", "bytes=-1", "bytes=9-1", "bytes=0-0,2-3,5-", "pages=1-2"],
  "If-None-Match": ["*", '"a"', 'W/"a"', "broken", '"'.repeat(3000)],
  "If-Match": ['"a"'],
  "If-Modified-Since": ["Sat, 01 Jan 2050 00:00:00 GMT", "yesterday"],
  "If-Range": ['"a"'],
  "Cache-Control": ["no-cache", "max-age=x"],
  Expect: ["100-continue", "200-maybe"],
  Upgrade: ["websocket", "h2c"],
  TE: ["trailers"],
  Trailer: ["Content-Length"],
  "Content-Encoding": ["gzip", "identity", "br, br, br"],
  "Content-Language": ["en"],
  Host: ["evil.example", "bench.test:80@evil.example", "[::1", "a b", "bench.test, evil.example", "%00"],
  Forwarded: ["for=evil;host=evil.example;proto=https"],
  "X-Forwarded-For": ["6.6.6.6", "unknown, , ::1", "1.1.1.1, ".repeat(300)],
  "X-Forwarded-Host": ["evil.example"],
  "X-Forwarded-Proto": ["https", "javascript"],
  "X-Original-URL": ["/me"],
  "X-HTTP-Method-Override": ["DELETE"],
  "X-Request-Id": ["abc-123", "a".repeat(129), "<script>", "\u00ff\u00fe", ""],
  "Idempotency-Key": ["key-1", "key-2", "", "a".repeat(256), "with blank", "\u00e9", "__proto__", '"quoted"'],
  Origin: ["http://bench.test", "https://evil.example", "null", "not a url", "http://bench.test:99999", ""],
  "Sec-Fetch-Site": ["same-origin", "cross-site", "strange"],
  Referer: ["https://evil.example/"],
  Cookie: [
    "session=",
    "session=__proto__",
    `session=${"x".repeat(5000)}`,
    "session=a; session=b",
    ";;;=",
    "session=%00",
  ],
  Authorization: [
    "Bearer",
    "Bearer ",
    "Bearer x",
    `Bearer ${"x".repeat(43)}`,
    "Bearer a b",
    "Basic YTpi",
    "bearer __proto__",
    "Bearer \u00ff",
    `Bearer ${"x".repeat(5000)}`,
  ],
  "User-Agent": ["", "\u00ff".repeat(500)],
  "X-Many": ["x".repeat(17_000)],
  "X-\u00ff": ["no token"],
  "Content-Type": ["", "application/json", "multipart/form-data; boundary=x", "application/json; charset=x"],
};

const all: readonly Header[] = Object.entries(values).flatMap(([name, given]) =>
  given.map((value) => [name, value] as const),
);

/**
 * Generates headers that are unusual, contradictory or invalid: none for most requests, and up to four for the
 * others.
 */
export const hostileHeaders: fc.Arbitrary<Header[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Header[]>([]) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 4 }) },
);
