import test from "ava";
import { makeCapture, makeGameFrames, RANKED_FRAMES } from "../helpers/capture-generator.ts";
import { startTestService } from "../helpers/service.ts";
import type { Client } from "../helpers/client.ts";
import { until } from "../helpers/until.ts";
import { textOf } from "./page-visits.ts";

const service = await startTestService(test);
const capture = makeCapture("presentmon-1.10", makeGameFrames(1, RANKED_FRAMES));
const HTML = { Accept: "text/html" };

const builds: number[] = [];
const runs: string[] = [];

async function submit(client: Client, build_id: number): Promise<string> {
  const files = [{ name: "x.csv", content: capture }];
  const added = await client.add({ build_id, benchmarks: { id: 16 }, files });
  const run_id = added.body.runs[0].run_id as string;
  await client.waitForRun(run_id);
  return run_id;
}

test.before(async () => {
  const ada = await service.signIn("ada");
  for (const name of ["Quiet tower", "Loud <b>box</b>"]) {
    const build = await ada.makeBuild(name);
    builds.push(build);
    runs.push(await submit(ada, build));
    const scores = name === "Quiet tower" ? [15_000, 15_100, 15_050] : [18_000, 18_100, 18_050];
    await ada.add({ build_id: build, benchmarks: { id: 15, runs: scores } });
  }
});

/** A compared quantity, such as the average frame rate, in the API's response to a comparison. */
interface ApiFigure {
  figure: string;
  values: { mean: number; difference: { verdict: string } | null }[];
}

/** Returns the numbers in the cells of each row of a table, without the commas between thousands. */
function rowsOf(table: string): string[][] {
  const [, body = ""] = /<tbody>([^]*)<\/tbody>/.exec(table) ?? [];
  return body
    .split("</tr>")
    .slice(0, -1)
    .map((row) =>
      Array.from(row.matchAll(/<span class="figure[^"]*">([^<]*)<\/span>/g), ([, text = ""]) =>
        text.replaceAll(",", ""),
      ),
    );
}

const open = (query: string) => service.anonymous.get(`/compare${query}`, HTML);

test("the comparison page shows two runs side by side with the numbers, charts and Markdown of the API", async (t) => {
  const query = `?runs=${runs.join(",")}`;
  const { status, text } = await open(query);
  t.is(status, 200);
  const { body } = await service.anonymous.get(`/compare${query}`);
  t.true(body.results[0].metrics.length > 5);
  const { score, metrics } = body.results[0] as { score: ApiFigure; metrics: ApiFigure[] };
  const rows = rowsOf(/<table class="comparison" id="table-0">[^]*?<\/table>/.exec(text)?.[0] ?? "");
  const repeated = (figure: ApiFigure) => figure.figure === "average_fps";
  const expected = [score, ...metrics.filter((figure) => !repeated(figure))];
  t.is(rows.length, expected.length);
  for (const [index, { figure, values }] of expected.entries()) {
    const shown = rows[index] ?? [];
    t.is(shown.length, values.length, figure);
    for (const [column, { mean }] of values.entries()) {
      const [, decimals = ""] = (shown[column] ?? "").split(".");
      t.is(shown[column], mean.toFixed(decimals.length), `${figure} of column ${column}`);
      t.true(decimals.length > 0 || Number.isInteger(mean) || mean >= 1000, `${figure} is not rounded away`);
    }
  }
  t.is(score.values[1]?.difference?.verdict, "too few runs to tell");
  t.false(text.includes("±"), "single runs have no deviation");
  const [difference = ""] = /<p class="difference">[^]*?<\/p>/.exec(text) ?? [];
  t.regex(difference, /too few runs/);
  t.notRegex(difference, / to /, "without an interval");
  t.true(text.includes("Loud &lt;b>box&lt;/b>") || text.includes("Loud &lt;b&gt;box&lt;/b&gt;"));
  t.false(text.includes("<b>box"));
  for (const kind of ["frame-times", "distribution"])
    t.true(text.includes(`/compare/chart.svg${query}&amp;kind=${kind}`), kind);
  const markdown = await service.anonymous.get(`/compare${query}&format=markdown`);
  const shown = /<textarea[^>]*>([^]*?)<\/textarea>/.exec(text)?.[1] ?? "";
  t.is(
    shown.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").trim(),
    markdown.text.trim(),
  );
});

