import { get, request, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import test from "ava";
import { loadSampleData } from "../../scripts/load-sample-data.ts";
import { productKinds } from "../../src/products/index.ts";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { startTestService } from "../helpers/service.ts";
import { untilRanked } from "../helpers/until-ranked.ts";

const service = await startTestService(test, { hasIndexes: true });
let build = 0;
let run = "";
test.before(
  "a build with scores and a capture, and products to search, exist for the tests of compression",
  async () => {
    await loadSampleData(service.services);
    for (const kind of productKinds) await service.services.productSync.rebuild(kind);
    const ada = await service.signIn("ada");
    build = await ada.makeBuild();
    const scores = Array.from({ length: 20 }, (_, index) => 15_000 + index);
    await ada.add({ build_id: build, benchmarks: { id: 15, runs: scores } });
    const file = { name: "capture.csv", content: makeCapture("presentmon-1.0", makeGameFrames(1)) };
    const added = await ada.add({ build_id: build, benchmarks: { id: 16 }, files: [file] });
    run = added.body.runs[0].run_id;
    await ada.waitForRun(run);
    await untilRanked(service.stores);
  },
);

interface RawAnswer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** Sends a request without fetch, which would add headers and decode the response. */
async function send(
  path: string,
  encoding: string | undefined,
  { method = "GET", headers = {}, body = "" } = {},
): Promise<RawAnswer> {
  const options = {
    method,
    headers: { ...headers, ...(encoding !== undefined && { "Accept-Encoding": encoding }) },
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${service.url}${path}`, options, (response) => {
      void buffer(response).then(
        (bytes) => resolve({ status: response.statusCode, headers: response.headers, bytes }),
        reject,
      );
    });
    sent.on("error", reject).end(body);
  });
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

/** Public responses of more than a kibibyte: JSON, CSV, SVG and a page. */
const addresses: Record<string, () => string> = {
  "a list of products": () => "/products/gpu",
  "a search by filters": () => "/products?query=amd",
  "the runs of a build": () => `/builds/${build}/runs?limit=20`,
  "a chart": () => `/benchmarks/runs/${run}/chart.svg`,
  "frame times": () => `/benchmarks/runs/${run}/frames`,
  "a page of products": () => "/hardware/cpu",
};

// The tests of this loop run before the test that submits runs, because a new run would change the compared responses.
for (const [what, path] of Object.entries(addresses)) {
  test.serial(
    `${what} is compressed by Brotli or gzip if the client accepts the encoding, with the same content`,
    async (t) => {
      const headers = { Accept: "text/html, */*;q=0.1" };
      const plain = await send(path(), undefined, { headers });
      t.is(plain.headers["content-encoding"], undefined);
      t.true(plain.bytes.length > 1024);
      for (const [accepted, encoding] of [
        ["gzip, deflate, br, zstd", "br"],
        ["gzip, deflate", "gzip"],
        ["br;q=0, gzip", "gzip"],
      ] as const) {
        const answer = await send(path(), accepted, { headers });
        t.is(answer.headers["content-encoding"], encoding);
        t.true(answer.bytes.length < plain.bytes.length);
        t.true(decoders[encoding](answer.bytes).equals(plain.bytes));
        for (const each of [plain, answer])
          t.regex(each.headers.vary ?? "", /(?:^|, )Accept-Encoding(?:,|$)/);
        t.is(answer.headers.etag, plain.headers.etag);
      }
      for (const refused of ["identity", "br;q=0, gzip;q=0", "deflate", "zstd", "*;q=0", "identity;q=0"])
        t.is((await send(path(), refused, { headers })).headers["content-encoding"], undefined, refused);
    },
  );
}

test.serial("the ETag of a response is the same in every encoding, for GET and for HEAD", async (t) => {
  for (const path of [
    `/benchmarks/runs/${run}/chart.svg`,
    `/builds/${build}/runs?limit=20`,
    "/products/gpu",
  ]) {
    const { headers } = await send(path, "br");
    const { etag = "" } = headers;
    t.regex(etag, /^W\/"/);
    for (const method of ["GET", "HEAD"])
      for (const encoding of ["br", "gzip", undefined]) {
        const same = await send(path, encoding, { method, headers: { "If-None-Match": etag } });
        t.is(same.status, 304, `${method} ${path}`);
        t.is(same.bytes.length, 0);
        t.is(same.headers["content-encoding"], undefined);
        for (const name of ["etag", "vary", "cache-control"]) t.is(same.headers[name], headers[name], name);
      }
    const head = await send(path, "br", { method: "HEAD" });
    t.is(head.status, 200);
    for (const name of ["etag", "vary", "cache-control", "content-type"])
      t.is(head.headers[name], headers[name]);
    // The response to HEAD has no Content-Length, because the service does not compress the body for HEAD and so does
    // not know the compressed length.
    t.is(head.headers["content-length"], undefined);
  }
});

test("the response to a search by POST is compressed, because a search only reads", async (t) => {
  const answer = await send("/products/gpu", "gzip", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"page":1,"limit":20}',
  });
  t.is(answer.headers["content-encoding"], "gzip");
});

test("private responses are never compressed: tokens, sessions, and the caller's builds, runs and files", async (t) => {
  const bea = await service.signIn("bea");
  const build_id = await bea.makeBuild();
  const content = makeCapture("presentmon-1.0", makeGameFrames(2));
  await bea.add({ build_id, benchmarks: { id: 15, runs: [15_000, 15_001, 15_002] } });
  const added = await bea.add({ build_id, benchmarks: { id: 16 }, files: [{ name: "a.csv", content }] });
  const { run_id } = added.body.runs[0];
  await bea.waitForRun(run_id);
  for (let index = 0; index < 12; index += 1) {
    await bea.makeBuild(`a build ${index}`);
    await bea.post("/me/tokens", { name: `token ${index}`, scopes: ["read"] });
  }
  const headers = { Cookie: bea.cookie ?? "" };
  const paths = ["/me/tokens", "/builds", `/builds/${build_id}/runs`, `/benchmarks/runs/${run_id}/file`];
  for (const path of [...paths, "/me/export", "/me", "/me/sessions"]) {
    const answer = await send(path, "br, gzip", { headers });
    t.is(answer.status, 200, path);
    t.is(answer.headers["content-encoding"], undefined, path);
    if (paths.includes(path)) t.true(answer.bytes.length > 1024, `${path}: ${answer.bytes.length} bytes`);
  }
  const anonymous = await send(`/builds/${build_id}/runs`, "br, gzip");
  t.is(anonymous.headers["content-encoding"], "br", "the public view of the same runs is compressed");
});

test("a response that sets a cookie or creates a token is not compressed, and neither is a problem response", async (t) => {
  const headers = { "Content-Type": "application/json" };
  const name = "x".repeat(60);
  const login = await send("/login/dev", "br", { method: "POST", headers, body: JSON.stringify({ name }) });
  t.is(login.status, 200);
  t.is(login.headers["content-encoding"], undefined);
  const query = Array.from({ length: 12 }, () => "min_cores=x").join("&");
  const refused = await send(
    `/products/cpu?${query}&max_cores=x&limit=x&page=x&min_price=x&max_price=x`,
    "br",
  );
  t.is(refused.status, 422);
  t.is(refused.headers["content-encoding"], undefined);
});

test("a client that disconnects while its response is compressed does not affect other clients", async (t) => {
  await new Promise<void>((resolve) => {
    const options = { headers: { "Accept-Encoding": "br" } };
    const sent = get(`${service.url}/benchmarks/runs/${run}/chart.svg`, options, (response) => {
      response.destroy();
    });
    sent.on("close", () => resolve()).on("error", () => resolve());
  });
  t.is((await send("/health/live", "br")).status, 200);
});
