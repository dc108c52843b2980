import test from "ava";
import { SaxesParser } from "saxes";
import { startNetwork } from "../helpers/network.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { startRankedService } from "../standings/ranked-service.ts";
import { textOf } from "./page-visits.ts";

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

/** Returns whether crawlers may read an address: of the rules that fit, the longest one counts (RFC 9309). */
function mayRead(robots: string, address: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (.*)$/gm)].filter(([, , rule = ""]) => {
    const pattern = rule.replaceAll(/[.?+]/g, String.raw`\$&`).replaceAll("*", ".*");
    return new RegExp(`^${pattern}`).test(address);
  });
  const longest = rules.toSorted((a, b) => (b[2] ?? "").length - (a[2] ?? "").length)[0];
  return longest?.[1] !== "Disallow";
}

test("robots.txt names the sitemap for crawlers, and excludes searches, filters and pages for one visitor", async (t) => {
  const { status, text, headers } = await client.get("/robots.txt");
  t.is(status, 200);
  t.is(headers.get("content-type"), "text/plain; charset=utf-8");
  t.true(text.includes(`Sitemap: ${ORIGIN}/sitemap.xml\n`));
  for (const path of [
    "/search?query=x",
    "/me/runs",
    "/hardware/cpu?makes=AMD",
    "/hardware/gpu?makes=MSI&page=2",
  ])
    t.false(mayRead(text, path), path);
  for (const path of [
    "/",
    "/hardware/cpu",
    "/hardware/cpu?page=2",
    "/hardware/cpu/a-cpu",
    "/rankings/16?variant=x",
  ])
    t.true(mayRead(text, path), path);
});

test("the parts of the sitemap list products, chips and rankings, and none of them lists removed products", async (t) => {
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

test("the Atom feed has the newest result of each build, and no hidden build", async (t) => {
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
  t.is(title, "15,001 points in Cinebench R23 multi-core: Tower <b>&</b> Co");
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

test("the service has its icon at /favicon.ico, where browsers look for icons", async (t) => {
  const { status, headers, text } = await client.get("/favicon.ico");
  t.is(status, 200);
  t.is(headers.get("content-type"), "image/svg+xml; charset=utf-8");
  t.true(text.startsWith("<svg "));
});

test("the page about the state of the service says in plain words what does not work while a store is unavailable", async (t) => {
  const network = await startNetwork(t, service.config.MEILI_URL);
  const env = { MEILI_URL: network.url, STORE_TIMEOUT_MS: "1000" };
  const { anonymous } = await startTestService(t, { env, hasWorkers: false });
  const stateOf = async () => {
    const { status, text } = await anonymous.get("/state", { Accept: "text/html" });
    return status === 200 ? textOf(text) : "";
  };
  t.regex(await stateOf(), /Sign in .* Checked on \d+ \w+ \d{4}, \d\d:\d\d UTC/);
  const works = "Builds, results and accounts; signing in works Rankings, medians and sending results works";
  await until(
    async () => (await stateOf()).includes(`Everything works. ${works} Search of hardware works`),
    "everything works",
  );
  network.cut();
  await until(async () => {
    const state = await stateOf();
    return (
      state.includes(`${works} Search of hardware does not answer`) && !state.includes("Everything works.")
    );
  }, "the page says that the search does not answer");
  const search = await anonymous.get("/hardware/cpu?query=ryzen", { Accept: "text/html" });
  t.is(search.status, 503);
  t.true(
    textOf(search.text).includes("For the moment the search does not answer. Try again in a few seconds."),
  );
  network.restore();
  t.pass();
});

test("while the ranks cannot be read, the sitemap of pages is a problem response instead of an incomplete document", async (t) => {
  const network = await startNetwork(t, service.config.REDIS_URL);
  const env = { REDIS_URL: network.url, STORE_TIMEOUT_MS: "1000" };
  const { anonymous } = await startTestService(t, { env, hasWorkers: false });
  await until(async () => (await anonymous.get("/health/ready")).status === 200, "the service is ready");
  network.cut();
  const { status, headers } = await anonymous.get("/sitemap/pages.xml");
  network.restore();
  t.is(status, 503);
  t.is(headers.get("content-type"), "application/problem+json");
});
