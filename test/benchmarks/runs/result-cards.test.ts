import { readFileSync } from "node:fs";
import test from "ava";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService(test);
const timeSpy = { name: "time-spy.xml", content: readFileSync("data/samples/3dmark-time-spy.xml") };
const broken = { name: "my secret place.xml", content: "<benchmark><results></results></benchmark>" };

test("a run has everything that a result card shows: its benchmark, its build with the owner, and its position in the submission", async (t) => {
  const client = await service.signIn("cards");
  const { account_id, name } = (await client.get("/me")).body.account;
  const build_id = await client.makeBuild("Quiet tower");
  const added = await client.add({ build_id, benchmarks: { id: 15, runs: [15_000, 15_100] } });
  t.deepEqual(added.body.benchmark, { id: 15, name: "Cinebench R23", unit: "points" });
  const [, second] = added.body.runs;
  const run = await service.anonymous.get(`/benchmarks/runs/${second.run_id}`);
  t.like(run.body, {
    run_id: second.run_id,
    sequence: 2,
    url: second.url,
    benchmark: { id: 15, name: "Cinebench R23", unit: "points" },
    build: { build_id, name: "Quiet tower", owner: { account_id, name } },
  });
  const list = await service.anonymous.get(`/builds/${build_id}/runs`);
  const { standing, ...listed } = run.body;
  t.deepEqual(list.body.results[0], listed, "the run in a list is the same object");
  t.not(standing, undefined);

  await client.send("PATCH", "/me", { name: "another name" });
  await client.send("PATCH", `/builds/${build_id}`, { name: "Loud tower" });
  const renamed = { build_id, name: "Loud tower", owner: { account_id, name: "another name" } };
  t.deepEqual((await service.anonymous.get(`/benchmarks/runs/${second.run_id}`)).body.build, renamed);
  t.deepEqual((await service.anonymous.get(`/builds/${build_id}/runs`)).body.results[1].build, renamed);
});

test("the response to an upload of several files names the file of each run, and only the submitter sees the names", async (t) => {
  const client = await service.signIn("uploads");
  const build_id = await client.makeBuild();
  const added = await client.add({ build_id, benchmarks: { id: 7 }, files: [timeSpy, broken] });
  t.is(added.status, 200, added.text);
  const [first, second] = added.body.runs;
  const shown = (run: { sequence: number; file: { name: string } }) => [run.sequence, run.file.name];
  t.deepEqual([first, second].map(shown), [
    [1, "time-spy.xml"],
    [2, "my secret place.xml"],
  ]);
  await client.waitForRun(first.run_id);
  const own = await client.waitForRun(second.run_id);
  t.deepEqual(own.body.file, second.file, "the file is the same object in both responses");
  const { name: _name, sha256: _sha256, ...open } = second.file;
  const stranger = await service.signIn("a stranger to uploads");
  for (const reader of [service.anonymous, stranger]) {
    t.deepEqual((await reader.get(`/benchmarks/runs/${second.run_id}`)).body.file, open);
    t.false((await reader.get(`/builds/${build_id}/runs`)).text.includes("secret place"));
  }
  const scores = await client.add({ build_id, benchmarks: { id: 15, runs: [15_000] } });
  t.is(scores.body.runs[0].file, null);
});

test("the run of a build without an owner does not show who submitted the run", async (t) => {
  const client = await service.signIn("a quiet guest");
  const build = { _id: 900_011, name: "Test bench", parts: {} };
  await service.services.builds.saveOwnerless(build);
  const added = await client.add({ build_id: build._id, benchmarks: { id: 15, runs: [15_000] } });
  const { body, text } = await service.anonymous.get(`/benchmarks/runs/${added.body.runs[0].run_id}`);
  t.deepEqual(body.build, { build_id: build._id, name: "Test bench", owner: null });
  t.false(text.includes((await client.get("/me")).body.account.account_id));
});

test("after a build is deleted, requests for its runs get a 404 that does not contain the name of the build", async (t) => {
  const client = await service.signIn("gone");
  const build_id = await client.makeBuild("a name that goes");
  const added = await client.add({ build_id, benchmarks: { id: 15, runs: [15_000] } });
  await client.send("DELETE", `/builds/${build_id}`);
  for (const path of [`/benchmarks/runs/${added.body.runs[0].run_id}`, `/builds/${build_id}/runs`]) {
    const { status, text } = await service.anonymous.get(path);
    t.is(status, 404);
    t.false(text.includes("a name that goes"));
  }
});
