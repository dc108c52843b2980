import test from "ava";
import type { Client } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });
const { accounts, builds, moderation } = service.services;

const LIMIT = 20;

const found = async (text: string, limit = LIMIT) =>
  (await accounts.findByName(text, { page: 1, limit })).results.map(({ name }) => name);

const accountIdOf = async (client: Client) => (await client.get("/me")).body.account.account_id as string;

test.serial(
  "people with public builds are found by the beginnings of words of their public names",
  async (t) => {
    const person = await service.signIn("Grâce Hopper");
    t.deepEqual(await found("grace"), [], "a person without a build is not found");
    const build_id = await person.makeBuild("Compiler");
    for (const text of ["grace", "GRÂ", "hop gra", "hopper"])
      t.deepEqual(await found(text), ["Grâce Hopper"]);
    for (const text of ["race", "grace kelly", "", "…", "$gt"]) t.deepEqual(await found(text), [], text);
    const { results, hasMore } = await accounts.findByName("grace", { page: 1, limit: LIMIT });
    t.is(hasMore, false);
    t.like(results, [
      { account_id: await accountIdOf(person), name: "Grâce Hopper", builds: 1, newest_build: "Compiler" },
    ]);
    t.true(results[0]?.created_at instanceof Date);

    await builds.hide(build_id, "test");
    t.deepEqual(await found("grace"), [], "a person whose builds are all hidden is not found");
    await builds.restore(build_id);
    t.is((await person.send("PATCH", "/me", { name: "Amazing Grace" })).status, 200);
    t.deepEqual([await found("hopper"), await found("amazing")], [[], ["Amazing Grace"]]);
    t.is((await person.send("DELETE", `/builds/${build_id}`)).status, 204);
    t.deepEqual(await found("amazing"), []);
  },
);

test.serial(
  "suspended people are found while a build of theirs is public, nobody finds deleted accounts, and a new name of a moderator replaces the old one",
  async (t) => {
    const person = await service.signIn("Rude Person");
    await person.makeBuild("Rude build");
    const id = await accountIdOf(person);
    t.deepEqual(await found("rude"), ["Rude Person"]);
    await moderation.suspend(id, "test");
    t.deepEqual(await found("rude"), ["Rude Person"], "as their page is found");
    await moderation.lift(id);
    const renamed = await moderation.resetName(id);
    t.deepEqual([await found("rude"), await found(renamed?.name ?? "")], [[], [renamed?.name]]);
    t.is((await person.send("DELETE", "/me")).status, 204);
    t.deepEqual(await found(renamed?.name ?? ""), []);
  },
);

test.serial("a search finds people with builds among many people of that name without builds", async (t) => {
  for (let n = 0; n < 45; n += 1) await service.signIn(`Crowd ${n}`);
  const builder = await service.signIn("Crowd builder");
  await builder.makeBuild();
  t.deepEqual(await found("crowd"), ["Crowd builder"]);
  const other = await service.signIn("Crowd other");
  await other.makeBuild();
  // A search that returns at most 12 people examines at most 52 accounts. The names of 47 accounts contain "crowd", so
  // the search examines them all.
  t.deepEqual((await found("crowd", 12)).toSorted(), ["Crowd builder", "Crowd other"]);
});
