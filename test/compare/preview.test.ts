import test from "ava";
import { startTestService } from "../helpers/service.ts";
import type { Client } from "../helpers/client.ts";
import { madeCapture, submitFiles, submitScores } from "./captures.ts";

const service = await startTestService(test);
const svgOf = (query: string) => service.anonymous.get(`/compare/preview.svg?${query}`);
const pngOf = (query: string, init: RequestInit = {}) =>
  fetch(`${service.url}/compare/preview.png?${query}`, init);

/** Makes a build for each name, with scores of Cinebench R23, and returns the ids of the builds. */
async function measured(
  client: Client,
  scores: Readonly<Record<string, readonly number[]>>,
): Promise<number[]> {
  const ids: number[] = [];
  for (const [name, runs] of Object.entries(scores)) {
    const id = await client.makeBuild(name);
    if (runs.length > 0) await submitScores(client, id, runs);
    ids.push(id);
  }
  return ids;
}

/** Returns the texts in an SVG picture, in their order. */
const textsIn = (svg: string): string[] =>
  Array.from(svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g), ([, text = ""]) => text);

/** Returns the widths of the bars in an SVG picture, in pixels. */
const barsIn = (svg: string): number[] =>
  Array.from(svg.matchAll(/<rect x="\d+" y="\d+" width="(\d+)"/g), ([, width]) => Number(width));

test("the preview picture of a comparison of builds has its heading and a bar for each of up to four builds", async (t) => {
  const client = await service.signIn("builds");
  const ids = await measured(client, {
    "Quiet tower": [15_000, 15_200],
    "Loud tower": [30_200],
    Third: [7550],
    Fourth: [7550],
    Fifth: [7550],
  });
  const [first, second] = ids;
  const { status, text, headers } = await svgOf(`builds=${first},${second}`);
  t.is(status, 200, text);
  t.is(headers.get("content-type"), "image/svg+xml; charset=utf-8");
  t.deepEqual(textsIn(text), [
    "Quiet tower and Loud tower",
    "Cinebench R23 multi-core",
    "higher is better",
    "Quiet tower",
    "15,100 points",
    "Loud tower",
    "30,200 points",
  ]);
  t.deepEqual(barsIn(text), [380, 760], "the longest bar is that of the highest score");
  const five = await svgOf(`builds=${ids.join()}`);
  t.is(barsIn(five.text).length, 4);
  t.true(textsIn(five.text).includes("Quiet tower, Loud tower, Third and 2 more"));
  t.is(textsIn(five.text).at(-1), "and 1 more");
});

test("the preview picture of a comparison is also a PNG of the size that chats show, and unchanged PNGs get a 304", async (t) => {
  const ids = await measured(await service.signIn("png"), { "First one": [15_000], "Second one": [16_000] });
  const answer = await pngOf(`builds=${ids.join()}`);
  t.is(answer.status, 200);
  t.is(answer.headers.get("content-type"), "image/png");
  t.is(answer.headers.get("cross-origin-resource-policy"), "cross-origin");
  const png = Buffer.from(await answer.arrayBuffer());
  t.is(png.subarray(0, 8).toString("hex"), "89504e470d0a1a0a");
  t.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
  t.true(png.length > 5000, "it has text");
  const etag = { "If-None-Match": answer.headers.get("etag") ?? "", "Cache-Control": "max-age=0" };
  t.is((await pngOf(`builds=${ids.join()}`, { headers: etag })).status, 304);
  const page = await service.anonymous.get(`/compare?builds=${ids.join()}`, { Accept: "text/html" });
  const picture = `http://bench.test/compare/preview.png?builds=${ids.join()}`;
  t.true(page.text.includes(`<meta property="og:image" content="${picture}"/>`));
  t.true(page.text.includes('<meta property="og:image:alt" content="First one and Second one, compared"/>'));
});

