import test from "ava";
import { untilScored } from "../helpers/until-scored.ts";
import { startRankedService } from "../standings/ranked-service.ts";
import { textOf, visitsOf } from "./page-visits.ts";

const service = await startRankedService(test);
const { catalogue } = service.services;
const price_date = new Date().toISOString().slice(0, "YYYY-MM-DD".length);

const idsOf = async (kind: string) => {
  const stored = await service.stores.db.collection("products").find({ kind, source: "upgrades" }).toArray();
  return Object.fromEntries(stored.map(({ source_id, id }) => [String(source_id), Number(id)]));
};

test("upgrades of a card count all builds with the card's chip, and upgrades of a processor say which facts make the listed processors fit the board", async (t) => {
  const card = { make: "Maker", chipset_make: "NVIDIA", vram_gb: 12, price_usd: 500, price_date };
  await catalogue.save("gpu", "upgrades", [
    { sourceId: "slow", fields: { ...card, model: "Slow", chipset: "GeForce RTX 4060" } },
    { sourceId: "fast", fields: { ...card, model: "Fast", chipset: "GeForce RTX 4090" } },
  ]);
  const fits = { socket: "AM5", ram_types: ["DDR5"] };
  await catalogue.save("cpu", "upgrades", [
    { sourceId: "slow", fields: { ...fits, make: "AMD", model: "Slow" } },
    { sourceId: "fast", fields: { ...fits, make: "AMD", model: "Fast" } },
  ]);
  await catalogue.save("motherboard", "upgrades", [
    { sourceId: "board", fields: { ...fits, make: "Maker", model: "Board", chipset: "B650" } },
  ]);
  const [gpus, cpus, boards] = [await idsOf("gpu"), await idsOf("cpu"), await idsOf("motherboard")];
  const builds: number[] = [];
  for (const model of ["slow", "fast"])
    for (const number of [1, 2, 3, 4, 5]) {
      const [owner, score] = [`${model} ${number}`, model === "slow" ? 100 : 200];
      await service.rank({ owner: `cpu ${owner}`, score: score + number, parts: { cpu: cpus[model] } });
      const parts = { cpu: cpus[model], gpu: gpus[model], motherboard: boards["board"] };
      const given = { owner, score: score + number, parts, benchmark_id: 7, variant: "Time Spy" };
      builds.push(await service.rank(given));
    }
  for (const kind of ["cpu", "gpu"] as const) await catalogue.markAllScoresDue(kind);
  await untilScored(service);
  const { status, html } = await visitsOf(service, null).open(`/b/${builds[0]}`);
  t.is(status, 200);
  const text = textOf(html);
  t.true(text.includes("Builds with this chip"), text);
  t.true(
    text.includes(
      "The figures are those of all cards with the same chip; the card named is the cheapest with this chip.",
    ),
  );
  t.true(
    text.includes(
      "Only processors for the socket and the type of memory of this build’s motherboard are listed. Not checked: whether the cooler",
    ),
    text,
  );
});
