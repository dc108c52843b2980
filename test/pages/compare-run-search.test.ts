import test from "ava";
import { makeCapture, makeGameFrames, RANKED_FRAMES } from "../helpers/capture-generator.ts";
import { startTestService } from "../helpers/service.ts";
import { asBrowser } from "./html.ts";

const service = await startTestService(test);
const capture = makeCapture("presentmon-1.10", makeGameFrames(1, RANKED_FRAMES));

test("the comparison page finds results by the words of the names of builds, games and tests, and each result has a link that chooses it or compares it with the chosen run", async (t) => {
  const ada = await service.signIn("ada");
  const runs: string[] = [];
  for (const name of ["Quiet tower", "Loud <b>box</b>"]) {
    const build_id = await ada.makeBuild(name);
    const files = [{ name: "x.csv", content: capture }];
    const { body } = await ada.add({ build_id, benchmarks: { id: 16 }, files });
    const run_id = body.runs[0].run_id as string;
    await ada.waitForRun(run_id);
    runs.push(run_id);
    await ada.add({ build_id, benchmarks: { id: 15, runs: [15_000] } });
  }
  const open = (query: string) => service.anonymous.get(`/compare${query}`, asBrowser);
  const [first = "", second = ""] = runs;
  const found = await open("?run=loud");
  t.is(found.status, 200);
  const sectionOf = (html: string) => /aria-labelledby="found-runs">([^]*?)<\/section>/.exec(html)?.[1] ?? "";
  t.true(sectionOf(found.text).includes(`href="/compare?runs=${second}"`), found.text);
  t.regex(sectionOf(found.text), /<bdi>Cinebench R23[^<]*<\/bdi>/, "results of every benchmark of the build");
  t.false(sectionOf(found.text).includes(first), "no results of other builds");
  const more = await open(`?runs=${first},${second}&run=tower`);
  t.regex(more.text, /No other result of the same game or test/, "a chosen run is not offered again");
  const ofGame = await open("?run=cinebench");
  t.regex(ofGame.text, /<a href="\/rankings\/15"><bdi>Cinebench R23/);
  t.false(found.text.includes("Builds named"));
  const next = await open(`?runs=${first}&run=loud`);
  t.true(next.text.includes(`href="/compare?runs=${first},${second}"`), next.text);
  const [, offered = ""] = /aria-labelledby="found-runs">([^]*?)<\/section>/.exec(next.text) ?? [];
  t.is(offered.match(/<tr/g)?.length, 2, "the head, and the one result of the same game");
  const none = await open("?run=no+such+words");
  t.is(none.status, 200);
  t.regex(
    none.text,
    /No result was found of a build, game or test with a name that has words that begin like “<bdi>no such words<\/bdi>”/,
  );
  const noneLike = await open(`?runs=${first}&run=no+such+words`);
  t.regex(
    noneLike.text,
    /No other result of the same game or test, with the same settings, was found on a build with a name/,
  );
});
