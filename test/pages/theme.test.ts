import test from "ava";
import { browserTest, openWindow } from "../helpers/chromium.ts";
import { startTestService } from "../helpers/service.ts";
import { asBrowser } from "./html.ts";
import { visitsOf } from "./page-visits.ts";

const service = await startTestService(test, { hasWorkers: false });
const { open, post } = visitsOf(service, null);

const openWith = async (path: string, theme: string) =>
  service.anonymous.get(path, { ...asBrowser, Cookie: `theme=${theme}` });

test("the form for the theme sets a cookie for a year or removes the cookie, and leads back to the page with the form", async (t) => {
  const dark = await post("/theme", { theme: "dark", return_to: "/rankings?a=b" });
  t.is(dark.status, 303);
  t.is(dark.headers.get("location"), "/rankings?a=b");
  t.is(dark.headers.get("set-cookie"), "theme=dark; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax");
  const system = await post("/theme", { theme: "system", return_to: "/" });
  t.regex(system.headers.get("set-cookie") ?? "", /^theme=; Max-Age=0; /);
  for (const foreign of ["//elsewhere.test", "https://elsewhere.test/", "\\elsewhere"])
    t.is((await post("/theme", { theme: "dark", return_to: foreign })).headers.get("location"), "/");
});

test("the server renders the chosen theme into every page, and pages with different themes have different ETags", async (t) => {
  const plain = await open("/login");
  t.regex(plain.html, /<html lang="en"><head>/);
  t.regex(plain.html, /<meta name="color-scheme" content="light dark"\/>/);
  for (const path of ["/login", "/", "/problems/not-found", "/nothing"]) {
    const answer = await openWith(path, "dark");
    t.regex(answer.text, /<html lang="en" data-theme="dark"><head>/, path);
    t.regex(answer.text, /<meta name="color-scheme" content="dark"\/>/, path);
    t.regex(answer.headers.get("vary") ?? "", /(?:^|, )Cookie(?:,|$)/, path);
  }
  t.not((await openWith("/login", "dark")).headers.get("etag"), plain.headers.get("etag"));
  t.false((await openWith("/login", `"><script>`)).text.includes("data-theme"));
});

test("a request for a theme that does not exist gets a page with the form for the theme", async (t) => {
  const answer = await post("/theme", { theme: "pink", return_to: "/" });
  t.is(answer.status, 422);
  t.regex(answer.html, /<button name="theme" value="dark"/);
});

for (const hasScript of [true, false])
  browserTest(
    `a chosen theme colours the pages even if the theme of the system differs${hasScript ? "" : ", without script"}`,
    async (t) => {
      const page = await (await openWindow(t)).newPage();
      await page.setJavaScriptEnabled(hasScript);
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
      await page.goto(`${service.url}/login`);
      const ground = () => page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
      const light = await ground();
      await Promise.all([page.waitForNavigation(), page.click('.theme-form button[value="dark"]')]);
      t.is(new URL(page.url()).pathname, "/login");
      t.not(await ground(), light);
      t.is(await page.$eval('.theme-form [aria-pressed="true"]', ({ textContent }) => textContent), "Dark");
      await Promise.all([page.waitForNavigation(), page.click('.theme-form button[value="light"]')]);
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
      t.is(await ground(), light);
    },
  );

test("on the page that responds to a posted form, the theme form and the link to sign in lead back to the page that has the posted form", async (t) => {
  const from = { Referer: `${service.url}/rankings/15?page=2` };
  const faulty = await post("/theme", { theme: "pink", return_to: "/" }, from);
  t.is(faulty.status, 422);
  const refused = await post("/me/rename", { name: "Ada" }, from);
  t.is(refused.status, 401);
  const kept = await post("/compare/tray", { builds: "999999999" }, from);
  t.is(kept.status, 422);
  for (const { html } of [faulty, refused, kept]) {
    t.true(html.includes('<input type="hidden" name="return_to" value="/rankings/15?page=2"'), html);
    t.true(html.includes('href="/login?return_to=%2Frankings%2F15%3Fpage%3D2"'), html);
  }
  for (const Referer of ["about:blank", "nonsense", `${service.url}/me/rename`]) {
    const { html } = await post("/me/rename", { name: "Ada" }, { Referer });
    t.true(html.includes('<input type="hidden" name="return_to" value="/"'), Referer);
  }
  const own = await post("/login", { name: "" }, from);
  t.is(own.status, 422);
  t.true(
    own.html.includes('<input type="hidden" name="return_to" value="/login"'),
    "browsers can open /login",
  );
});
