import test from "ava";
import { startServiceWithSamples } from "../products/catalogue-service.ts";
import { textOf, visitsOf } from "./page-visits.ts";

const service = await startServiceWithSamples(test);
const open = (path: string) => visitsOf(service, null).open(path);

test("pages with a search field of their own have none in the header", async (t) => {
  for (const path of ["/", "/search", "/search?query=ryzen", "/hardware", "/nothing-is-here"]) {
    const { html } = await open(path);
    t.false(html.includes('id="site-search"'), path);
    t.is(html.match(/data-suggest="/g)?.length, 1, `${path} has one search field`);
  }
  for (const path of ["/rankings", "/hardware/cpu", "/submit"])
    t.true((await open(path)).html.includes('id="site-search"'), path);
});

test("the navigation marks the graphics cards on the page of a chip, and nothing on the page of a missing build", async (t) => {
  const marked = (html: string) =>
    [...html.matchAll(/<a href="([^"]*)" aria-current="page">/g)].map(([, href]) => href);
  t.deepEqual(marked((await open("/hardware/chip/nvidia-geforce-rtx-4070")).html), [
    "/hardware",
    "/hardware/gpu",
  ]);
  t.deepEqual(marked((await open("/b/1")).html), []);
});

test("a browser that opens an address for posted forms gets a page that says so, with a link to the page that has the form", async (t) => {
  for (const [path, page, title] of [
    ["/me/delete", "/me/settings", "your settings"],
    ["/me/end-session", "/me/tokens", "the page Access of your account"],
    ["/r/some-run/delete?x=1", "/r/some-run", "the page of the result"],
  ] as const) {
    const { status, html } = await open(path);
    t.is(status, 405, path);
    t.regex(html, /<h1>This address cannot be opened directly<\/h1>/);
    t.true(html.includes(`<a href="${page}">To ${title}</a>`), path);
    t.true(
      html.includes("Nothing was changed or deleted. This address works only from a form on this site."),
    );
  }
  const { status, html } = await open("/theme");
  t.is(status, 405);
  t.notRegex(html, /Nothing was changed or deleted|cannot be opened directly/, "every page has this form");
});

test("the page of an unknown kind of problem leads to the API, and searches no hardware", async (t) => {
  const { status, html } = await open("/problems/no-such-thing");
  t.is(status, 404);
  t.regex(html, /<h1>No such kind of problem<\/h1><p[^>]*>No error of this service has this name\.</);
  t.true(html.includes('<a href="/docs">The API and its errors</a>'));
  t.is(html.match(/data-suggest="/g)?.length, 1, "the search of the header alone");
  t.true(html.includes('id="site-search"'));
});

test("the page of a kind of problem explains the problem to people before it explains it to programs", async (t) => {
  const text = textOf((await open("/problems/invalid-input")).html);
  const words = text.indexOf("Some of the values are not valid. Nothing was stored.");
  t.true(words > 0 && words < text.indexOf("For programs"), text);
});

test("the page of the run limit speaks of results alone, links to the account, and folds the text for programmers", async (t) => {
  const { html } = await open("/problems/run-limit-reached");
  const [, forPeople = "", folded = ""] =
    /<article[^>]*>([^]*?)<details[^>]*>([^]*?)<\/details>/.exec(html) ?? [];
  t.notRegex(textOf(forPeople), /\b(?:tier|plan|runs?|HTTP)\b/);
  t.true(forPeople.includes('<a href="/me">To your account</a>'), forPeople);
  t.regex(textOf(folded), /^ *For programs .*HTTP status 402/);
});

test("lists of memory and boards, which no benchmark measures, begin with the newest products, and lists of processors and cards with the most popular", async (t) => {
  for (const [kind, order] of [
    ["ram", "Newest and fastest"],
    ["motherboard", "Newest platform"],
    ["cpu", "Popularity"],
    ["gpu", "Popularity"],
  ]) {
    const { html } = await open(`/hardware/${kind}`);
    t.regex(html, new RegExp(`<nav class="orders"[^]*?aria-current="true">${order}</a>`), kind);
    t.true(textOf(html).includes("A filter leaves out products whose value is not known"));
  }
});

test("the page of an account shows the time at which each session began, and the day on which it ends", async (t) => {
  const client = await service.signIn("twice signed in");
  const { html } = await visitsOf(service, client).open("/me/tokens");
  t.regex(textOf(html), /this one Signed in \d+ \w+ \d{4}, \d\d:\d\d UTC Ends by itself on \d+ \w+ \d{4}/);
});
