import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ExecutionContext } from "ava";
import { loadSampleData } from "../../scripts/load-sample-data.ts";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { browserTest, openWindow } from "../helpers/chromium.ts";
import { startTestService } from "../helpers/service.ts";

/** Starts a server that serves an empty page for every host name. Returns its port. */
async function servePages(t: ExecutionContext): Promise<number> {
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html").end("<!doctype html><title>a page</title>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Starts the service, whose settings allow pages of app.bench.test, and a browser window in which all host names of
 * this test resolve to this machine.
 */
async function startWorld(t: ExecutionContext) {
  const port = await servePages(t);
  const service = await startTestService(t, {
    hasIndexes: true,
    env: { ALLOWED_ORIGINS: `http://app.bench.test:${port}` },
  });
  await loadSampleData(service.services);
  const page = await (await openWindow(t)).newPage();
  const api = `http://api.bench.test:${new URL(service.url).port}`;
  /**
   * Opens an empty page of a host and runs a script in the page, with the variables `api`, `send` and `values`.
   * Returns the script's result.
   */
  const runAt = async (host: string, script: string, values: unknown = null): Promise<unknown> => {
    await page.goto(`http://${host}:${port}/`);
    return page.evaluate(`(async () => {
      const api = ${JSON.stringify(api)};
      const values = ${JSON.stringify(values)};
      const send = async (path, options = {}) => {
        try {
          const answer = await fetch(api + path, options);
          const text = await answer.text();
          const headers = Object.fromEntries(answer.headers);
          return { status: answer.status, headers, text, body: /json/.test(headers["content-type"]) ? JSON.parse(text) : null };
        } catch (error) {
          return { refused: String(error) };
        }
      };
      const json = (body) => ({
        method: "POST",
        headers: { "Content-Type": "application/json" },
        credentials: "include",
        body: JSON.stringify(body),
      });
      const form = (fields, files = []) => {
        const body = new FormData();
        for (const [name, value] of Object.entries(fields)) body.append(name, value);
        for (const content of files) body.append("files", new Blob([content]), "capture.csv");
        return { method: "POST", credentials: "include", body };
      };
      const showsImage = (path) => new Promise((resolve) => {
        const image = new Image();
        image.onload = () => resolve(image.naturalWidth);
        image.onerror = () => resolve(0);
        image.src = api + path;
      });
      ${script}
    })()`);
  };
  return { service, runAt };
}

const content = makeCapture("presentmon-1.0", makeGameFrames(1));

browserTest(
  "in a browser, a page of an allowed origin logs in, uploads and reads; a page of another origin reads only public data",
  async (t) => {
    const { service, runAt } = await startWorld(t);
    const own = (await runAt(
      "app.bench.test",
      `const login = await send("/login/dev", json({ name: "ada" }));
     const me = await send("/me", { credentials: "include" });
     const made = await send("/builds", json({ name: "tower" }));
     const build_id = made.body.build.build_id;
     const fields = { build_id, benchmarks: JSON.stringify({ id: 16 }) };
     const added = await send("/benchmarks/add", form(fields, [values]));
     const { run_id } = added.body.runs[0];
     let run;
     do run = await send("/benchmarks/runs/" + run_id + "?wait=30", { credentials: "include" });
     while (["queued", "processing"].includes(run.body.status));
     const missing = await send("/benchmarks/runs/none");
     return { login: login.status, name: me.body?.account?.name, location: added.headers.location, requestId: added.headers["x-request-id"],
       run_id, build_id, run: run.body, missing };`,
      content,
    )) as Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- every use is an assertion on its shape
    t.is(own["login"], 200);
    t.is(own["name"], "ada");
    t.regex(own["location"], /\/benchmarks\/runs\//);
    t.truthy(own["requestId"]);
    t.is(own["run"].status, "complete");
    t.is(own["run"].file.name, "capture.csv", "the response is the submitter's view");
    t.is(own["missing"].status, 404, "a page can read problems");

    const chart = `/benchmarks/runs/${own["run_id"]}/chart.svg?width=375`;
    for (const host of ["app.bench.test", "stranger.example"]) {
      const open = (await runAt(
        host,
        `const search = await send("/products/cpu?query=ryzen&limit=3");
       const { credentials, ...anonymously } = json({ page: 1, limit: 3, min_cores: 8 });
       const posted = await send("/products/cpu", anonymously);
       const chart = await send(values);
       return { search, posted, chart, width: await showsImage(values) };`,
        chart,
      )) as Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- every use is an assertion on its shape
      t.is(open["search"].body.results.length, 3, host);
      t.truthy(open["search"].headers.etag, "a page can read the ETag");
      t.is(open["posted"].status, 200);
      t.true(open["chart"].text.startsWith("<svg "));
      t.is(open["width"], 375, "a page can load a chart as an image");
    }

    // The service allows neither evil.bench.test nor stranger.example as an origin. Browsers send the session cookie
    // only with requests from evil.bench.test, which belongs to the site of the service.
    for (const host of ["evil.bench.test", "stranger.example"]) {
      const refused = (await runAt(
        host,
        `const scores = { build_id: values, benchmarks: JSON.stringify({ id: 15, runs: [15000] }) };
       return [
         await send("/me", { credentials: "include" }),
         await send("/benchmarks/types", { credentials: "include" }),
         await send("/builds", json({ name: "stolen" })),
         await send("/benchmarks/add", form(scores)),
         await send("/login/dev", json({ name: "mallory" })),
         await send("/me", { method: "DELETE", credentials: "include" }),
       ];`,
        own["build_id"],
      )) as { refused?: string }[];
      for (const [index, answer] of refused.entries())
        t.regex(answer.refused ?? "read", /Failed to fetch/, `${host}, request ${index}`);
    }
    const runs = await service.anonymous.get(`/builds/${own["build_id"]}/runs`);
    t.is(runs.body.total, 1, "the form that needs no preflight has changed nothing");
    t.is(await service.stores.db.collection("builds").countDocuments({ name: "stolen" }), 0);
    t.is(await service.stores.db.collection("accounts").countDocuments({ name: "mallory" }), 0);
  },
);
