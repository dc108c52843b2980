import test from "ava";
import { startRankedService } from "../standings/ranked-service.ts";
import { asBrowser } from "./html.ts";

const { anonymous: client, rank } = await startRankedService(test);

test("a ranking links to the 3DMark tests that have no tab by their names, except those among the listed tests of the benchmark", async (t) => {
  await rank({ owner: "ada", score: 15_310 });
  for (const owner of ["ada", "bob"])
    for (const benchmark_id of [7, 17]) await rank({ owner, score: 100, benchmark_id, variant: "Time Spy" });
  for (const [benchmark_id, variant] of [
    [7, "Wild Life"],
    [7, "Fire Strike"],
    [17, "Fire Strike"],
    [17, "Cloud Gate"],
  ] as const)
    await rank({ owner: "ada", score: 50, benchmark_id, variant });

  const othersAt = async (path: string) => {
    const { text } = await client.get(path, asBrowser);
    const [, list = ""] = /More 3DMark tests<\/summary>([^]*?)<\/ul>/.exec(text) ?? [];
    const links = [...list.matchAll(/<a href="([^"]+)"><bdi>([^<]+)/g)];
    return links.map(([, href, name]) => `${name} ${href}`);
  };
  t.deepEqual(await othersAt("/rankings/15"), [
    "Cloud Gate /rankings/17?variant=Cloud+Gate",
    "Fire Strike /rankings/7?variant=Fire+Strike",
    "Wild Life /rankings/7?variant=Wild+Life",
  ]);
  t.deepEqual(await othersAt("/rankings/7"), ["Cloud Gate /rankings/17?variant=Cloud+Gate"]);
  t.deepEqual(await othersAt("/rankings/17?variant=Fire+Strike"), [
    "Wild Life /rankings/7?variant=Wild+Life",
  ]);
});
