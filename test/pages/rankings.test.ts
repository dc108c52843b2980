import test from "ava";
import { productKinds } from "../../src/products/index.ts";
import { createClient } from "../helpers/client.ts";
import { startRankedService } from "../standings/ranked-service.ts";
import { asBrowser } from "./html.ts";

const service = await startRankedService(test);
const { anonymous: client, rank, amd, intel, gpu } = service;

test.before("results are ranked before the first test", async () => {
  await rank({ owner: "ada", score: 15_310, parts: { cpu: amd.id, gpu: gpu.id } });
  await rank({ owner: "bob", score: 9000.5, parts: { cpu: intel.id } });
  await rank({ owner: "cleo", score: 22_000 });
  const game = { benchmark_id: 16, variant: "Night <i>Rails</i>" };
  await rank({ ...game, owner: "ada", score: 60, parts: { gpu: gpu.id }, settings: { resolution: "4K" } });
  await rank({ ...game, owner: "bob", score: 144.25, settings: { resolution: "1080p", preset: "High" } });
  await rank({ owner: "cleo", benchmark_id: 16, variant: "Other Game", score: 30 });
});

const open = async (path: string, status = 200) => {
  const answer = await client.get(path, asBrowser);
  if (answer.status !== status) throw new Error(`expected ${status} at ${path}, found ${answer.status}`);
  return answer.text;
};
const runsOf = (html: string) => [...html.matchAll(/<a href="\/r\/([^"]+)">/g)].map(([, id]) => id);

for (const query of ["", "?limit=2", "?limit=2&page=2"])
  test(`the page of a ranking shows the results of the API for the same query: ${query || "none"}`, async (t) => {
    const { body } = await client.get(`/benchmarks/15/ranking${query}`);
    const html = await open(`/rankings/15${query}`);
    t.true(body.results.length > 0);
    t.deepEqual(
      runsOf(html),
      (body.results as { run_id: string }[]).map(({ run_id }) => run_id),
    );
    for (const { build } of body.results as { build: { build_id: number; owner: { name: string } } }[]) {
      t.true(html.includes(`<a href="/b/${build.build_id}">`));
      t.true(html.includes(`<bdi>${build.owner.name}</bdi>`));
    }
    t.true(html.includes("3 builds."), html);
    t.true(html.includes('<th scope="col">Day</th>'));
  });

test("a ranking of several pages links to the first and last page, the pages beside the shown one, and the next and previous page", async (t) => {
  const linksOf = async (query: string) => {
    const [nav = ""] =
      /<nav class="row pages"[^]*?<\/nav>/.exec(await open(`/rankings/15?limit=1${query}`)) ?? [];
    const links = [...nav.matchAll(/<a ([^>]*)>([^]*?)<\/a>/g)];
    return links.map(([, attributes = "", text = ""]) => {
      const [, page = "1"] = /href="[^"]*[?;]page=(\d+)/.exec(attributes) ?? [];
      const shown = text.replaceAll(/<[^>]*>/g, "");
      return `${shown}: ${page}${attributes.includes('aria-current="page"') ? ", shown" : ""}`;
    });
  };
  t.deepEqual(await linksOf(""), ["Page 1: 1, shown", "Page 2: 2", "Page 3: 3", "Next: 2"]);
  t.deepEqual(await linksOf("&page=3"), ["Previous: 2", "Page 1: 1", "Page 2: 2", "Page 3: 3, shown"]);
  t.deepEqual(await linksOf("&page=9"), ["Previous: 3", "Page 1: 1", "Page 3: 3"], "beyond the last page");
  t.false((await open("/rankings/15")).includes('class="row pages"'), "one page has no links to pages");
});

test("without a variant in the query, the page of a benchmark ranks its most measured variant with the most measured settings", async (t) => {
  const html = await open("/rankings/16");
  t.regex(html, / selected>Night &lt;i>Rails&lt;\/i> \(2\)<\/option>/);
  t.false(html.includes("<i>Rails"), "a name is no markup");
  const { body } = await client.get(
    `/benchmarks/16/ranking?variant=${encodeURIComponent("Night <i>Rails</i>")}&resolution=1080p&preset=high`,
  );
  t.deepEqual(
    runsOf(html),
    (body.results as { run_id: string }[]).map(({ run_id }) => run_id),
  );
});