test("the comparison page compares builds by all their runs, and draws the frame times of their captures in one chart", async (t) => {
  const query = `?builds=${builds.join(",")}`;
  const { status, text } = await open(query);
  t.is(status, 200);
  t.true(text.includes("is faster than Quiet tower, by 19.9 %."));
  t.regex(text, /mean of 3 runs ±/);
  t.true(text.includes("The number after ± is the standard deviation"));
  t.is(text.match(/<p class="note">single run<\/p>/g)?.length, 2, "the captures of both builds");
  t.regex(text, /<li>There are too few runs to tell about a difference in harbour\.exe/);
  const markdown = (await service.anonymous.get(`/compare${query}&format=markdown`)).text;
  t.regex(markdown, /^\| Loud .* \| too few runs to tell \|$/m, "the score has the verdict of the page");
  t.regex(markdown, /^\| 1 % low .* %\): too few runs to tell \|$/m);
  t.true(text.includes(`/compare/chart.svg?runs=${runs.join(",")}&amp;kind=frame-times`));
});

test("the forms of the comparison page accept ids and addresses of builds and runs, and redirect to a short address that has only the ids", async (t) => {
  const locationOf = async (query: string) => {
    const { status, headers } = await open(query);
    t.is(status, 303, query);
    return headers.get("location");
  };
  const pasted = encodeURIComponent(`http://bench.test/r/${runs[1]}?view=fps`);
  t.is(await locationOf(`?runs=${runs[0]}&run=${pasted}`), `/compare?runs=${runs.join(",")}`);
  t.is(await locationOf(`?runs=${runs[0]}&runs=${runs[1]}&ticked=yes`), `/compare?runs=${runs.join(",")}`);
  const [first = 0, second = 0] = builds;
  t.is(await locationOf(`?builds=${first}&build=${second}`), `/compare?builds=${first},${second}`);
  const address = encodeURIComponent(`https://bench.test/b/${second}`);
  t.is(await locationOf(`?builds=${first}&build=${address}&page=1`), `/compare?builds=${first},${second}`);
  const base = `/compare?builds=${first},${second}&baseline=${second}`;
  t.is(await locationOf(`?builds=${first},${second}&baseline=${second}&page=1`), base);
  t.is((await open(base.slice("/compare".length))).status, 200);
});

test("the comparison page finds builds by the words of their names, and each found build has a link that adds it to the comparison", async (t) => {
  const [quiet = 0, loud = 0] = builds;
  const found = await open("?build=tow+QUIE");
  t.is(found.status, 200);
  t.true(found.text.includes(`href="/compare?builds=${quiet}"`), found.text);
  t.false(found.text.includes(`href="/compare?builds=${loud}"`));
  const next = await open(`?builds=${quiet}&build=loud`);
  t.true(next.text.includes(`href="/compare?builds=${quiet},${loud}"`));
  const none = await open("?build=no+such+words");
  t.is(none.status, 200);
  t.regex(none.text, /No build has a name with words that begin like “<bdi>no such words<\/bdi>”/);
  t.regex(none.text, /<input id="build" name="build" value="no such words"/, "the form keeps what was typed");
});

