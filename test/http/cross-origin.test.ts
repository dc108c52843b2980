import test from "ava";
import { startTestService } from "../helpers/service.ts";

const FRIEND = "https://friend.example";
const STRANGER = "https://stranger.example";
const service = await startTestService(test, { hasWorkers: false, env: { ALLOWED_ORIGINS: FRIEND } });
const { anonymous } = service;

const allowOrigin = (headers: Headers) => headers.get("access-control-allow-origin");
const preflight = (path: string, origin: string, method: string) =>
  anonymous.send("OPTIONS", path, undefined, {
    Origin: origin,
    "Access-Control-Request-Method": method,
    "Access-Control-Request-Headers": "content-type",
  });

test("pages of any origin may read public responses, problem responses and unknown paths, without credentials", async (t) => {
  for (const path of ["/benchmarks/types", "/benchmarks/runs/none", "/products/cpu?limit=x", "/nothing"])
    for (const method of ["GET", "HEAD"])
      for (const origin of [STRANGER, "null", undefined]) {
        const { headers } = await anonymous.send(
          method,
          path,
          undefined,
          origin === undefined ? undefined : { Origin: origin },
        );
        t.is(allowOrigin(headers), "*", `${method} ${path}`);
        t.is(headers.get("access-control-allow-credentials"), null);
        t.regex(headers.get("vary") ?? "", /(?:^|, )Origin(?:,|$)/);
      }
});

test("a page of an allowed origin may send every request with the cookie, and may read problem responses", async (t) => {
  for (const [method, path] of [
    ["GET", "/benchmarks/types"],
    ["GET", "/me"],
    ["POST", "/builds"],
    ["DELETE", "/me"],
  ] as const) {
    const { headers } = await anonymous.send(method, path, undefined, { Origin: FRIEND });
    t.is(allowOrigin(headers), FRIEND);
    t.is(headers.get("access-control-allow-credentials"), "true");
    t.regex(headers.get("vary") ?? "", /(?:^|, )Origin(?:,|$)/);
    const exposed = headers.get("access-control-expose-headers")?.split(",") ?? [];
    for (const name of ["ETag", "Location", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id"])
      t.true(exposed.includes(name), name);
    const asked = await preflight(path, FRIEND, method);
    t.is(asked.status, 204);
    t.is(allowOrigin(asked.headers), FRIEND);
    t.is(asked.headers.get("access-control-allow-credentials"), "true");
    t.true(asked.headers.get("access-control-allow-methods")?.split(",").includes(method));
    for (const name of ["Content-Type", "Authorization", "Idempotency-Key"])
      t.true(asked.headers.get("access-control-allow-headers")?.split(",").includes(name), name);
  }
});

test("a page of any other origin may search by POST, but may neither change anything nor read private data", async (t) => {
  const search = await preflight("/products/cpu", STRANGER, "POST");
  t.is(search.status, 204);
  t.is(allowOrigin(search.headers), "*");
  t.is(search.headers.get("access-control-allow-credentials"), null);
  t.notRegex(search.headers.get("access-control-allow-headers") ?? "", /Authorization/i);
  for (const [method, path] of [
    ["GET", "/me"],
    ["GET", "/builds"],
    ["POST", "/builds"],
    ["POST", "/login/dev"],
    ["POST", "/benchmarks/add"],
    ["DELETE", "/me"],
    ["PATCH", "/builds/1"],
    ["POST", "/nothing"],
  ] as const) {
    const { headers } = await anonymous.send(method, path, undefined, { Origin: STRANGER });
    t.is(allowOrigin(headers), null, `${method} ${path}`);
    t.is(
      allowOrigin((await preflight(path, STRANGER, method)).headers),
      null,
      `OPTIONS for ${method} ${path}`,
    );
  }
});

test("an allowed origin must match in scheme, host and port; an origin that only looks similar is refused", async (t) => {
  for (const origin of [
    `${FRIEND}:8443`,
    "http://friend.example",
    `${FRIEND}.evil.example`,
    "https://FRIEND.example",
  ])
    t.is(allowOrigin((await anonymous.get("/me", { Origin: origin })).headers), null, origin);
});