test("the form of a ranking offers the measured settings, and the page of the ranking accepts empty fields", async (t) => {
  const variant = encodeURIComponent("Night <i>Rails</i>");
  const html = await open(`/rankings/16?variant=${variant}&resolution=3840x2160&preset=`);
  t.regex(html, /<select name="resolution">.*<option value="3840x2160" selected>3840x2160 \(1\)<\/option>/);
  t.regex(
    html,
    /<option value="High">High<\/option>/,
    "a count among the results with any resolution would be wrong",
  );
  t.regex(
    await open(`/rankings/16?variant=${variant}&query=other`),
    /<option value="3840x2160">3840x2160<\/option>/,
    "the settings of a game that is not in the list of games",
  );
  t.true(html.includes("1 of 2 builds."));
  const buttons = [...html.matchAll(/<button[^>]*>(Show [^<]+)<\/button>/g)].map(([, words]) => words);
  t.deepEqual(buttons, ["Show results"], "one button applies the game and the filters");
  t.regex(
    await open(`/rankings/16?variant=Other+Game&settings_of=${variant}&resolution=3840x2160&preset=`),
    /the best first\. 1 build\./,
    "the settings of the game that was shown before do not limit another game",
  );
  t.regex(
    await open(`/rankings/16?variant=${variant}&settings_of=${variant}&resolution=3840x2160&preset=`),
    /With these filters: 1 of 2 builds\./,
  );
  t.regex(
    html,
    /<a class="chip" href="[^"]*variant=[^"]*"><span[^>]*>Remove the filter <\/span><span class="chip-name">Resolution/,
  );
});

test("a ranking of builds with a part names the part, and a link removes the part from the query", async (t) => {
  const html = await open(`/rankings/15?cpu=${amd.id}`);
  t.is(runsOf(html).length, 1);
  t.regex(
    html,
    /<a class="chip" href="\/rankings\/15">.*?Processor<\/span> <bdi>AMD Ryzen &lt;b>7&lt;\/b> &amp; 5800X/,
  );
  t.is((await client.get("/rankings/15?cpu=999999", asBrowser)).status, 422);
});

test("the page of a benchmark finds variants by words of their names", async (t) => {
  const html = await open("/rankings/16?query=other");
  t.regex(html, / selected>Other Game \(1\)<\/option>/);
  t.regex(
    await open("/rankings/16?query=nothing+like+it"),
    /Nothing that was measured has the words “nothing like it”/,
  );
});

// This test is serial, so that it ends before another test stores results of benchmark 7.
test.serial(
  "the page of a benchmark without results says that there are none, and an unknown benchmark gives a problem page",
  async (t) => {
    t.regex(await open("/rankings/3"), /Nobody has measured this yet\./);
    t.regex(await open("/rankings/7"), /Nobody has measured this yet\./);
    t.false((await open("/rankings/15")).includes(`<a href="/rankings/3"`), "no tab leads to it");
    t.false((await open("/rankings")).includes("/rankings/3"));
    t.regex(await open("/rankings/999", 404), /There is no benchmark 999/);
  },
);

test("the page of all rankings shows the most measured variants", async (t) => {
  const html = await open("/rankings");
  t.deepEqual(
    [...html.matchAll(/>Cinebench R23 multi-core</g)].length,
    1,
    "the name of the benchmark stands once",
  );
  t.regex(
    html,
    /<a href="\/rankings\/15"><bdi>Cinebench R23 multi-core<\/bdi><\/a> <span class="note">typed-in scores · 3 builds</,
  );
  t.regex(
    html,
    /Games<\/a><\/h2><p class="note">Each game with its most measured resolution and preset, as far as they are known\.</,
  );
  t.regex(html, /<h2[^>]*>(?:<a[^>]*>)?Games</);
  t.regex(
    html,
    /<a href="\/rankings\/16\?variant=Night[^"]*"><bdi>Night &lt;i>Rails&lt;\/i><\/bdi><\/a> <span class="note">1920x1080, High · 1 of 2 builds</,
  );
  const [, ofCinebench = ""] = html.split('aria-labelledby="benchmark-15"');
  const [card = ""] = ofCinebench.split("</section>");
  t.deepEqual(
    [...card.matchAll(/<a href="\/b\/\d+"><bdi>([^<]+)<\/bdi>/g)].map(([, name]) => name),
    ["cleo's build", "ada's build", "bob's build"],
    "the first three places",
  );
});

