import test from "ava";
import { productKinds } from "../../src/products/index.ts";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { madeExports } from "../helpers/three-d-mark-generator.ts";
import { openTestService } from "../helpers/service.ts";
import { onTeardown } from "../helpers/stores.ts";
import { actionOf, textOf, visitsOf } from "./page-visits.ts";

const service = await openTestService({ env: { TIER_LIMITS: '{"free":100,"two":2}' } });
await service.services.catalogue.save("cpu", "test", [
  {
    sourceId: "a",
    fields: {
      make: "AMD",
      model: "Ryzen 7 5800X",
      cores: 8,
      threads: 16,
      base_clock_mhz: 3800,
      socket: "AM4",
    },
  },
  {
    sourceId: "b",
    fields: {
      make: "AMD",
      model: "Ryzen 7 5800X3D",
      cores: 8,
      threads: 16,
      base_clock_mhz: 3400,
      socket: "AM4",
    },
  },
]);
for (const kind of productKinds) await service.services.productSync.rebuild(kind);

onTeardown(test, service.close);

/**
 * Returns the client of an account, functions that visit pages with the account's session, the id of the account's
 * build, and the address to which the form for results posts.
 */
async function openForm(name: string, tier?: string) {
  const client = await service.signIn(name, tier);
  const visits = visitsOf(service, client);
  const buildId = await client.makeBuild("Quiet tower");
  const { html } = await visits.open(`/submit?build=${buildId}`);
  return { client, visits, buildId, action: actionOf(html) };
}

test("a build is created from parts that the form finds by text, and a form that is sent twice creates one build", async (t) => {
  const client = await service.signIn("maker");
  const visits = visitsOf(service, client);
  const fields = { key: "the-form", name: "Quiet tower", cpu_query: "5800x3d", cpu: "" };
  const unchosen = await visits.post("/submit/build", fields);
  t.is(unchosen.status, 422);
  t.true(unchosen.html.includes('value="Quiet tower"'), "the form keeps the typed name");
  const [, id = ""] = /<input type="radio" name="cpu" value="(\d+)"/.exec(unchosen.html) ?? [];
  t.true(textOf(unchosen.html).includes("AMD Ryzen 7 5800X3D"));
  t.is((await client.get("/builds")).body.total, 0);

  const [first, second] = await Promise.all(
    [1, 2].map(async () => visits.post("/submit/build", { ...fields, cpu: id })),
  );
  const made = [first, second].filter((answer) => answer?.status === 303);
  t.true(made.length > 0);
  const again = await visits.post("/submit/build", { ...fields, cpu: id });
  t.is(again.status, 303);
  t.is(again.headers.get("location"), made[0]?.headers.get("location") ?? "");
  const { body } = await client.get("/builds");
  t.is(body.total, 1);
  t.is(body.results[0].parts.cpu.model, "Ryzen 7 5800X3D");
});

/**
 * Returns the fields that a browser would post for a kind of part: the typed text about which the form asked, and the
 * chosen product.
 */
function pressOn(html: string, kind: string): Record<string, string> {
  const [, asked = ""] = new RegExp(`name="${kind}_asked" value="([^"]*)"`).exec(html) ?? [];
  const [, chosen] = new RegExp(`type="radio" name="${kind}" value="([^"]*)" checked`).exec(html) ?? [];
  const [, hidden = ""] = new RegExp(`type="hidden" name="${kind}" value="([^"]*)"`).exec(html) ?? [];
  return { [`${kind}_asked`]: asked, [kind]: chosen ?? hidden };
}

test("if a typed part is not chosen from the hits, the form for a build asks once, with the first hit chosen, and accepts the form the next time", async (t) => {
  const client = await service.signIn("in a hurry");
  const visits = visitsOf(service, client);
  const partsOf = async ({ headers }: Awaited<ReturnType<typeof visits.post>>) => {
    const id = headers.get("location")?.replace(/^\D+/, "");
    return (await client.get(`/builds/${id}`)).body.build.parts;
  };
  const typed = { name: "Hurry", cpu_query: "5800x3d", cpu: "" };
  const asked = await visits.post("/submit/build", { ...typed, key: "first" });
  t.is(asked.status, 422);
  t.true(textOf(asked.html).includes("Which of these is it?"));
  const made = await visits.post("/submit/build", { ...typed, key: "first", ...pressOn(asked.html, "cpu") });
  t.is(made.status, 303, made.html);
  t.is((await partsOf(made)).cpu.model, "Ryzen 7 5800X3D");
  const none = { ...typed, ...pressOn(asked.html, "cpu"), cpu: "", key: "none" };
  const without = await visits.post("/submit/build", none);
  t.is(without.status, 303, "the answer that it is none of these counts, too");
  t.is((await partsOf(without)).cpu, undefined);
  const other = await visits.post("/submit/build", { ...none, cpu_query: "5800x", key: "other" });
  t.is(other.status, 422, "another text is asked for again");
  const unknown = { name: "Odd", ram_query: "no such memory at all", ram: "", key: "odd" };
  const notFound = await visits.post("/submit/build", unknown);
  t.is(notFound.status, 422);
  t.true(textOf(notFound.html).includes("Nothing with this name is known here."));
  t.is((await visits.post("/submit/build", { ...unknown, ...pressOn(notFound.html, "ram") })).status, 303);
  const buildId = made.headers.get("location")?.replace(/^\D+/, "");
  const change = { name: "Hurry", cpu: pressOn(asked.html, "cpu")["cpu"] ?? "", cpu_query: "ryzen 7 5800x" };
  t.is((await visits.post(`/b/${buildId}/change`, change)).status, 422, "the text is no choice of the part");
  const kept = { ...change, cpu_asked: change.cpu_query };
  t.is((await visits.post(`/b/${buildId}/change`, kept)).status, 303, "the present part may stay");
  t.is((await client.get(`/builds/${buildId}`)).body.build.parts.cpu.model, "Ryzen 7 5800X3D");
});

