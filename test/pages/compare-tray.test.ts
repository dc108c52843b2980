import test from "ava";
import { createClient } from "../helpers/client.ts";
import { startServiceWithSamples } from "../products/catalogue-service.ts";
import { textOf, visitsOf } from "./page-visits.ts";

const service = await startServiceWithSamples(test);
const { client } = service;
const HTML = { Accept: "text/html" };
const TRAY = "/compare/tray";
const [RYZEN, CORE] = ["cpu/amd-ryzen-7-5800x", "cpu/intel-core-i5-13600k"];

test.before("the ranks are filled before the first test", async () => service.services.ranks.refill());

/**
 * A browser without script: it stores the cookie that lists what the visitor compares, and sends the address of the
 * page from which it posts a form as Referer.
 */
function newBrowser() {
  let cookie = "";
  return {
    cookie: () => cookie,
    open: (path: string) => createClient(service.url, cookie || undefined).get(path, HTML),
    post: async (fields: Readonly<Record<string, string>>, from = "/hardware/cpu") => {
      const visits = visitsOf(service, { cookie });
      const headers: Record<string, string> = from === "" ? {} : { Referer: `${service.url}${from}` };
      const answer = await visits.post(TRAY, fields, headers);
      const [set] = answer.headers.getSetCookie();
      if (set !== undefined) cookie = set.split(";")[0] ?? "";
      return { ...answer, location: answer.headers.get("location"), set };
    },
  };
}

test("visitors who open the same list at the same time see it in their own theme and with the things that they keep to compare; other visitors share one page", async (t) => {
  const open = (cookie?: string) => createClient(service.url, cookie).get("/hardware/gpu", HTML);
  const browser = newBrowser();
  await browser.post({ products: RYZEN });
  const [plain, dark, kept, again] = await Promise.all(
    [undefined, "theme=dark", browser.cookie(), undefined].map(open),
  );
  t.regex(dark?.text ?? "", /<html lang="en" data-theme="dark">/);
  t.not(trayIn(kept?.text ?? ""), "");
  t.is(trayIn(again?.text ?? ""), "");
  t.is(again?.text, plain?.text);
  t.is(again?.headers.get("etag"), plain?.headers.get("etag"));
  t.not(dark?.headers.get("etag"), plain?.headers.get("etag"));
});

/** Returns the text of the tray (the list of things kept for a comparison) on a page; an empty text without a tray. */
const trayIn = (html: string) => textOf(/<section class="tray"[^]*?<\/section>/.exec(html)?.[0] ?? "");

test("a product that a visitor keeps to compare on one page is shown on the next page, is compared by a link, and is removed by a button", async (t) => {
  const browser = newBrowser();
  const list = await browser.open("/hardware/cpu?query=5800x");
  t.is(trayIn(list.text), "");
  t.regex(list.text, new RegExp(`<input type="checkbox" name="products" value="${RYZEN}" form="ticks"`));
  t.regex(list.text, /<form id="ticks" action="\/compare">/);

  const kept = await browser.post({ products: RYZEN }, "/hardware/cpu?query=5800x&kept=nothing");
  t.is(kept.status, 303);
  t.is(kept.location, "/hardware/cpu?query=5800x#tray", "the browser returns to its page");
  t.regex(kept.set ?? "", /^compare=[\w-]+; Path=\/; HttpOnly; SameSite=Lax$/);
  const next = await browser.open("/hardware/cpu/intel-core-i5-13600k");
  t.is(next.headers.get("cache-control"), "private, no-cache", "a page with a tray is of one visitor");
  t.regex(trayIn(next.text), /Processors AMD Ryzen 7 5800X × Keep one more to compare/);
  t.regex(next.text, new RegExp(`name="products" value="${CORE}"[^>]*>Keep to compare later</button>`));
  t.regex(
    list.text,
    /formAction="\/compare\/tray">Keep selected for later<\/button>/i,
    "the button of a list keeps what is ticked",
  );

  t.true(textOf(next.text).includes("Compare (1) , 1 kept"), "the navigation has the number of kept things");

  await browser.post({ products: CORE });
  const rankings = await browser.open("/rankings");
  t.true(textOf(rankings.text).includes("Compare (2)"), "also on a page that does not list them");
  t.is(rankings.headers.get("cache-control"), "private, no-cache");
  const both = await browser.open("/hardware/cpu");
  t.true(both.text.includes(`href="/compare?products=${RYZEN},${CORE}"`), trayIn(both.text));
  const compared = await browser.open(`/compare?products=${RYZEN},${CORE}`);
  t.is(compared.status, 200);
  t.true(trayIn(compared.text).includes("Intel Core i5-13600K"));

  await browser.post({ remove: `products:${RYZEN}` });
  t.notRegex(trayIn((await browser.open("/hardware/cpu")).text), /5800X/);
  const emptied = await browser.post({ remove: `products:${RYZEN},products:${CORE}` });
  t.regex(emptied.set ?? "", /^compare=; Max-Age=0/);
  t.is(trayIn((await browser.open("/hardware/cpu")).text), "");
});

