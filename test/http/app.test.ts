import { request } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import test from "ava";
import { startWeb } from "../../src/compose/web.ts";
import type { Config } from "../../src/config.ts";
import { problemTypes } from "../../src/http/problems/problem-types.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { createClient } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, {
  hasWorkers: false,
  env: { ALLOWED_ORIGINS: "https://friend.example" },
});
const json = { "Content-Type": "application/json" };

test("an unknown path gets a 404, and a method that a path does not support gets a 405 with an Allow header", async (t) => {
  const nothing = await service.anonymous.get("/nothing/here");
  t.is(nothing.status, 404);
  t.is(nothing.headers.get("content-type"), "application/problem+json");
  const { status, headers, body } = await service.anonymous.get("/logout");
  t.is(status, 405);
  t.is(headers.get("allow"), "POST");
  t.is(body.status, 405);
});

test("the response returns the X-Request-Id of the request, or a new id if the given id has unusual characters", async (t) => {
  const taken = await service.anonymous.get("/nothing", { "X-Request-Id": "abc-123" });
  t.is(taken.headers.get("x-request-id"), "abc-123");
  t.is(taken.body.request_id, "abc-123");
  const made = await service.anonymous.get("/nothing", { "X-Request-Id": "a b<script>" });
  t.regex(made.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
});

test("a broken JSON body gets a 400, another content type a 415, and a body that is too large a 413", async (t) => {
  const send = (body: string, headers = json) => service.anonymous.post("/login/dev", body, headers);
  for (const broken of ["{", "", "{'name':'x'}"]) {
    const answer = await send(broken);
    t.is(answer.status, 400, broken);
    t.regex(answer.body.detail, /not JSON/);
  }
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  t.is((await send("name=x", form)).status, 415);
  const large = await send(JSON.stringify({ name: "x".repeat(70_000) }));
  t.is(large.status, 413);
  t.regex(large.body.detail, /65536/);
});

test("a JSON body that is not an object gets a 422 that names the found type", async (t) => {
  for (const [body, found] of [
    ["[]", "[]"],
    ["null", "null"],
    ['"x"', '"x"'],
  ] as const) {
    const answer = await service.anonymous.post("/login/dev", body, json);
    t.is(answer.status, 422, body);
    t.deepEqual(answer.body.errors, [{ pointer: "", detail: `Expected an object, found ${found}.` }]);
  }
});

test("a JSON body that is nested too deeply to be quoted in the error message gets a 422", async (t) => {
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const client = await service.signIn("deep");
  t.is((await client.post("/builds", deep, json)).status, 422);
  const { status, body } = await client.post("/products/cpu", `{"page":${deep},"limit":1}`, json);
  t.is(status, 422);
  t.regex(body.errors[0].detail, /nested too deep/);
  t.is((await client.add({ build_id: 1, benchmarks: `{"id":15,"runs":${deep}}` })).status, 422);
});

test("the service matches paths exactly: a trailing slash or capital letters make another path", async (t) => {
  t.is((await service.anonymous.get("/benchmarks/types")).status, 200);
  t.is((await service.anonymous.get("/benchmarks/types/")).status, 404);
  t.is((await service.anonymous.get("/Benchmarks/types")).status, 404);
});

test("a client that sends Expect: 100-continue gets a refusal before it sends the body, or the response 100", async (t) => {
  const send = (cookie: string | undefined) =>
    new Promise<{ status: number | undefined; isContinued: boolean }>((resolve, reject) => {
      const headers = {
        "Content-Type": "application/json",
        Expect: "100-continue",
        ...(cookie && { Cookie: cookie }),
      };
      let isContinued = false;
      const sending = request(`${service.url}/builds`, { method: "POST", headers }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, isContinued });
      });
      sending.on("continue", () => {
        isContinued = true;
        sending.end('{"name":"asked first"}');
      });
      sending.on("error", reject);
      sending.flushHeaders();
    });
  t.deepEqual(await send(undefined), { status: 401, isContinued: false });
  const client = await service.signIn("asks first");
  t.deepEqual(await send(client.cookie), { status: 201, isContinued: true });
});

test("a request with a session cookie from another site's page is refused before it changes anything", async (t) => {
  const client = await service.signIn("cross-site");
  const make = (headers: Record<string, string>) => client.post("/builds", { name: "x" }, headers);
  for (const headers of [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Site": "unheard-of" },
    { Origin: "https://bench.test" },
    { Origin: "http://bench.test:8080" },
    { Origin: "http://bench.test.evil.example" },
  ]) {
    const answer = await make(headers);
    t.is(answer.status, 403, JSON.stringify(headers));
    t.regex(answer.body.type, /cross-site-request$/);
  }
  t.is((await client.get("/builds")).body.total, 0);
  for (const headers of [
    {},
    { Origin: "http://bench.test" },
    { Origin: "https://friend.example", "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-origin" },
    { "Sec-Fetch-Site": "none" },
    { Origin: service.url },
  ]) {
    t.is((await make(headers as Record<string, string>)).status, 201, JSON.stringify(headers));
  }
});

