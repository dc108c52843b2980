import test from "ava";
import { untilScored } from "../helpers/until-scored.ts";
import { startRankedService } from "../standings/ranked-service.ts";
import { textOf, visitsOf } from "./page-visits.ts";

const service = await startRankedService(test);
const { catalogue } = service.services;
const price_date = new Date().toISOString().slice(0, "YYYY-MM-DD".length);

const idsOf = async (kind: string, source = "upgrades") => {
  const stored = await service.stores.db.collection("products").find({ kind, source }).toArray();
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

test("the page of a build shows the processors that make its game faster beside the same graphics chip, and says so if too few were measured", async (t) => {
  const day = { price_usd: 300, price_date };
  await catalogue.save("cpu", "games", [
    { sourceId: "old", fields: { ...day, make: "AMD", model: "Old" } },
    { sourceId: "new", fields: { ...day, make: "AMD", model: "New <b>X3D</b>" } },
  ]);
  await catalogue.save("gpu", "games", [
    { sourceId: "card", fields: { ...day, make: "Maker", model: "Card", chipset: "GeForce RTX 3060" } },
    { sourceId: "other", fields: { ...day, make: "Maker", model: "Other", chipset: "GeForce RTX 3090" } },
  ]);
  const [cpus, gpus] = [await idsOf("cpu", "games"), await idsOf("gpu", "games")];
  const settings = { resolution: "1920x1080", preset: "High" };
  const rankGame = (
    owner: string,
    score: number,
    parts: Partial<Record<"cpu" | "gpu", number | undefined>>,
  ) => service.rank({ owner, score, parts, benchmark_id: 16, variant: "quake.exe", settings });
  const measured = new Map<string, number>();
  for (const number of [1, 2, 3, 4, 5]) {
    measured.set(
      `old ${number}`,
      await rankGame(`old ${number}`, 100 + number, { cpu: cpus["old"], gpu: gpus["card"] }),
    );
    await rankGame(`new ${number}`, 150 + number, { cpu: cpus["new"], gpu: gpus["card"] });
    // Builds with a faster card do not count: their gain would be the gain of the card.
    await rankGame(`fast ${number}`, 400 + number, { cpu: cpus["new"], gpu: gpus["other"] });
  }
  await catalogue.markAllScoresDue("cpu");
  await untilScored(service);
  const alone = await rankGame("alone", 300, { cpu: cpus["old"], gpu: gpus["other"] });
  const pageOf = async (owner: string, buildId: number) => {
    await storeGame(owner, buildId);
    return (await visitsOf(service, null).open(`/b/${buildId}`)).html;
  };
  const html = await pageOf("old 1", measured.get("old 1") ?? 0);
  const [, section = ""] = /<h3>Processor upgrades for quake.exe<\/h3>([^]*?)<details/.exec(html) ?? [];
  t.regex(section, /<strong>\+49 %<\/strong>/, html);
  t.true(section.includes("New &lt;b>X3D&lt;/b>"), section);
  t.regex(
    textOf(section),
    /By quake\.exe at 1920x1080, High, in builds with the same graphics chip as the Maker Card\./,
  );
  t.regex(textOf(section), /Other games and settings gain more or less/);
  t.true(
    textOf(await pageOf("alone", alone)).includes(
      "Processor for quake.exe: too few builds with AMD Old and the chip of the Maker Other have a result in quake.exe to tell what would be faster.",
    ),
  );
});

/** Stores a complete run of the game quake.exe on a build, made from a score that the owner submits. */
async function storeGame(owner: string, buildId: number): Promise<void> {
  const client = await service.signIn(owner);
  const { body } = await client.add({ build_id: buildId, benchmarks: { id: 15, runs: [9000] } });
  const runs = service.stores.db.collection<{ _id: string }>("runs");
  const run = await runs.findOne({ _id: body.runs[0].run_id as string });
  if (!run) throw new Error("expected the submitted run, found none");
  await runs.insertOne({
    ...run,
    _id: `${run._id}-game`,
    benchmark_id: 16,
    variant: "quake.exe",
  } as typeof run);
}