test("the comparison page with one build or run asks for the next one, and without any says what can be compared", async (t) => {
  const empty = await open("");
  t.is(empty.status, 200);
  for (const shown of ['name="build"', 'name="run"', 'name="product"', 'name="other_product"', "First run"])
    t.true(empty.text.includes(shown), shown);
  t.true(empty.text.includes('href="/hardware/cpu"'));
  t.false(empty.text.includes("Nothing was selected"));
  t.regex(
    empty.text,
    /An example: <a href="\/compare\?builds=\d+,\d+"><bdi>/,
    "two builds with the same benchmark",
  );
  t.regex(empty.text, /aria-label="Newest results"><table [^]*?<a [^>]*"\/compare\?runs=[^,"]+"/);
  const { text: ofBuild } = await service.anonymous.get(`/b/${builds[0]}`, HTML);
  const [form = ""] = /<form class="stack" action="\/compare">[^]*?<\/form>/.exec(ofBuild) ?? [];
  t.true(form.includes('name="runs"'), "the page of a build has a form with its runs");
  const hidden = Array.from(
    form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g),
    ([, name = "", value = ""]) => [name, value],
  );
  const sent = await open(`?${new URLSearchParams(hidden).toString()}`);
  t.true(sent.text.includes("Nothing was selected"), "a form that is sent without a tick says so");
  const one = await open(`?builds=${builds[0]}`);
  t.is(one.status, 200);
  t.regex(one.text, /<h1>Compare <bdi>Quiet tower<\/bdi><\/h1>/);
  t.false(one.text.includes("Next: choose"));
  t.regex(one.text, new RegExp(`<input type="hidden" name="builds" value="${builds[0]}"`));
  const run = await open(`?runs=${runs[0]}`);
  t.regex(run.text, /<h1>Compare this run with …<\/h1>/);
  t.regex(textOf(run.text), new RegExp(`[\\d.]+ fps Quiet tower , build ${builds[0]} by ada`));
  // A ranking has one entry of an account for all of its builds without parts, so the other build needs another owner.
  const grace = await service.signIn("grace");
  const other = await submit(grace, await grace.makeBuild("Other tower"));
  const isOffered = async () =>
    (await open(`?runs=${runs[0]}`)).text.includes(`href="/compare?runs=${runs[0]},${other}"`);
  await until(isOffered, "the run of another build is offered, which is near in the ranking");
  const [, ranking = ""] =
    /href="([^"]*)">Choose from the whole ranking of <bdi>harbour/.exec(run.text) ?? [];
  t.true(textOf(run.text).includes("Not a fixed benchmark scene: each person chose what to record"));
  t.is((await service.anonymous.get(ranking.replaceAll("&amp;", "&"), HTML)).status, 200);
  const ada = await service.signIn("ada");
  const twin = await ada.makeBuild("Twice");
  const { body } = await ada.add({ build_id: twin, benchmarks: { id: 15, runs: [15_000, 15_100] } });
  const [first, second] = (body.runs as { run_id: string }[]).map(({ run_id }) => run_id);
  const similar = await open(`?runs=${first}`);
  const offer = `/compare\\?runs=${first},${second}"><span class="visually-hidden">Compare with </span><bdi>15,100 `;
  t.regex(similar.text, new RegExp(offer), "the other run of the build is offered");
  t.true(similar.text.includes("Choose the run to compare with:"));
});

test("the comparison page with one run offers the builds next to it in the ranking, even those on the previous page of the ranking", async (t) => {
  const ids: string[] = [];
  for (let place = 0; place < 11; place += 1) {
    const client = await service.signIn(`ranked ${place}`);
    const benchmarks = { id: 3, runs: [5000 - place] };
    const { body } = await client.add({ build_id: await client.makeBuild(`Place ${place}`), benchmarks });
    ids.push(body.runs[0].run_id as string);
  }
  const isOffered = async () =>
    (await open(`?runs=${ids[10]}`)).text.includes(`href="/compare?runs=${ids[10]},${ids[9]}"`);
  await until(isOffered, "the last run is offered the run before it");
  t.true((await open(`?runs=${ids[10]}`)).text.includes("Other builds near it in the ranking"));
});

test("the comparison page names faulty ids in plain words, and its form keeps the other ids", async (t) => {
  const faulty = await open(`?builds=${builds[0]},999999999`);
  t.is(faulty.status, 422);
  t.true(faulty.text.includes("There is no build 999999999."));
  t.regex(faulty.text, new RegExp(`<input type="hidden" name="builds" value="${builds[0]}"`));
  t.regex(faulty.text, /<input id="build" name="build" value="999999999"/);
  t.notRegex(faulty.text, /\/builds\/1|JSON/);
  const wrong = await open(`?runs=${runs[0]},none`);
  t.is(wrong.status, 422);
  t.true(wrong.text.includes("There is no run none."));
  const many = await open(`?builds=${Array.from({ length: 9 }, (_, index) => index + 1).join(",")}`);
  t.is(many.status, 422);
  t.true(many.text.includes("At most 8 builds can be compared at once, found 9."));
  t.is((await open(`?builds=${builds.join(",")}&runs=${runs.join(",")}`)).status, 422);
});