test("typed-in scores are stored once, however often their form is sent", async (t) => {
  const { client, visits, buildId, action } = await openForm("typist");
  const fields = {
    build_id: String(buildId),
    benchmark_id: "15",
    scores: "15240\n15310; 15100",
    notes: "cold day",
  };
  const sent = await visits.postFiles(action, fields);
  t.is(sent.status, 303);
  const again = await visits.postFiles(action, fields);
  t.is(again.headers.get("location"), sent.headers.get("location"));
  t.is((await client.get("/me")).body.usage.used, 3);
  const { results } = (await client.get(`/builds/${buildId}/runs`)).body;
  t.deepEqual(
    results.map(({ score }: { score: number }) => score),
    [15_100, 15_310, 15_240],
  );
  t.is(results[0].settings.notes, "cold day");
  const { status, html } = await visits.open(sent.headers.get("location") ?? "");
  t.is(status, 200);
  for (const score of ["15,240", "15,310", "15,100"]) t.true(html.includes(score));
});

test("the form for results shows every fault beside its field in the words of the API, and keeps the user's input", async (t) => {
  const { client, visits, buildId, action } = await openForm("slips");
  const scores = "15240 15,310 0";
  const typed = {
    build_id: String(buildId),
    benchmark_id: "15",
    scores,
    notes: "<i>cold</i>",
    recording: "x",
  };
  const refused = await visits.postFiles(action, typed);
  t.is(refused.status, 422);
  const benchmarks = {
    id: 15,
    runs: [15_240, "15,310", 0],
    recording: "x",
    settings: { notes: "<i>cold</i>" },
  };
  const { errors } = (await client.add({ build_id: buildId, benchmarks })).body as {
    errors: { detail: string }[];
  };
  const text = textOf(refused.html);
  for (const { detail } of errors) t.true(text.includes(detail), detail);
  t.true(refused.html.includes(`>${scores}</textarea>`));
  t.true(refused.html.includes(">&lt;i>cold&lt;/i></textarea>"));
  t.regex(refused.html, /id="recording"[^>]*aria-invalid/);
  t.is((await client.get("/me")).body.usage.used, 0);

  // After a refusal the page shows the form again, and a post of this form with valid input succeeds.
  const mended = await visits.postFiles(actionOf(refused.html), {
    ...typed,
    scores: "15240",
    recording: "",
  });
  t.is(mended.status, 303);
});

test("files that the form for results sends are read like files sent to the API, and the next page shows the result of each file", async (t) => {
  const { visits, buildId, action, client } = await openForm("captures");
  const content = makeCapture("presentmon-2.0", makeGameFrames(7)).replaceAll(
    "harbour.exe",
    "<b>game<b>.exe",
  );
  const sent = await visits.postFiles(action, { build_id: String(buildId), benchmark_id: "16" }, [
    { name: "<u>one.csv", content },
    { name: "two.csv", content: content.split("\n").slice(0, 1).join("\n") },
  ]);
  t.is(sent.status, 303);
  const location = sent.headers.get("location") ?? "";
  const { results } = (await client.get(`/builds/${buildId}/runs`)).body;
  for (const { run_id } of results) await client.waitForRun(run_id);
  const { html } = await visits.open(location.replace(/&wait=\d+/, ""));
  const text = textOf(html);
  t.true(text.includes("<u>one.csv"), "the name of the file is shown as text");
  t.false(html.includes("<b>game"));
  const failed = (await client.get(`/builds/${buildId}/runs`)).body.results.find(
    ({ status }: { status: string }) => status === "failed",
  );
  t.true(text.includes(failed.error.detail), "the page shows the reason why the other file failed");
});

