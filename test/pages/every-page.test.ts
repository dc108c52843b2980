import test from "ava";
import { startWeb } from "../../src/compose/web.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { browserTest } from "../helpers/chromium.ts";
import { createClient, type Client } from "../helpers/client.ts";
import { faultsOf } from "./axe.ts";
import { textOf } from "./page-visits.ts";
import { pageAddresses, problemAddresses } from "./page-addresses.ts";
import { startTestService } from "../helpers/service.ts";
import { onTeardown, scopeOfHooks } from "../helpers/stores.ts";
import { makePageWorld, openPage, type OpenPage, type PageWorld } from "./page-world.ts";

const service = await startTestService(test);
const scope = scopeOfHooks(test);
let world: PageWorld;

/** Settings of an operator: the longest name and labels, which contain markup, and as many links as are allowed. */
const face = {
  SITE_NAME: "<b data-hostile>Rigs&Runs</b>ofTheWorldW",
  CONTACT_URL: "mailto:operator@bench.test",
  FOOTER_LINKS: Array.from({ length: 10 }, (_, index) => ({
    label: "Rules&<b data-hostile>rights</b>ofTheRig",
    href: index === 0 ? "https://bench.test/imprint?a=1&b=2" : `/rules/${index}`,
  })),
};
/** The URL of a second web process with the same data, whose settings name the site and its operator. */
let namedUrl = "";
/** The URL of a web process with the same data, whose rate limit is one request an hour. */
let limitedUrl = "";
/** The URL of a service without search indexes, which answers each search with 503. */
let incompleteUrl = "";
test.before(async () => {
  world = await makePageWorld(service);
  const logger = createLogger({ level: "silent", process: "test", secrets: [] });
  const named = await startWeb({ ...service.config, ...face }, service.services, logger);
  onTeardown(scope, named.stop);
  namedUrl = named.url;
  const patient = { RATE_LIMIT_WINDOW_S: 3600, RATE_LIMIT_REDIS_TIMEOUT_MS: 60_000 };
  const limits = { RATE_LIMITS: true, RATE_LIMIT_READS: 1, ...patient };
  const limited = await startWeb({ ...service.config, ...limits }, service.services, logger);
  onTeardown(scope, limited.stop);
  limitedUrl = limited.url;
  incompleteUrl = (await startTestService(scope, { hasWorkers: false })).url;
});
type Answer = Awaited<ReturnType<Client["get"]>>;
const asBrowser = { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

const rows = [...Object.entries(pageAddresses), ["a problem", problemAddresses] as const].flatMap(
  ([path, addresses]) =>
    addresses.map((row, index) => {
      const who = row.isSignedIn ? ", signed in" : "";
      return { ...row, title: `${path}${index > 0 ? ` (${index + 1})` : ""}${who}` };
    }),
);

test("every page of the service has addresses that the page tests open", (t) => {
  const shown = service.pages.filter(
    ({ method, responses }) => method === "GET" && "text/html" in (responses[200]?.other ?? {}),
  );
  t.deepEqual(Object.keys(pageAddresses).toSorted(), [...new Set(shown.map(({ path }) => path))].toSorted());
});

/**
 * The maximum number of times that a page may change between two requests, because on a busy machine a store may
 * respond too late, and the page then lacks a part.
 */
const MOST_CHANGES = 5;

/**
 * Requests a page with the ETag of its last response until the service responds that the page is unchanged. Returns the
 * last response, and the response before.
 */
async function askAgain(
  client: Client,
  path: string,
  first: Answer,
): Promise<{ known: Answer; again: Answer }> {
  let known = first;
  for (let changes = 0; ; changes += 1) {
    const again = await client.get(path, {
      ...asBrowser,
      "If-None-Match": known.headers.get("etag") ?? "no ETag",
      // Without a Cache-Control header in the request, fetch would ask for the whole response.
      "Cache-Control": "max-age=0",
    });
    if (again.status === 304 || changes === MOST_CHANGES) return { known, again };
    known = again;
  }
}

for (const { title, address, isSignedIn = false, isUnique = false, status = 200 } of rows)
  test(`${title} has the headers of a page, and gets a 304 if unchanged`, async (t) => {
    const client = isSignedIn ? world.person : service.anonymous;
    const answer = await client.get(address(world), asBrowser);
    t.is(answer.status, status, answer.text);
    t.is(answer.headers.get("content-type"), "text/html; charset=utf-8");
    t.is(
      answer.headers.get("content-security-policy"),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    t.notRegex(answer.text, /\sstyle="|<style|<script(?![^>]*\ssrc=)|\son[a-z]+="/);
    if (status !== 200 || isUnique) return void t.is(answer.headers.get("cache-control"), "no-store");
    t.is(answer.headers.get("cache-control"), isSignedIn ? "private, no-cache" : "no-cache");
    const { known, again } = await askAgain(client, address(world), answer);
    // If the page has changed, this assertion fails with the difference.
    if (again.status !== 304) t.is(again.text, known.text);
    t.is(again.status, 304);
    t.is(again.text, "");
  });

/**
 * Technical words that no page shows outside of a `<details>` element: calls and parameters of the API, JSON pointers,
 * error codes, version numbers, and dates and numbers in formats for programs. Also earlier words of the pages that
 * people did not understand.
 */
const WORDS_OF_PROGRAMS =
  /\b(?:GET|POST|PATCH|DELETE) \/|\/(?:min|max)_[a-z]+|\b[a-z]+_[a-z_]+\b|JSON pointer|\bstores?\b|url_slug|Design power|Readers version|What fits it|Memory that fit|Measured with it|Where it comes from|Compared by|Maker of the chip|% are below|\b20\d\d-\d\d-\d\d\b|\d,\d{3}\.\d{3}/;

const pagesForPrograms = new Set(["/docs", "/problems/:slug"]);

for (const { title, address, isSignedIn = false } of rows.filter(({ title }) => !pagesForPrograms.has(title)))
  test(`${title} uses plain words, and shows neither API calls nor names of parameters`, async (t) => {
    const { text } = await (isSignedIn ? world.person : service.anonymous).get(address(world), asBrowser);
    const shown = text.replaceAll(/<head>.*?<\/head>|<details.*?<\/details>|<textarea.*?<\/textarea>/gs, " ");
    t.is(WORDS_OF_PROGRAMS.exec(textOf(shown))?.[0], undefined, textOf(shown));
  });

/** Returns a text as the pages write it into HTML. */
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Returns the parts of a page that name the site and its operator. */
function faceOf(html: string) {
  const [, title = ""] = /<title>(.*?)<\/title>/.exec(html) ?? [];
  const [, header = ""] =
    /<a class="site-name" href="\/">.*?<\/svg><span>(.*?)<\/span><\/a>/.exec(html) ?? [];
  const [, preview = ""] = /<meta property="og:site_name" content="(.*?)"\/>/.exec(html) ?? [];
  const [, footer = ""] = /<footer class="site-footer">(.*?)<\/footer>/.exec(html) ?? [];
  const links = [...footer.matchAll(/<a href="(.*?)">(.*?)<\/a>/g)].map(([, href, label]) => [label, href]);
  return { title: title.split(" · ").at(-1), header, preview, links };
}

const ownLinks = [
  ["API", "/docs"],
  ["Status", "/state"],
];

for (const { title, address, isSignedIn = false } of rows)
  test(`${title} names the site and links to its operator, if the operator has set a name and links`, async (t) => {
    const open = async (url: string) => {
      const client = createClient(url, isSignedIn ? world.person.cookie : undefined);
      return faceOf((await client.get(address(world), asBrowser)).text);
    };
    const plain = "PC Benchmarks";
    t.deepEqual(await open(service.url), { title: plain, header: plain, preview: plain, links: ownLinks });
    const name = escaped(face.SITE_NAME);
    t.deepEqual(await open(namedUrl), {
      title: name,
      header: name,
      preview: name,
      links: [
        ...face.FOOTER_LINKS.map(({ label, href }) => [escaped(label), escaped(href)]),
        ["Contact", face.CONTACT_URL],
        ...ownLinks,
      ],
    });
  });

/**
 * Browser pages that no test is using: pages without a session, and pages of the signed-in person. Tests reuse browser
 * pages, because opening a new one takes longer than a test.
 */
const idle: Record<"nobody" | "person", OpenPage[]> = { nobody: [], person: [] };

/**
 * Runs work with a browser page, and makes the page available for later work. First removes the console messages and
 * errors that the page has collected during earlier work.
 */
async function withPage(isSignedIn: boolean, work: (opened: OpenPage) => Promise<void>): Promise<void> {
  const pages = idle[isSignedIn ? "person" : "nobody"];
  const opened = pages.pop() ?? (await openPage(scope, world, { isSignedIn }));
  opened.complaints.length = 0;
  await work(opened);
  pages.push(opened);
}

for (const row of rows)
  browserTest(`${row.title} is accessible in a browser, in both themes and at every width`, async (t) => {
    await withPage(row.isSignedIn ?? false, async ({ page, complaints }) => {
      const response = await page.goto(`${service.url}${row.address(world)}`);
      t.is(response?.status(), row.status ?? 200);
      t.deepEqual(await faultsOf(page), []);
      t.is(await page.$("[data-hostile]"), null, "markup of a name became an element");
      if (row.showsMarkup) {
        const text = await page.$eval("body", (body) => (body as unknown as { innerText: string }).innerText);
        t.true(text.includes("<b data-hostile"), text);
      }
      // The browser itself writes the 4xx status of a problem page to the console, which is no fault of the page.
      const own = complaints.filter(
        (text) => !/Failed to load resource: .* (?:4\d\d) /.test(text) || row.status === undefined,
      );
      t.deepEqual(own, []);
    });
  });

browserTest("a page with a long name of the site and many links of its operator is accessible", async (t) => {
  await withPage(false, async ({ page, complaints }) => {
    await page.goto(`${namedUrl}/login`);
    t.deepEqual(await faultsOf(page), []);
    t.is(await page.$("[data-hostile]"), null, "markup of a setting became an element");
    t.deepEqual(complaints, []);
  });
});

browserTest("pages of an overloaded service and of one without search indexes are accessible", async (t) => {
  await withPage(false, async ({ page }) => {
    await page.goto(`${limitedUrl}/rankings`);
    t.is((await page.goto(`${limitedUrl}/rankings`))?.status(), 429);
    t.deepEqual(await faultsOf(page), []);
    t.is((await page.goto(`${incompleteUrl}/hardware/cpu`))?.status(), 503);
    t.deepEqual(await faultsOf(page), []);
  });
});

browserTest(
  "a browser revalidates its copy of a page by the ETag, unless the page may be used only once",
  async (t) => {
    for (const [isSignedIn, path, status] of [
      [false, "/", 304],
      [true, "/", 304],
      [true, "/submit", 200],
    ] as const) {
      await withPage(isSignedIn, async ({ page }) => {
        await page.goto(`${service.url}${path}`);
        t.is((await page.goto(`${service.url}${path}`))?.status(), status);
      });
    }
  },
);