test("for a visitor who has kept nothing to compare, the comparison page says how to keep products, builds and runs, and the navigation shows no number of kept ones", async (t) => {
  const browser = newBrowser();
  const { text } = await browser.open("/compare");
  t.is(trayIn(text), "", "nothing stands above the title");
  for (const next of ["Next: choose the second build", "Next: choose the second run"])
    t.true(text.includes(`<button>${next}</button>`), next);
  const tip = textOf(text).indexOf("Tip: “Keep to compare later” on the page of any product, build or run");
  t.true(tip > textOf(text).indexOf("Next: choose the second run"), "the tip stands below the forms");
  t.notRegex(textOf(text), /Compare \(\d/);
  t.is(trayIn((await browser.open(`/compare?products=${RYZEN}`)).text), "", "something is chosen");
  t.false((await browser.open(`/compare?products=${RYZEN}`)).text.includes("Tip:"));
});

test("the list of things that a visitor keeps to compare has separate groups for products, builds and runs", async (t) => {
  const browser = newBrowser();
  const ada = await service.signIn("ada");
  const build = await ada.makeBuild("Quiet <b>tower</b>");
  const { body } = await ada.add({ build_id: build, benchmarks: { id: 15, runs: [900] } });
  for (const fields of [
    { products: RYZEN },
    { builds: String(build) },
    { runs: body.runs[0].run_id as string },
  ])
    t.is((await browser.post(fields)).status, 303);
  const { text } = await browser.open(`/b/${build}`);
  t.regex(
    trayIn(text),
    /Processors AMD Ryzen 7 5800X .*Builds Quiet <b>tower<\/b> .*Runs Quiet <b>tower<\/b> /,
  );
  t.false(text.includes("<b>tower"));
  const run = await browser.open(`/r/${body.runs[0].run_id}`);
  t.true(trayIn(run.text).includes("Processors"));
});

test("a visitor who ticks nothing to compare, or too much, gets a message on the page from which the form came", async (t) => {
  const browser = newBrowser();
  const nothing = await browser.post({ ticked: "yes" }, "/hardware/cpu?makes=AMD");
  t.is(nothing.location, "/hardware/cpu?makes=AMD&kept=nothing#tray");
  t.regex(trayIn((await browser.open("/hardware/cpu?makes=AMD&kept=nothing")).text), /Nothing was selected/);
  const { body } = await client.get("/products/cpu?limit=5");
  const five = (body.results as { url_slug: string }[]).map(({ url_slug }) => `cpu/${url_slug}`).join(",");
  const full = await browser.post({ products: five });
  t.is(full.location, "/hardware/cpu?kept=full#tray");
  const many = Array.from({ length: 1000 }, (_unused, index) => index + 1).join(",");
  t.is((await browser.post({ builds: many })).location, "/hardware/cpu?kept=full#tray");
  t.is(browser.cookie(), "");
  t.regex(trayIn((await browser.open("/hardware/cpu?kept=full")).text), /There is no room for more/);
  t.is(trayIn((await browser.open("/hardware/cpu?kept=other")).text), "");
});

test("a request to keep an unknown product for a comparison gets a page that names the product and has the forms of comparisons", async (t) => {
  const answer = await newBrowser().post({ products: "cpu/no-such-one" });
  t.is(answer.status, 422);
  t.true(answer.html.includes("no-such-one"));
  t.true(answer.html.includes('name="build"'));
  t.is(answer.set, undefined);
});

test("a request to compare a text that is no name of a product or number of a build gets a 422 that quotes the text", async (t) => {
  for (const [field, text] of [
    ["products", "foo/bar"],
    ["products", "foo"],
    ["builds", "1e3"],
  ] as const) {
    const answer = await newBrowser().post({ [field]: text });
    t.is(answer.status, 422, text);
    t.true(answer.html.includes(`“${text}”`), text);
    const { status } = await client.get(`/compare?${field}=${text}`, HTML);
    t.is(status, 422, text);
  }
});

test("after keeping a product to compare, the browser stays on this service, whatever the header Referer says, and a broken cookie counts as none", async (t) => {
  const browser = newBrowser();
  t.is((await browser.post({ products: RYZEN }, "//evil.example/x")).location, "/evil.example/x#tray");
  t.is((await browser.post({ products: RYZEN }, "")).location, "/compare#tray");
  t.is((await browser.post({ products: RYZEN }, TRAY)).location, "/compare#tray");
  for (const cookie of ["compare=%%%", "compare=bm9uc2Vuc2U", `compare=${"A".repeat(4000)}`]) {
    const { status, text } = await createClient(service.url, cookie).get("/hardware/cpu", HTML);
    t.is(status, 200);
    t.is(trayIn(text), "");
  }
});

test("the comparison page names a product that does not exist, suggests the product with the nearest name, and keeps the products that exist", async (t) => {
  const open = (products: string) => newBrowser().open(`/compare?products=${products}`);
  const { status, text } = await open(`cpu/amd-ryzen-7-5800xx,${CORE}`);
  t.is(status, 422);
  const alert = /<div role="alert">[^]*?<\/div>/.exec(text)?.[0] ?? "";
  t.regex(
    alert,
    /There is no product “<bdi>amd ryzen 7 5800xx<\/bdi>”\. Did you mean <a[^>]*>AMD Ryzen 7 5800X</,
  );
  t.true(alert.includes(`href="/compare?products=${CORE},${RYZEN}`), alert);
  t.notRegex(/<main[^]*<\/main>/.exec(text)?.[0] ?? "", /one kind|“<bdi>cpu/);
  t.regex(text, /<h1>Compare <bdi>Intel Core i5-13600K<\/bdi><\/h1>/);
  const other = await open(`cpu:amd-ryzen-7-5800x,${CORE}`);
  t.is(other.headers.get("location"), `/compare?products=${RYZEN},${CORE}`, "a colon stands for a slash");
  const mixed = await open(`nothing,${CORE}`);
  t.true(mixed.text.includes("There is no product “<bdi>nothing</bdi>”."));
  t.false(mixed.text.includes("one kind"));
});

test("the comparison page finds products by typed names, compares the chips of graphics cards, and shows a typed text that names no product", async (t) => {
  const open = (query: string) => newBrowser().open(`/compare${query}`);
  const locationOf = async (query: string) => (await open(query)).headers.get("location");
  const both = `/compare?products=${RYZEN},${CORE}`;
  t.is(await locationOf("?product=ryzen+7+5800x&other_product=i5+13600k"), both);
  t.is(await locationOf(`?products=${RYZEN}&product=13600k`), both);
  const pasted = encodeURIComponent(`https://bench.test/hardware/${CORE}`);
  t.is(await locationOf(`?product=5800x&other_product=${pasted}`), `/compare?products=${CORE},${RYZEN}`);
  t.is(
    await locationOf("?product=rtx+4090&other_product=rtx+4070+super"),
    "/compare?products=chip/nvidia-geforce-rtx-4090-24gb,chip/nvidia-geforce-rtx-4070-super-12gb",
  );
  const unknown = await open("?product=ryzen+7+9999x&other_product=i5+13600k");
  t.is(unknown.status, 200);
  t.regex(unknown.text, /No product is called “<bdi>ryzen 7 9999x<\/bdi>”/);
  t.true(
    unknown.text.includes(`<input type="hidden" name="products" value="${CORE}"`),
    "the found one stays",
  );
  t.regex(unknown.text, /<input id="product" name="product" value="ryzen 7 9999x"/);
  const [, offered = ""] = /No product is called([^]*?)<\/output>/.exec(unknown.text) ?? [];
  const kinds = [...offered.matchAll(/href="\/compare\?products=[^",]*,([a-z]+)\//g)].map(([, kind]) => kind);
  t.true(kinds.length > 0 && kinds.every((kind) => kind === "cpu"), offered);
  const mixed = await open("?product=5800x&other_product=rtx+4090");
  t.is(mixed.status, 422);
  t.true(mixed.text.includes("Only products of one kind can be compared with each other."));
});