test("the form for results accepts a label, a game, a test and further benchmarks for a file, and a refused form shows this input again", async (t) => {
  const { visits, buildId, action, client } = await openForm("details");
  const typed = { build_id: String(buildId), benchmark_id: "7", also: ["7", "17"], label: "second <try>" };
  const xml = { name: "run.xml", content: madeExports["time-spy"] ?? "" };
  const refused = await visits.postFiles(action, { ...typed, game: "Zelda", also: ["17", "16"] }, [xml]);
  t.is(refused.status, 422);
  t.regex(refused.html, /id="game-fault"/);
  t.regex(refused.html, /id="also-fault"/);
  t.regex(refused.html, /name="also" value="17" checked/);
  t.true(textOf(refused.html).includes("Besides a benchmark that you choose, read"));
  const sent = await visits.postFiles(actionOf(refused.html), { ...typed, test: "time spy" }, [xml]);
  t.is(sent.status, 303);
  const { results } = (await client.get(`/builds/${buildId}/runs`)).body;
  t.deepEqual(
    results.map(({ benchmark_id, label }: Record<string, unknown>) => [benchmark_id, label]),
    [
      [17, "second <try>"],
      [7, "second <try>"],
    ],
  );
  for (const { run_id } of results) await client.waitForRun(run_id);
  const { html } = await visits.open((sent.headers.get("location") ?? "").replace(/&wait=\d+/, ""));
  t.true(textOf(html).includes("Time Spy graphics test 2"));
  const game = await visits.postFiles(
    action,
    { build_id: String(buildId), benchmark_id: "16", game: "Zelda" },
    [{ name: "a.csv", content: `Application,MsBetweenPresents\n${"javaw.exe,10\n".repeat(400)}` }],
  );
  t.is(game.status, 303);
});

test("a file of a kind that the benchmark does not accept is refused before it is stored, with the fault beside the files field", async (t) => {
  const { visits, buildId, action, client } = await openForm("wrong file");
  const picture = { name: "picture.png", content: "\u0089PNG\r\n\u001A\n" };
  const refused = await visits.postFiles(action, { build_id: String(buildId), benchmark_id: "16" }, [
    picture,
  ]);
  t.is(refused.status, 422);
  t.regex(refused.html, /id="files-fault"/);
  const early = await visits.postFiles(action, { build_id: String(buildId), benchmark_id: "15" }, [picture]);
  t.is(early.status, 422);
  t.true(textOf(early.html).includes("takes typed-in scores"));
  t.is((await client.get("/me")).body.budgets.kept_bytes.used, 0);
});

test("if an account has no runs left, the form for results says how many the tier allows and when the allowance is renewed, and keeps the user's input", async (t) => {
  const { visits, buildId, action, client } = await openForm("at the limit", "two");
  const refused = await visits.postFiles(action, {
    build_id: String(buildId),
    benchmark_id: "15",
    scores: "1 2 3",
  });
  t.is(refused.status, 402);
  const text = textOf(refused.html);
  const { resets_at } = (await client.get("/me")).body.usage;
  const day = `1 ${new Date(resets_at).toLocaleString("en", { month: "short", timeZone: "UTC" })}`;
  t.regex(text, /The plan two has 2 results a month, 0 are used, and you asked for 3\./);
  t.true(text.includes(`The count begins again on ${day} ${resets_at.slice(0, 4)}, 00:00 UTC.`), text);
  t.notRegex(text, /\dT\d/, "no time stamp for programs");
  t.true(refused.html.includes(">1 2 3</textarea>"));
});

test("nobody can add a result to the build of another account by the form for results", async (t) => {
  const { buildId, action } = await openForm("owner");
  const stranger = visitsOf(service, await service.signIn("stranger"));
  t.is((await stranger.open(`/submit?build=${buildId}`)).status, 403);
  const fields = { build_id: String(buildId), benchmark_id: "15", scores: "1" };
  t.is((await stranger.postFiles(action, fields)).status, 403);
});

test("a form for results that a page of another site posts is refused", async (t) => {
  const { visits, buildId, action, client } = await openForm("forged");
  const origin = { Origin: "https://stranger.example" };
  const fields = { build_id: String(buildId), benchmark_id: "15", scores: "1" };
  const answers = [
    await visits.postFiles(action, fields, [], origin),
    await visits.post("/submit/build", { name: "forged" }, origin),
    await visits.post(`/b/${buildId}/change`, { name: "forged" }, origin),
    await visits.post(`/b/${buildId}/delete`, {}, origin),
    await visits.post("/me/rename", { name: "forged" }, origin),
    await visits.post("/me/new-token", { token_name: "forged", scopes: "read" }, origin),
    await visits.post("/me/sign-out", { all: "true" }, origin),
    await visits.post("/me/delete", { confirmation: "delete" }, origin),
  ];
  for (const { status, html } of answers) {
    t.is(status, 403);
    t.true(textOf(html).includes("A page of another site sent this request"));
  }
  const { results } = (await client.get("/builds")).body;
  t.deepEqual(
    results.map(({ name }: { name: string }) => name),
    ["Quiet tower"],
  );
  t.is((await client.get("/me")).body.account.name, "forged");
  t.is((await client.get("/me/tokens")).body.total, 0);
});