test("the preview picture of a comparison of runs shows their scores, or only their names without a common benchmark", async (t) => {
  const client = await service.signIn("runs");
  const [a = 0, b = 0, empty = 0] = await measured(client, { "Build a": [], "Build b": [], Empty: [] });
  const [first = ""] = await submitFiles(client, a, [madeCapture({ seed: 5 })]);
  const [second = ""] = await submitFiles(client, b, [madeCapture({ seed: 6, slower: 2 })]);
  const { text } = await svgOf(`runs=${first},${second}`);
  const scoreOf = async (id: string) =>
    ((await service.anonymous.get(`/benchmarks/runs/${id}`)).body.score as number).toFixed(1);
  t.like(textsIn(text), ["Build a and Build b", "harbour.exe"]);
  for (const id of [first, second]) t.true(textsIn(text).includes(`${await scoreOf(id)} fps`), text);
  const [typed = ""] = await submitScores(client, b, [15_000]);
  for (const query of [`runs=${first},${typed}`, `builds=${a},${empty}`]) {
    const alone = await svgOf(query);
    t.is(alone.status, 200);
    t.true(textsIn(alone.text).includes("They have no benchmark in common"), alone.text);
    t.deepEqual(barsIn(alone.text), []);
  }
  t.deepEqual(textsIn((await svgOf(`builds=${a},${empty}`)).text).slice(2), ["Build a", "Empty"]);
});

test("names in a preview picture are text only, even if they contain markup, emoji or right-to-left words or are too long", async (t) => {
  const client = await service.signIn("names");
  const long = "A very long name of a build, ".repeat(3).trim();
  const names = ["Loud <b>box</b> & more", "برج هادئ 4090", "מגדל שקט", "👩‍👩‍👧‍👦 family", long];
  const ids = await measured(client, Object.fromEntries(names.map((name) => [name, [15_000]])));
  const { status, text } = await svgOf(`builds=${ids.slice(0, 4).join()}`);
  t.is(status, 200);
  t.true(text.includes("Loud &lt;b&gt;box&lt;/b&gt; &amp; more"));
  t.false(text.includes("<b>"));
  const [heading = ""] = textsIn((await svgOf(`builds=${ids[0]},${ids[2]}`)).text);
  t.true(
    heading.includes("\u2068מגדל שקט\u2069"),
    "a name from right to left does not turn the heading around it",
  );
  for (const name of names.slice(1, 4)) t.true(textsIn(text).includes(name), name);
  const cut = textsIn((await svgOf(`builds=${ids[0]},${ids[4]}`)).text);
  t.regex(cut[0] ?? "", /^Loud &lt;b&gt;box.*… and A very long.*…$/);
  t.true(cut.some((one) => one.startsWith("A very long name") && one.endsWith("…") && one.length <= 58));
  const png = Buffer.from(await (await pngOf(`builds=${ids.slice(0, 4).join()}`)).arrayBuffer());
  t.is(png.subarray(0, 8).toString("hex"), "89504e470d0a1a0a");
});

test("a faulty query for a preview picture gets the same faults as the comparison itself", async (t) => {
  const [build] = await measured(await service.signIn("faulty"), { One: [15_000] });
  for (const query of [
    "",
    `builds=${build}`,
    `builds=${build},999999999`,
    `builds=${build},${build}`,
    "runs=a,b",
  ]) {
    const { body: known } = await service.anonymous.get(`/compare?${query}`);
    for (const form of ["svg", "png"]) {
      const { status, body } = await service.anonymous.get(`/compare/preview.${form}?${query}`);
      t.is(status, 422, query);
      t.deepEqual(body.errors, known.errors, query);
    }
  }
});

test("while the queue for preview pictures is full, the PNG of a comparison or of a build gets a 503 with Retry-After", async (t) => {
  // With a limit of −1 waiting pictures, the service refuses to draw any PNG.
  const full = await startTestService(t, { hasWorkers: false, constants: { FRAME_RENDERS_WAITING: -1 } });
  const client = await full.signIn("full");
  const ids = await measured(client, { One: [15_000], Two: [16_000] });
  for (const path of [`/compare/preview.png?builds=${ids.join()}`, `/builds/${ids[0]}/preview.png`]) {
    const { status, headers } = await client.get(path);
    t.is(status, 503, path);
    t.truthy(headers.get("retry-after"));
  }
  t.is((await client.get(`/compare/preview.svg?builds=${ids.join()}`)).status, 200);
});
