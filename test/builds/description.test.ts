import test from "ava";
import { startTestService } from "../helpers/service.ts";
import { textOf, visitsOf } from "../pages/page-visits.ts";

const service = await startTestService(test, { hasWorkers: false });

test("the owner describes a build in plain text with line breaks, and removes the description by an empty text", async (t) => {
  const ada = await service.signIn("ada");
  const typed = "\r\n Quiet,  fans at 60 %.\r\n\r\n\r\n\r\n<b>For games</b>\u202E \n";
  const made = await ada.post("/builds", { name: "tower", description: typed });
  t.is(made.status, 201);
  const { build_id, description } = made.body.build;
  t.is(description, "Quiet, fans at 60 %.\n\n<b>For games</b>");
  t.is((await service.anonymous.get(`/builds/${build_id}`)).body.build.description, description);
  const { html } = await visitsOf(service, null).open(`/b/${build_id}`);
  t.true(html.includes("Quiet, fans at 60 %.\n\n&lt;b>For games&lt;/b>"));

  const named = await ada.send("PATCH", `/builds/${build_id}`, { name: "another name" });
  t.is(named.body.build.description, description, "what a change leaves out stays");
  const removed = await ada.send("PATCH", `/builds/${build_id}`, { description: " \n " });
  t.is(removed.body.build.description, null);
  t.is((await ada.post("/builds", { name: "silent" })).body.build.description, null);
});

test("the description of a build is a text of at most 1,000 characters", async (t) => {
  const ada = await service.signIn("ada");
  const ask = (description: unknown) => ada.post("/builds", { name: "tower", description });
  t.is((await ask("x".repeat(1000))).status, 201);
  for (const faulty of ["x".repeat(1001), null, 3, ["x"]]) {
    const { status, body } = await ask(faulty);
    t.is(status, 422);
    t.is(body.errors[0].pointer, "/description");
  }
});

test("a repeated request with the same Idempotency-Key but another build description is refused", async (t) => {
  const ada = await service.signIn("ada");
  const ask = (description?: string) =>
    ada.post("/builds", { name: "tower", description }, { "Idempotency-Key": "described" });
  const made = await ask("quiet");
  t.is((await ask("quiet")).text, made.text);
  t.is((await ask("loud")).status, 422);
  t.is((await ask()).status, 422);
});

test("the page that changes a build keeps a refused description beside its fault, and saves a valid one", async (t) => {
  const ada = await service.signIn("ada");
  const visits = visitsOf(service, ada);
  const { build_id } = (await ada.post("/builds", { name: "tower", description: "one\ntwo" })).body.build;
  const form = await visits.open(`/b/${build_id}/change`);
  t.regex(form.html, /<textarea id="description"[^>]*>one\ntwo<\/textarea>/);
  const long = `<i>${"x".repeat(1000)}`;
  const refused = await visits.post(`/b/${build_id}/change`, { name: "tower", description: long });
  t.is(refused.status, 422);
  t.regex(refused.html, /<textarea id="description"[^>]*aria-invalid/);
  t.true(textOf(refused.html).includes(long));
  t.is(
    (await visits.post(`/b/${build_id}/change`, { name: "tower", description: "three\r\nfour" })).status,
    303,
  );
  t.is((await ada.get(`/builds/${build_id}`)).body.build.description, "three\nfour");
  t.is((await visits.post(`/b/${build_id}/change`, { name: "renamed" })).status, 303);
  t.is((await ada.get(`/builds/${build_id}`)).body.build.description, "three\nfour");
});
