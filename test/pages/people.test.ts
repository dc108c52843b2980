import test from "ava";
import { openTestService } from "../helpers/service.ts";
import { onTeardown } from "../helpers/stores.ts";
import { textOf, visitsOf } from "./page-visits.ts";

const service = await openTestService({ hasWorkers: false, env: { CONTACT_URL: "mailto:help@bench.test" } });
const { builds, reviews, moderation } = service.services;
onTeardown(test, service.close);

const anybody = visitsOf(service, null);

/** Signs a person in who has a build with one score. */
async function personWithBuild(name: string, build = `${name}’s tower`) {
  const client = await service.signIn(name);
  const { account_id } = (await client.get("/me")).body.account as { account_id: string };
  const build_id = await client.makeBuild(build);
  const { body } = await client.add({ build_id, benchmarks: { id: 15, runs: [15_240] } });
  return { client, page: `/u/${account_id}`, account_id, build_id, run_id: body.runs[0].run_id as string };
}

test("the page of a person shows the name, the month of sign-up, the public builds and the newest results, and nothing private", async (t) => {
  const monthNow = () =>
    new Date().toLocaleDateString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
  const signedUp = monthNow();
  const { page, build_id, run_id, account_id } = await personWithBuild("<b>Ada</b>", "<i>tower</i>");
  const { status, html } = await anybody.open(page);
  t.is(status, 200);
  t.true(html.includes("<bdi>&lt;b>Ada&lt;/b></bdi>"));
  const text = textOf(html);
  const [, since = ""] = /since (\w+ \d{4})/.exec(text) ?? [];
  t.true([signedUp, monthNow()].includes(since), since);
  for (const shown of ["<b>Ada</b>", "<i>tower</i>", "15,240"]) t.true(text.includes(shown), shown);
  for (const link of [`/b/${build_id}`, `/r/${run_id}`]) t.true(html.includes(`href="${link}"`), link);
  t.notRegex(text, /\bfree\b/i, "the tier is private");
  t.true(
    html.includes(`<title>&lt;b>Ada&lt;/b> (${account_id.slice(0, 8)}) `),
    "the title tells people apart",
  );
  t.regex(html, />Report<\/a>/);
  t.false(html.includes('type="checkbox"') || text.includes("Select two"), "one build cannot be compared");
  t.true(
    (await anybody.open(`/b/${build_id}`)).html.includes(`href="${page}"`),
    "the build links to its owner",
  );
});

test("the page of a person has one row for each build and benchmark, with the best of the newest runs", async (t) => {
  const { client, page, build_id } = await personWithBuild("eager", "swift tower");
  await client.add({ build_id, benchmarks: { id: 15, runs: [15_400, 15_100] } });
  const { html } = await anybody.open(page);
  const rows = [...html.matchAll(/<tr><th scope="row">[^]*?<\/tr>/g)].map(([row]) => textOf(row));
  t.is(rows.length, 1);
  t.regex(rows[0] ?? "", /Cinebench R23 multi-core 15,400 points swift tower best of 3 runs/);
  const text = textOf(html);
  t.true(
    text.includes(
      "The best recent run of each build in each benchmark, or game with its settings, newest first",
    ),
  );
  t.regex(text, /Benchmark Result Build Submitted/);
});

test("the builds of a person have pages, newest first", async (t) => {
  const { client, page } = await personWithBuild("many");
  for (let number = 1; number <= 25; number += 1) await client.makeBuild(`build ${number}`);
  const first = await anybody.open(page);
  t.true(textOf(first.html).includes("build 25"));
  t.true(textOf(first.html).includes("Select two to eight builds"));
  t.false(textOf(first.html).includes("build 1 "));
  t.true(first.html.includes(`href="${page}?page=2"`));
  const second = textOf((await anybody.open(`${page}?page=2`)).html);
  t.true(second.includes("build 1 "));
  t.false(second.includes("build 25"));
  const beyond = await anybody.open(`${page}?page=9`);
  t.is(beyond.status, 200);
  t.true(textOf(beyond.html).includes("The list ends before this page."));
  t.true(beyond.html.includes(`<a href="${page}">Go to its first page</a>`));
});

test("the page of a person shows hidden builds and hidden runs to nobody, not even to the person", async (t) => {
  const { client, page, run_id, build_id } = await personWithBuild("partly hidden", "kept tower");
  const hidden = await client.makeBuild("hidden tower");
  await client.add({ build_id: hidden, benchmarks: { id: 15, runs: [12_345] } });
  await builds.hide(hidden, "an insult");
  await reviews.hide(run_id, "an insult");
  for (const visits of [anybody, visitsOf(service, client)]) {
    const { html } = await visits.open(page);
    t.true(html.includes(`href="/b/${build_id}"`));
    for (const absent of ["hidden tower", "12,345", "15,240", "an insult"])
      t.false(textOf(html).includes(absent), absent);
  }
});

test("results on a build without an owner do not appear on the page of the person who sent them", async (t) => {
  const { client, page } = await personWithBuild("guest");
  await builds.saveOwnerless({ _id: 900_001, name: "everybody’s tower", parts: {} });
  const sent = await client.add({ build_id: 900_001, benchmarks: { id: 15, runs: [11_111] } });
  t.is(sent.status, 200);
  t.false(textOf((await anybody.open(page)).html).includes("11,111"));
});

test("the page of a suspended person shows the builds that are still public, and not that the person is suspended", async (t) => {
  const { page, build_id, account_id } = await personWithBuild("suspended one");
  const before = await anybody.open(page);
  await moderation.suspend(account_id, "spam");
  const after = await anybody.open(page);
  t.is(after.html, before.html);
  await builds.hide(build_id, "spam");
  t.is((await anybody.open(page)).status, 404, "no public build is left");
  t.is((await anybody.open(`${page}?page=2`)).status, 404);
});

test("the page of a person without a public build is shown only to the person, and a deleted account has no page", async (t) => {
  const client = await service.signIn("new here");
  const { account_id } = (await client.get("/me")).body.account;
  t.is((await anybody.open(`/u/${account_id}`)).status, 404);
  const own = await visitsOf(service, client).open(`/u/${account_id}`);
  t.is(own.status, 200);
  t.true(textOf(own.html).includes("No public build yet."));

  const leaving = await personWithBuild("leaving soon");
  t.is((await leaving.client.send("DELETE", "/me")).status, 204);
  for (const page of [leaving.page, "/u/nobody", `/u/${"x".repeat(65)}`])
    t.is((await anybody.open(page)).status, 404, page);
});

test("the page about an unknown address links to the sign-in for visitors without a session, and to the account for people who are signed in", async (t) => {
  const client = await service.signIn("lost");
  const missing = await anybody.open("/no-such-page");
  t.is(missing.status, 404);
  t.regex(missing.html, /<a class="site-account" href="\/login\?return_to=[^"]*">Sign in<\/a>/);
  const own = await visitsOf(service, client).open("/no-such-page");
  t.regex(own.html, /<a class="site-account" href="\/me"><svg[^]*?<\/svg><span>Your account<\/span><\/a>/);
});
