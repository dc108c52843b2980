import test from "ava";
import { createDrawing } from "../../../src/benchmarks/preview/drawing.ts";
import { drawableForm } from "../../../src/benchmarks/preview/picture.ts";
import { OverloadedError } from "../../../src/errors.ts";
import { makeCapture, makeGameFrames, RANKED_FRAMES } from "../../helpers/capture-generator.ts";
import { startTestService } from "../../helpers/service.ts";
import { untilRanked } from "../../helpers/until-ranked.ts";

const service = await startTestService(test, { hasIndexes: true });
const capture = makeCapture("presentmon-1.10", makeGameFrames(1, RANKED_FRAMES));
const name = 'Quiet <script>alert("x")</script>';

let run_id: string;

test.before(async () => {
  const ada = await service.signIn("ada");
  const cpu = (await service.anonymous.get("/products/cpu")).body.results[0]?.cpuid as number | undefined;
  const { body } = await ada.post("/builds", { name, ...(cpu !== undefined && { parts: { cpu } }) });
  const files = [{ name: "secret-name.csv", content: capture }];
  const added = await ada.add({ build_id: body.build.build_id, benchmarks: { id: 16 }, files });
  run_id = added.body.runs[0].run_id;
  await ada.waitForRun(run_id);
  await untilRanked(service.stores);
});

const svgOf = (id: string) => service.anonymous.get(`/benchmarks/runs/${id}/preview.svg`);
const pngOf = (id: string, init: RequestInit = {}) =>
  fetch(`${service.url}/benchmarks/runs/${id}/preview.png`, init);

test("the preview picture of a run shows the measurement, and names appear as text only", async (t) => {
  const { status, text, headers } = await svgOf(run_id);
  const { body: run } = await service.anonymous.get(`/benchmarks/runs/${run_id}`);
  t.is(status, 200);
  t.is(headers.get("content-type"), "image/svg+xml; charset=utf-8");
  t.true(text.includes("Game benchmark"));
  t.true(text.includes(`>${(run.score as number).toFixed(1)}<`));
  t.true(text.includes("1 % low"));
  t.true(text.includes("Quiet &lt;script&gt;"));
  t.false(text.includes("<script"));
  t.false(text.includes("secret-name"), "the name of the file is visible to its submitter alone");
});

test("the preview picture of a run is also available as a PNG, of the size that chats show", async (t) => {
  const answer = await pngOf(run_id);
  t.is(answer.status, 200);
  t.is(answer.headers.get("content-type"), "image/png");
  t.is(answer.headers.get("cross-origin-resource-policy"), "cross-origin");
  const png = Buffer.from(await answer.arrayBuffer());
  t.is(png.subarray(0, 8).toString("hex"), "89504e470d0a1a0a");
  // The first chunk of a PNG contains the width and the height of the picture.
  t.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
  t.true(png.length > 5000, "it has text");
  const again = await pngOf(run_id);
  t.deepEqual(Buffer.from(await again.arrayBuffer()), png);
});

test.serial("the service does not send a preview's PNG again to a client that has the PNG", async (t) => {
  const head = await pngOf(run_id, { method: "HEAD" });
  const etag = head.headers.get("etag") ?? "";
  t.true(etag.startsWith('W/"'));
  const known = await pngOf(run_id, { headers: { "If-None-Match": etag, "Cache-Control": "max-age=0" } });
  t.is(known.status, 304);
});

test("the preview picture of a build shows its name, owner, hardware and results as text only, also as a PNG", async (t) => {
  const { body: run } = await service.anonymous.get(`/benchmarks/runs/${run_id}`);
  const path = `/builds/${run.build_id}/preview`;
  const { status, text, headers } = await service.anonymous.get(`${path}.svg`);
  t.is(status, 200);
  t.is(headers.get("content-type"), "image/svg+xml; charset=utf-8");
  for (const shown of ["Quiet &lt;script&gt;", "by ada", `>${(run.score as number).toFixed(1)}<`])
    t.true(text.includes(shown), shown);
  t.false(text.includes("<script"));
  const answer = await fetch(`${service.url}${path}.png`);
  const png = Buffer.from(await answer.arrayBuffer());
  t.is(answer.headers.get("content-type"), "image/png");
  t.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
  t.true(png.length > 5000, "it has text");
  t.is(answer.headers.get("cross-origin-resource-policy"), "cross-origin");
  const etag = { "If-None-Match": answer.headers.get("etag") ?? "", "Cache-Control": "max-age=0" };
  t.is((await fetch(`${service.url}${path}.png`, { headers: etag })).status, 304);
});

test("a build without results has a picture, and a hidden, deleted or unknown build has none", async (t) => {
  const ada = await service.signIn("ada");
  const [empty, hidden, deleted] = [await ada.makeBuild(), await ada.makeBuild(), await ada.makeBuild()];
  await service.services.builds.hide(hidden, "an insult");
  await ada.send("DELETE", `/builds/${deleted}`);
  t.true((await ada.get(`/builds/${empty}/preview.svg`)).text.includes("No result yet"));
  for (const id of [hidden, deleted, 999_999])
    for (const form of ["svg", "png"]) t.is((await ada.get(`/builds/${id}/preview.${form}`)).status, 404);
});

test("the preview picture of a failed run says that the run failed", async (t) => {
  const ada = await service.signIn("grace");
  const build_id = await ada.makeBuild();
  // All rows of the capture are of the desktop of Windows, so that the run fails only after a worker has read the whole
  // file.
  const rows = "dwm.exe,1,16\n".repeat(9);
  const files = [{ name: "desktop.csv", content: `Application,ProcessID,MsBetweenPresents\n${rows}` }];
  const added = await ada.add({ build_id, benchmarks: { id: 16 }, files });
  const { body: run } = await ada.waitForRun(added.body.runs[0].run_id);
  const { text } = await svgOf(added.body.runs[0].run_id);
  t.is(run.status, "failed");
  t.true(text.includes("No result"));
});

test("a request for the picture of a run that does not exist gets a 404", async (t) => {
  t.is((await svgOf("none")).status, 404);
  t.is((await pngOf("none")).status, 404);
});

test("preview pictures are drawn one after the other, and requests beyond the limit of the queue are refused", async (t) => {
  const drawing = createDrawing({ maxWaiting: 1 });
  t.teardown(drawing.close);
  const svg = (text: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><text y="20">${text}</text></svg>`;
  const asked = await Promise.allSettled(["a", "b", "c", "b"].map((text) => drawing.png(svg(text))));
  t.deepEqual(
    asked.map(({ status }) => status),
    ["fulfilled", "fulfilled", "rejected", "fulfilled"],
    "a request for a picture that is being drawn waits for it and takes no place in the queue",
  );
  t.true(asked[2]?.status === "rejected" && asked[2].reason instanceof OverloadedError);
});

test("a preview picture shows letters of languages beyond Western Europe, and leaves out letters that no font of the service has", async (t) => {
  t.is(drawableForm("Łódź · Привет 静かな塔 1 % 😀!"), "Łódź · Привет  1 % !");
  const drawing = createDrawing({ maxWaiting: 10 });
  t.teardown(drawing.close);
  const draw = (text: string) =>
    drawing.png(
      `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><text y="30" font-family="Inter">${text}</text></svg>`,
    );
  const [nothing, cyrillic, greek] = [await draw(""), await draw("Ж"), await draw("Λ")];
  t.notDeepEqual(cyrillic, nothing);
  t.notDeepEqual(greek, cyrillic, "the fonts have both letters, instead of drawing the same box for each");
});
