import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import test from "ava";
import { createRoutes } from "../../src/compose/routes.ts";
import { startWeb } from "../../src/compose/web.ts";
import { createSessionCookie } from "../../src/http/session-cookie.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { createDocsAssets } from "../../src/openapi/docs-assets.ts";
import { createClient } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";
import { projectUrl } from "../helpers/project-files.ts";

const service = await startTestService(test);
const routes = createRoutes(service.config, service.services, {
  cookie: createSessionCookie(service.config),
  docsAssets: createDocsAssets(),
  isDraining: () => false,
});

const closed = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "DENY",
  "x-permitted-cross-domain-policies": "none",
  "x-xss-protection": "0",
};
const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const chartPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const capture = projectUrl("test/fixtures/captures/presentmon-1.10.csv");

let run_id: string;

// Submit the run before the tests, because one test stops a web process, which would end a request that waits for the
// run too early.
test.before(async () => {
  const client = await service.signIn("charts");
  const build_id = await client.makeBuild();
  const file = { name: "capture.csv", content: readFileSync(capture) };
  const { body } = await client.add({ build_id, benchmarks: { id: 16 }, files: [file] });
  run_id = body.runs[0].run_id;
  await client.waitForRun(run_id);
});

const headersOf = (headers: Headers) => Object.fromEntries(headers);

for (const [index, { method, path, isEmbeddable }] of routes.entries()) {
  // Pages of other origins may show the picture of build 1, which exists, so request a build that does not exist.
  const id = isEmbeddable ? "999999" : "1";
  test(`no page may show the response to ${method} ${path} in a frame, and pages of other origins may not use the response`, async (t) => {
    for (const client of [service.anonymous, await service.signIn(`caller ${index}`)]) {
      const answer = await client.send(
        method,
        path.replaceAll(/:\w+/g, id),
        method === "POST" ? {} : undefined,
      );
      t.like(headersOf(answer.headers), closed, String(answer.status));
      t.true(answer.headers.get("content-security-policy")?.startsWith("default-src 'none'"));
      t.regex(answer.headers.get("content-security-policy") ?? "", /; frame-ancestors 'none'$/);
      t.is(
        answer.headers.get("strict-transport-security"),
        null,
        "there is no such header, because PUBLIC_URL is http",
      );
    }
  });
}

test("the content security policy of JSON, errors and unknown paths lets a browser load nothing", async (t) => {
  for (const path of ["/benchmarks/types", "/me", "/nothing", "/benchmarks/runs/none/chart.svg"]) {
    const { headers } = await service.anonymous.get(path);
    t.is(headers.get("content-security-policy"), apiPolicy, path);
    t.like(headersOf(headers), closed, path);
  }
});

test("a chart has its own content security policy and may be embedded by pages of any origin, also in a 304", async (t) => {
  const path = `/benchmarks/runs/${run_id}/chart.svg`;
  const first = await service.anonymous.get(path);
  const known = first.headers.get("etag") ?? "";
  // Without a Cache-Control header in the request, fetch would ask for the whole response.
  const headers = { "If-None-Match": known, "Cache-Control": "max-age=0" };
  const again = await service.anonymous.get(path, headers);
  t.is(first.status, 200);
  t.is(again.status, 304);
  for (const { headers } of [first, again]) {
    const { "x-frame-options": _, ...others } = closed;
    t.is(headers.get("content-security-policy"), chartPolicy);
    t.is(headers.get("x-frame-options"), null);
    t.like(headersOf(headers), { ...others, "cross-origin-resource-policy": "cross-origin" });
  }
  const figures = await service.anonymous.get(`/benchmarks/runs/${run_id}/frames`);
  t.is(figures.status, 200);
  t.like(headersOf(figures.headers), { ...closed, "content-security-policy": apiPolicy });
});

test("with an https URL the service tells browsers to use only https", async (t) => {
  const config = { ...service.config, PORT: 0, PUBLIC_URL: "https://bench.test" };
  const logger = createLogger({ level: "silent", process: "test", secrets: [] });
  const web = await startWeb(config, service.services, logger);
  t.teardown(web.stop);
  for (const path of ["/health/live", "/nothing"]) {
    const { headers } = await createClient(web.url).get(path);
    t.is(headers.get("strict-transport-security"), "max-age=31536000; includeSubDomains");
  }
});

test("the response to bytes that are not valid HTTP has the security headers of all other responses", async (t) => {
  for (const bytes of ["nonsense\r\n\r\n", `GET / HTTP/1.1\r\nX: ${"x".repeat(20_000)}\r\n\r\n`]) {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    socket.write(bytes);
    const [head = ""] = (await buffer(socket)).toString().split("\r\n\r\n");
    t.regex(head, /^HTTP\/1\.1 4(00|31) /);
    const headers = new Headers(
      head
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(": ") as [string, string]),
    );
    t.like(headersOf(headers), {
      ...closed,
      "content-security-policy": apiPolicy,
      "cache-control": "no-store",
      "content-type": "application/problem+json",
    });
  }
});