test("a comparison shows the hardware in separate rows, and for each column a link that makes the column the baseline", async (t) => {
  const ada = await service.signIn("ada");
  const { catalogue } = service.services;
  const price_date = new Date().toISOString().slice(0, "YYYY-MM-DD".length);
  await catalogue.save("cpu", "test", [
    { sourceId: "a", fields: { make: "AMD", model: "Ryzen 7 5800X", price_usd: 179, price_date } },
  ]);
  const cpu = (await catalogue.findPartBySlug("cpu", "amd-ryzen-7-5800x"))?.id;
  const made = await ada.post("/builds", { name: "Twin", parts: { cpu } });
  const twins = [made.body.build.build_id as number, await ada.makeBuild("Twin")];
  const { text } = await open(`?builds=${twins.join(",")}`);
  t.regex(text, /<h1><bdi>Twin \(Ryzen 7 5800X\)<\/bdi> and <bdi>Twin \(build \d+\)<\/bdi><\/h1>/);
  t.regex(text, /<th scope="row">Processor<\/th><td><a href="\/hardware\/cpu\/amd-ryzen-7-5800x">/);
  t.regex(text, /\$179\.00, <time/);
  t.regex(
    text,
    /<th scope="row">Price of the parts<\/th><td><b>\$179\.00<\/b> <span class="note">for the 1 named part<\/span>/,
  );
  const [first, second] = builds;
  const compared = await open(`?builds=${first},${second}`);
  t.regex(compared.text, /Compared with <a href="\/b\/\d+">/, "two have no others");
  const place = (words: string) => compared.text.lastIndexOf(words);
  t.true(place('<h2 id="result">') < place("is faster than Quiet tower"));
  t.true(place("is faster than Quiet tower") < place("What is compared"), "the result stands first");
  t.false(compared.text.includes("Shaded rows differ;"), "neither build names a part");
  t.true(text.includes("Shaded rows differ;"), "one of the twins has a processor");
  t.true(compared.text.includes(`href="/compare?builds=${first},${second}&amp;baseline=${second}"`));
  t.false(compared.text.includes("Leave out"), "two things are the fewest");
  const turned = await open(`?builds=${first},${second}&baseline=${second}`);
  t.regex(turned.text, /Quiet tower is slower than Loud/);
  t.true(turned.text.includes(`href="/compare?builds=${first},${second}"`));
  const three = await open(`?builds=${first},${second},${twins[0]}`);
  t.true(three.text.includes(`href="/compare?builds=${second},${twins[0]}"`), "without the first one");
});

test("the page of a comparison says only once that there is no real difference or that both sides have the same file, and has bars and pictures of two widths", async (t) => {
  const { text } = await open(`?runs=${runs.join(",")}`);
  t.true(text.includes("The same file stands on both sides"));
  t.is(text.match(/<li>There are too few runs to tell/g)?.length, 1);
  t.notRegex(text, /<span class="badge">/);
  const ada = await service.signIn("ada");
  const even = await ada.makeBuild("Even");
  await ada.add({ build_id: even, benchmarks: { id: 15, runs: [15_010, 15_095, 15_048] } });
  const alike = (await open(`?builds=${builds[0]},${even}`)).text;
  t.true(alike.includes("There is no real difference in Cinebench R23 multi-core."), alike);
  t.regex(alike, /aria-hidden="true">≈</);
  const evener = await ada.makeBuild("Evener");
  for (const [build_id = 0, id] of [
    [even, 3],
    [evener, 15],
    [evener, 3],
    [builds[0], 3],
  ] as const)
    await ada.add({ build_id, benchmarks: { id, runs: [15_020, 15_080, 15_051] } });
  const ofThree = (await open(`?builds=${builds[0]},${even},${evener}`)).text;
  const sentences = ofThree.match(/<li>There is no real difference between [^<]*/g) ?? [];
  t.is(sentences.length, 1, "benchmarks with the same verdict share a sentence");
  t.regex(sentences[0] ?? "", /Even and Evener in Cinebench R2\d multi-core and Cinebench R2\d/);
  t.regex(text, /<source[^>]*srcset="\/compare\/chart\.svg\?[^"]*&amp;width=375"/);
  for (const picture of ['class="score-bars"', 'src="/compare/chart.svg']) {
    const place = text.indexOf(picture);
    t.true(place > 0 && place < text.indexOf('id="table-0"'), `${picture} comes before the table`);
  }
});

test("a right-to-left name changes the direction of neither the heading nor the sentences of a comparison", async (t) => {
  const ada = await service.signIn("ada");
  const name = "מגדל שקט";
  const build = await ada.makeBuild(name);
  await ada.add({ build_id: build, benchmarks: { id: 15, runs: [18_000, 18_100, 18_050] } });
  const { text } = await open(`?builds=${builds[0]},${build}`);
  t.true(text.includes(`<h1><bdi>Quiet tower</bdi> and <bdi>${name}</bdi></h1>`));
  const isolated = `\u2068${name}\u2069`;
  t.true(text.includes(`R23 multi-core: ${isolated} is faster than Quiet tower, by 19.9 %.</li>`), text);
  t.regex(text, new RegExp(`<title>\u2068Quiet tower and ${isolated}, compared\u2069 · `));
});

test("a program that accepts JSON gets the comparison as JSON at the address of its page", async (t) => {
  const { headers, body } = await service.anonymous.get(`/compare?runs=${runs.join(",")}`);
  t.is(headers.get("content-type"), "application/json; charset=utf-8");
  t.is(body.total, 1);
});