/** Sends the text of a request unchanged, and returns the status of the response. */
async function sendRaw(lines: readonly string[], body = ""): Promise<number> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write([...lines, "Connection: close", "", body].join("\r\n"));
  // Read until the end of the connection, which the service closes after the response.
  const response = (await buffer(socket)).toString("latin1");
  return Number(response.split(" ")[1]);
}

test("a host name that a stranger has pointed at the service does not count as the service's own", async (t) => {
  const client = await service.signIn("rebound");
  const deletion = (host: string, origin: string) =>
    sendRaw([
      "DELETE /builds/999999 HTTP/1.1",
      `Host: ${host}`,
      `Origin: ${origin}`,
      `Cookie: ${client.cookie ?? ""}`,
    ]);
  t.is(await deletion("evil.example", "http://evil.example"), 403);
  t.is(await deletion("127.0.0.1.evil.example", "http://127.0.0.1.evil.example"), 403);
  t.is(
    await deletion("localhost:3000", "http://localhost:3000"),
    404,
    "a host name of this machine is accepted",
  );
  t.is(
    await deletion("localhost:3000", "https://localhost:3000"),
    403,
    "an origin with another scheme is refused",
  );
  t.is(
    await deletion("localhost:3000", "http://localhost:4000"),
    403,
    "an origin with another port is refused",
  );
});

test("a page under a stranger's host name that points at the service gets no session from the development log-in", async (t) => {
  const body = JSON.stringify({ name: "rebound" });
  const logIn = (host: string) =>
    sendRaw(
      [
        "POST /login/dev HTTP/1.1",
        `Host: ${host}`,
        `Origin: http://${host}`,
        "Content-Type: application/json",
        `Content-Length: ${body.length}`,
      ],
      body,
    );
  t.is(await logIn("evil.example"), 403);
  t.is(await logIn("bench.test"), 200);
});

test("a request with several Host headers is refused", async (t) => {
  t.is(await sendRaw(["GET /health/live HTTP/1.1", "Host: bench.test"]), 200);
  t.is(await sendRaw(["GET /health/live HTTP/1.1", "Host: bench.test", "Host: evil.example"]), 400);
});

test("the service reads the client's address from X-Forwarded-For only as far back as TRUST_PROXY trusts the proxies", async (t) => {
  const addressBehind = async (trusted: Config["TRUST_PROXY"]) => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = createLogger({ level: "debug", process: "test", secrets: [], destination });
    const config = { ...service.config, PORT: 0, TRUST_PROXY: trusted };
    const web = await startWeb(config, service.services, logger);
    await createClient(web.url).get("/health/live", { "X-Forwarded-For": "6.6.6.6, 10.0.0.1, 10.0.0.2" });
    await web.stop();
    const request = lines.map((line) => JSON.parse(line) as { client?: string }).find(({ client }) => client);
    return request?.client;
  };
  t.regex((await addressBehind(0)) ?? "", /127\.0\.0\.1$/);
  t.is(await addressBehind(1), "10.0.0.2");
  t.is(await addressBehind(2), "10.0.0.1");
  t.is(await addressBehind(["127.0.0.1"]), "10.0.0.2");
  t.is(await addressBehind(["127.0.0.0/8", "10.0.0.0/8"]), "6.6.6.6");
  t.regex((await addressBehind(["10.0.0.0/8"])) ?? "", /127\.0\.0\.1$/, "the connection is not a proxy's");
});

test("each kind of problem has an HTML page", async (t) => {
  for (const { slug, title } of Object.values(problemTypes)) {
    const { status, headers, text } = await service.anonymous.get(`/problems/${slug}`);
    t.is(status, 200);
    t.regex(headers.get("content-type") ?? "", /text\/html/);
    t.true(text.includes(title), `${slug}: ${text}`);
  }
  t.is((await service.anonymous.get("/problems/nothing")).status, 404);
});

test("the health checks report that the process is alive and which stores are available", async (t) => {
  t.deepEqual((await service.anonymous.get("/health/live")).body, { status: "live" });
  const { status, body } = await service.anonymous.get("/health/ready");
  t.is(status, 200);
  t.deepEqual(body, { status: "ready", stores: { mongodb: "up", redis: "up", meilisearch: "up" } });
});