test("the page of a ranking shows the median from five builds on, names graphics tests by their 3DMark test, and links to each measured test", async (t) => {
  t.false((await open("/rankings/15")).includes(", median "));
  for (const [owner, score] of [
    ["five", 500],
    ["four", 400],
    ["three", 300],
    ["two", 200],
    ["one", 100],
  ] as const)
    await rank({ owner, score, benchmark_id: 7, variant: "Time Spy" });
  const html = await open("/rankings/7");
  t.regex(html, /<h1><bdi>Time Spy graphics test 1<\/bdi><\/h1>/);
  t.true(html.includes("5 builds, median 300.0 fps."), html);
  t.is(html.match(/<a href="\/b\/\d+"><bdi>five's build/g)?.length, 1, "no place stands twice");
  const second = await open("/rankings/7?limit=2&page=2");
  t.regex(
    second,
    /−40\.0 %<span[^>]*> compared with the best</,
    "compared with the best score of the ranking",
  );

  await rank({ owner: "one", score: 90, benchmark_id: 7, variant: "Fire Strike" });
  await rank({ owner: "one", score: 80, benchmark_id: 17, variant: "Fire Strike" });
  await rank({ owner: "one", score: 70, benchmark_id: 17, variant: "Time Spy" });
  const tab = (address: string, name: string) => `<a href="/rankings/${address}"><bdi>${name}</bdi></a>`;
  const spy = await open("/rankings/7?variant=Time+Spy");
  t.true(spy.includes('aria-current="page"><bdi>Time Spy graphics test 1</bdi></a>'));
  t.true(spy.includes(tab("17?variant=Time+Spy", "Time Spy graphics test 2")));
  t.true(spy.includes(`${tab("7?variant=Fire+Strike", "Fire Strike")} <span class="soft">1 build<`));
  const strike = await open("/rankings/7?variant=Fire+Strike");
  t.true(strike.includes(tab("17?variant=Fire+Strike", "Fire Strike graphics test 2")));
  t.true(strike.includes(tab("15", "Cinebench R23 multi-core")));
  await rank({ owner: "one", score: 60, benchmark_id: 18, variant: "Wild Life" });
  const other = await open("/rankings/7?variant=Time+Spy");
  t.true(other.includes(tab("18?variant=Wild+Life", "Wild Life graphics test 3")), "test 3 has no Time Spy");
  t.regex(
    await open("/rankings/15"),
    /<a href="\/rankings\/7\?variant=[^"]+"><bdi>[^<]+ graphics test 1<\/bdi>/,
  );
});

test.serial(
  "typed names of parts limit a ranking, and a message beside the field reports a name that no part has",
  async (t) => {
    const { productSync } = service.services;
    for (const kind of productKinds) await productSync.rebuild(kind);
    const html = await open("/rankings/15?cpu_name=i5+12400&gpu_name=");
    t.is(runsOf(html).length, 1);
    t.regex(html, /<span class="chip-name">Processor<\/span> <bdi>Intel Core i5-12400/);
    t.false(html.includes('name="cpu_name"'), "a chosen part has no field");
    const unlimited = await open("/rankings/15");
    for (const name of ["cpu_name", "gpu_name"]) t.true(unlimited.includes(`name="${name}"`), name);
    t.regex(html, /<input type="hidden" name="cpu" value="\d+"\/>/);
    const unknown = await open("/rankings/15?cpu_name=i5+99999");
    t.is(runsOf(unknown).length, 3, "a name that names nothing limits nothing");
    t.regex(unknown, /aria-invalid="true"/);
    t.regex(unknown, /No processor is called “i5 99999”\./);
    t.regex(unknown, /Did you mean <a href="\/rankings\/15\?cpu=\d+">Intel Core i5-12400<\/a>/);
  },
);

test.serial(
  "if several parts have a typed name, the page of the ranking says which part was taken, and offers the others",
  async (t) => {
    const { productSync, catalogue } = service.services;
    await catalogue.save("cpu", "test", [
      { sourceId: "c", fields: { make: "Intel", model: "Core i5-12400F" } },
      { sourceId: "d", fields: { make: "Intel", model: "Core i9-12900" } },
    ]);
    for (const kind of productKinds) await productSync.rebuild(kind);
    const html = await open("/rankings/15?cpu_name=intel+core");
    const [, taken = ""] = /Showing builds with <b>([^<]+)<\/b>/.exec(html) ?? [];
    t.regex(taken, /^Intel Core i/);
    const others = [...html.matchAll(/<a href="\/rankings\/15\?cpu=(\d+)">(Intel Core [^<]+)<\/a>/g)];
    t.is(others.length, 2, html);
    t.false(others.some(([, , name]) => name === taken));
    const [, id = "", name = ""] = others[0] ?? [];
    t.true((await open(`/rankings/15?cpu=${id}`)).includes(name));
    t.false((await open("/rankings/15?cpu_name=i9+12900")).includes("Did you mean"), "one part alone");
  },
);

test("the pages of rankings, searches and people have check boxes for builds, and show what the visitor keeps to compare", async (t) => {
  const { body } = await client.get("/benchmarks/15/ranking");
  const [{ build }] = body.results as [{ build: { build_id: number; owner: { account_id: string } } }];
  const cookie = `compare=${Buffer.from(JSON.stringify([["builds", "7", "Kept tower"]])).toString("base64url")}`;
  const visitor = createClient(service.url, cookie);
  for (const path of [
    "/rankings/15",
    "/search?query=cleo",
    `/u/${build.owner.account_id}`,
    "/rankings/15?cpu_name=i5+99999",
  ]) {
    const { text } = await visitor.get(path, asBrowser);
    t.regex(text, /<section class="tray"[^]*Kept tower/, path);
    t.regex(text, new RegExp(`name="builds" value="${build.build_id}" form="ticks"`), path);
    t.is(text.match(/<form id="ticks"/g)?.length, 1, path);
  }
  const faulty = await visitor.get("/compare?builds=nonsense", asBrowser);
  t.is(faulty.status, 422);
  t.regex(faulty.text, /<section class="tray"[^]*Kept tower/, "faults leave the tray");
});

test("the page of a product shows the results with the product, and the histogram of the API", async (t) => {
  const { body } = await client.get(`/products/cpu/${amd.slug}/results`);
  const html = await open(`/hardware/cpu/${amd.slug}`);
  t.is(body.total, 1);
  t.regex(html, /Also measured by fewer than five builds: <a[^>]*><bdi>Cinebench R23 multi-core<\/bdi><\/a>/);
  t.true(html.includes(`<a href="/rankings/15?cpu=${amd.id}">`), html);
  t.regex(html, /<source [^>]*srcset="[^"]*histogram\.svg\?[^"]*width=375"/);
  const [, src = ""] = /<img src="([^"]+)"/.exec(html) ?? [];
  const chart = await client.get(src.replaceAll("&amp;", "&"));
  t.is(chart.status, 200);
  t.is(chart.headers.get("content-type"), "image/svg+xml; charset=utf-8");
  t.false(html.includes("<b>7</b>"), "a name is no markup");
});

test.serial(
  "while Redis has no ranks, the page of a product shows its other sections, and a ranking gives a problem page",
  async (t) => {
    const { redis, keyPrefix } = service.stores;
    await redis.unlink(await redis.keys(`{${keyPrefix}:standings}*`));
    t.teardown(async () => service.services.ranks.refill());
    const html = await open(`/hardware/cpu/${amd.slug}`);
    t.regex(html, /The measured results cannot be shown for the moment/);
    t.regex(html, /<h2 id="facts">Specifications<\/h2>/);
    t.regex(await open("/rankings"), /These results cannot be shown for the moment/);
    t.is((await client.get("/rankings/15", asBrowser)).status, 503);
  },
);
