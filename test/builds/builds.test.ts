import test from "ava";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });

test("anybody can read a new build, but only the list of its owner contains the build", async (t) => {
  const ada = await service.signIn("ada");
  const made = await ada.post("/builds", { name: "  Quiet tower " });
  t.is(made.status, 201);
  const { build } = made.body;
  t.is(made.headers.get("location"), `http://bench.test/builds/${build.build_id}`);
  t.true(Number.isInteger(build.build_id));
  t.is(build.name, "Quiet tower");
  t.is(build.owner.name, "ada");
  t.deepEqual(build.parts, {});

  const read = await service.anonymous.get(`/builds/${build.build_id}`);
  t.deepEqual(read.body, { build, results: [], total: 0 });
  const list = await ada.get("/builds");
  const { description: _description, compatibility: _misfits, price: _price, ...listed } = build;
  t.deepEqual(list.body, { results: [listed], total: 1 });
  t.is((await (await service.signIn("grace")).get("/builds")).body.total, 0);
});

test("the list of builds has pages, with the newest build first", async (t) => {
  const client = await service.signIn("many");
  for (const name of ["one", "two", "three"]) await client.post("/builds", { name });
  const pages = await Promise.all([1, 2, 3].map((page) => client.get(`/builds?page=${page}&limit=2`)));
  t.deepEqual(
    pages.map(({ body }) => body.results.map((build: { name: string }) => build.name)),
    [["three", "two"], ["one"], []],
  );
  t.true(pages.every(({ body }) => body.total === 3));
});

test("a request for the list of builds with a faulty page and limit is refused with both faults", async (t) => {
  const client = await service.signIn("paging");
  const { status, body } = await client.get("/builds?page=0&limit=1001&unknown=ignored");
  t.is(status, 422);
  t.deepEqual(body.errors, [
    { pointer: "/page", detail: "Expected a number >= 1, found 0." },
    { pointer: "/limit", detail: "Expected a number <= 1000, found 1001." },
  ]);
  const text = await client.get("/builds?page=two");
  t.is(text.body.errors[0].detail, 'Expected a number, found "two".');
});

test("the refusal of a new build with several faults names all faults, and the build is not stored", async (t) => {
  const client = await service.signIn("faults");
  const { status, body } = await client.post("/builds", {
    name: null,
    parts: { cpu: "5800X", gpu: 1.5, psu: 3 },
    owner: "me",
  });
  t.is(status, 422);
  t.deepEqual(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort(), [
    "/name",
    "/owner",
    "/parts/cpu",
    "/parts/gpu",
    "/parts/psu",
  ]);
  t.is((await client.get("/builds")).body.total, 0);
});

test("a build with parts that the catalogue does not have is refused, and each such part is named", async (t) => {
  const client = await service.signIn("parts");
  const { status, body } = await client.post("/builds", { name: "x", parts: { cpu: 999_999, ram: 1 } });
  t.is(status, 422);
  t.deepEqual(
    body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ["/parts/cpu", "/parts/ram"],
  );
});

test("a request for a build with a malformed or unknown id gets a 404, and creating and listing builds needs a session", async (t) => {
  for (const id of ["999999", "0", "-1", "1.5", "abc", "1e3", "99999999999999999999"]) {
    t.is((await service.anonymous.get(`/builds/${id}`)).status, 404, id);
  }
  t.is((await service.anonymous.post("/builds", { name: "x" })).status, 401);
  t.is((await service.anonymous.get("/builds")).status, 401);
});

test("a repeated request does not create a deleted build again until its Idempotency-Key expires", async (t) => {
  let now = new Date("2036-01-01T12:00:00Z");
  const aged = await startTestService(t, {
    hasWorkers: false,
    overrides: { clock: () => () => now },
  });
  const client = await aged.signIn("ada");
  const make = () => client.post("/builds", { name: "Quiet tower" }, { "Idempotency-Key": "tower" });
  const made = await make();
  t.is(made.status, 201);
  t.is((await client.send("DELETE", `/builds/${made.body.build.build_id}`)).status, 204);

  now = new Date("2036-01-02T11:59:00Z");
  for (const { run } of aged.services.sweeps) await run();
  const repeated = await make();
  t.is(repeated.text, made.text);
  t.is((await client.get(`/builds/${made.body.build.build_id}`)).status, 404);
  t.is((await client.get("/builds")).body.total, 0);
});
