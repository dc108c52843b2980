import test from "ava";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });
const { builds } = service.services;

const LIMIT = 20;

const found = async (text: string, limit = LIMIT) =>
  (await builds.findByName(text, { page: 1, limit })).results.map(({ build_id }) => build_id);

async function makeBuild(name: string, owner = "ada"): Promise<number> {
  const client = await service.signIn(owner);
  return (await client.post("/builds", { name })).body.build.build_id as number;
}

test("builds are found by the beginnings of words of their names, the newest first", async (t) => {
  const quiet = await makeBuild("Quiet Tower 5800X");
  const loud = await makeBuild("Très-bruyante tower", "grace");
  t.deepEqual(await found("tower"), [loud, quiet]);
  t.deepEqual(await found("TOW"), [loud, quiet]);
  t.deepEqual(await found("580"), [quiet]);
  t.deepEqual(await found("tow qui"), [quiet], "all words, in any order");
  t.deepEqual(await found("tres"), [loud], "without regard to accents");
  t.deepEqual(await found("bruy"), [loud], "a hyphen separates words");
  t.deepEqual(await found("ower"), [], "only beginnings");
  t.deepEqual(await found("quiet castle"), [], "every word has to be there");
  t.deepEqual(await found("tower", 1), [loud]);
  const {
    results: [first],
  } = await builds.findByName("tres", { page: 1, limit: LIMIT });
  t.is(first?.name, "Très-bruyante tower");
  t.is(first?.owner?.name, "grace");
});

test("a search for builds by a text without a word finds nothing; long words and words of other scripts find builds", async (t) => {
  const long = `x${"y".repeat(60)}`;
  const [emoji, cyrillic, lengthy] = [
    await makeBuild("🖥️ nightowl"),
    await makeBuild("Тихий компьютер"),
    await makeBuild(long),
  ];
  for (const text of ["", "  ", "…", "$gt", "🖥️"]) t.false((await found(text)).includes(emoji), text);
  t.deepEqual(await found("night"), [emoji]);
  t.deepEqual(await found("КОМП"), [cyrillic]);
  t.deepEqual(await found(long), [lengthy]);
});

test("a renamed build is found only by its new name, and hidden or deleted builds are not found", async (t) => {
  const client = await service.signIn("hedy");
  const renamed = await makeBuild("Before", "hedy");
  t.is((await client.send("PATCH", `/builds/${renamed}`, { name: "After" })).status, 200);
  t.deepEqual([await found("before"), await found("after")], [[], [renamed]]);

  await builds.hide(renamed, "test");
  t.deepEqual(await found("after"), []);
  await builds.restore(renamed);
  t.deepEqual(await found("after"), [renamed]);
  t.is((await client.send("DELETE", `/builds/${renamed}`)).status, 204);
  t.deepEqual(await found("after"), []);
});

test("imported builds are found by their names, also by a name that a later import has changed", async (t) => {
  const fields = { _id: 4711, parts: {} };
  t.true(await builds.saveOwnerless({ ...fields, name: "Imported first" }));
  t.true(await builds.saveOwnerless({ ...fields, name: "Imported again" }));
  t.deepEqual([await found("imported first"), await found("imported again")], [[], [4711]]);
});

test("the export of an account has the names of its builds, without the prefixes by which searches find them", async (t) => {
  await makeBuild("Exported", "exported");
  const { account_id } = (await (await service.signIn("exported")).get("/me")).body.account;
  const [stored] = await service.services.buildsRepository.findOfOwner(account_id as string, { limit: 1 });
  t.is(stored?.name, "Exported");
  t.false("name_prefixes" in (stored ?? {}));
});
