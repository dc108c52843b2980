import test from "ava";
import { SaxesParser } from "saxes";
import { startRankedService } from "../standings/ranked-service.ts";

const service = await startRankedService(test);
const { anonymous: client, rank, amd, intel, gpu } = service;
const ORIGIN = service.config.PUBLIC_URL;

/** Returns the texts of the elements with a name in a document, after a check that the document is XML. */
function textsOf(xml: string, name: string): string[] {
  const texts: string[] = [];
  const parser = new SaxesParser();
  const open: string[] = [];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", (tag) => {
    open.push(tag.name);
    if (tag.name === name) texts.push("");
  });
  parser.on("text", (text) => {
    if (open.at(-1) === name) texts.push(`${texts.pop() ?? ""}${text}`);
  });
  parser.on("closetag", () => open.pop());
  parser.write(xml).close();
  return texts;
}

const locationsIn = async (path: string) => {
  const { status, text, headers } = await client.get(path);
  if (status !== 200) throw new Error(`expected 200 at ${path}, found ${status}: ${text}`);
  if (headers.get("content-type") !== "application/xml; charset=utf-8") throw new Error(`${path} is no XML`);
  return textsOf(text, "loc");
};

test("the rules for crawlers name the sitemap, and leave out searches and pages for one visitor", async (t) => {
  const { status, text, headers } = await client.get("/robots.txt");
  t.is(status, 200);
  t.is(headers.get("content-type"), "text/plain; charset=utf-8");
  t.true(text.includes(`Sitemap: ${ORIGIN}/sitemap.xml\n`));
  for (const path of ["/search", "/me"]) t.true(text.includes(`Disallow: ${path}\n`));
});

test("the sitemap lists products, chips and rankings in its parts, and removed products in none", async (t) => {
  await rank({ owner: "ada", score: 60, benchmark_id: 16, variant: "Night & Rails" });
  await rank({ owner: "ada", score: 15_000 });
  await service.services.catalogue.save("cpu", "test", [
    { sourceId: "gone", fields: { make: "AMD", model: "Gone" } },
  ]);
  await service.services.catalogue.save("gpu", "test", [
    { sourceId: "twin", fields: { make: "MSI", model: "RTX 4070" } },
  ]);
  await service.services.catalogue.remove("cpu", "test", ["gone"]);
  const parts = await locationsIn("/sitemap.xml");
  t.deepEqual(
    parts.map((part) => part.replace(`${ORIGIN}/sitemap/`, "")),
    ["pages.xml", "chips.xml", "cpu-1.xml", "gpu-1.xml"],
    "kinds without products have no part",
  );
  t.deepEqual(await locationsIn("/sitemap/cpu-1.xml"), [
    `${ORIGIN}/hardware/cpu/${amd.slug}`,
    `${ORIGIN}/hardware/cpu/${intel.slug}`,
  ]);
  const chips = await locationsIn("/sitemap/chips.xml");
  t.is(chips.length, 1, "two cards have the same chip");
  const chip = await client.get(String(chips[0]).replace(ORIGIN, ""), { Accept: "text/html" });
  t.is(chip.status, 200);
  const pages = await locationsIn("/sitemap/pages.xml");
  for (const path of ["/", "/rankings", "/rankings/15", "/rankings/16?variant=Night+%26+Rails"])
    t.true(pages.includes(`${ORIGIN}${path}`), path);
  t.false(pages.includes(`${ORIGIN}/rankings/3`), "nobody has measured it");
  for (const unknown of ["cpu-2.xml", "cpu-0.xml", "chips", "ssd-1.xml"])
    t.is((await client.get(`/sitemap/${unknown}`)).status, 404, unknown);
});

test("the feed has the newest result of each build, and nothing that is hidden", async (t) => {
  const empty = await client.get("/feed.xml");
  t.is(empty.headers.get("content-type"), "application/atom+xml; charset=utf-8");
  t.deepEqual(textsOf(empty.text, "updated").length, 1, "an empty feed has the time that Atom demands");
  const person = await service.signIn("Feeder <b>&</b>");
  const { body } = await person.post("/builds", { name: "Tower <b>&</b> Co", parts: { gpu: gpu.id } });
  const build_id = body.build.build_id as number;
  const hidden = await person.makeBuild("Hidden one");
  for (const id of [build_id, hidden])
    await person.add({ build_id: id, benchmarks: { id: 15, runs: [15_000, 15_001] } });
  await service.services.builds.hide(hidden, "test");
  const { status, text, headers } = await client.get("/feed.xml");
  t.is(status, 200);
  const [, title] = textsOf(text, "title");
  t.is(title, "15,001 points in Cinebench R23: Tower <b>&</b> Co");
  t.is(textsOf(text, "entry").length, 1);
  t.deepEqual(textsOf(text, "name"), ["Feeder <b>&</b>"]);
  t.deepEqual(textsOf(text, "summary"), ["MSI RTX 4070"]);
  t.false(text.includes("Hidden one"));
  const first = await client.get("/", { Accept: "text/html" });
  t.regex(first.text, /<link rel="alternate" href="\/feed\.xml" type="application\/atom\+xml"/);
  const etag = headers.get("etag") ?? "";
  const again = await client.get("/feed.xml", { "If-None-Match": etag, "Cache-Control": "max-age=0" });
  t.is(again.status, 304);
});

test("the icon is at its usual address", async (t) => {
  const { status, headers, text } = await client.get("/favicon.ico");
  t.is(status, 200);
  t.is(headers.get("content-type"), "image/svg+xml; charset=utf-8");
  t.true(text.startsWith("<svg "));
});

test("the state of the service is a page in words", async (t) => {
  const { status, text } = await client.get("/state", { Accept: "text/html" });
  t.is(status, 200);
  t.true(text.includes("Everything works."));
  for (const what of ["Builds, results and accounts", "The search of hardware"]) t.true(text.includes(what));
});
