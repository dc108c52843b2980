import test, { type ExecutionContext } from "ava";
import type { Client } from "../helpers/client.ts";
import { openTestService } from "../helpers/service.ts";
import { onTeardown } from "../helpers/stores.ts";

/** The facts about a product of this test. A fact is null or missing if the catalogue does not know it. */
interface Truth {
  socket?: string | null;
  /** The memory types that a processor or board supports, or the type of a memory kit. */
  memory?: readonly string[] | null;
  form?: "DIMM" | "SO-DIMM" | null;
  /** The number of modules in a memory kit, or of memory slots on a board. */
  modules?: number | null;
  price?: number | null;
  day?: string | null;
}

const truths = {
  cpu: {
    "AM4 part": { socket: "AM4", memory: ["DDR4"], price: 199.99, day: "2026-03-01" },
    "AM5 part": { socket: "AM5", memory: ["DDR5"], price: 0.1, day: "2024-12-31" },
    "Both memories": { socket: "LGA1700", memory: ["DDR4", "DDR5"] },
    "Unknown part": { socket: null, memory: null, price: 50, day: null },
  },
  motherboard: {
    "AM4 board": {
      socket: "am-4",
      memory: ["DDR4"],
      form: "DIMM",
      modules: 4,
      price: 0.2,
      day: "2026-01-01",
    },
    "AM5 thin board": { socket: "AM5", memory: ["DDR5"], form: "SO-DIMM", modules: 2 },
    "Old memory": { socket: "AM4", memory: ["DDR3"], form: "DIMM", modules: 2, price: 80, day: "2025-01-01" },
    "Two of LGA1700": { socket: "LGA1700", memory: ["DDR5"], form: "DIMM", modules: null },
    "Unknown board": { socket: null, memory: null, form: null, modules: 1 },
  },
  ram: {
    "Pair of DDR4": { memory: ["DDR4"], form: "DIMM", modules: 2, price: 45.5, day: "2025-06-30" },
    "Four of DDR5": { memory: ["DDR5"], form: "DIMM", modules: 4 },
    "Laptop DDR5": { memory: ["DDR5"], form: "SO-DIMM", modules: 2, price: 70, day: "2026-01-01" },
    "Unknown kit": { memory: null, form: null, modules: null },
  },
  gpu: { "A card": { price: 300, day: "2026-11-01" } },
} as const satisfies Record<string, Record<string, Truth>>;

type Kind = keyof typeof truths;

/** Returns the catalogue's fields of a product with the given facts. */
function fieldsOf(kind: Kind, { socket, memory, form, modules, price, day }: Truth) {
  const common = { price_usd: price ?? null, price_date: day ?? null };
  if (kind === "cpu") return { ...common, socket: socket ?? null, ram_types: [...(memory ?? [])] };
  if (kind === "motherboard") {
    const size = form === undefined || form === null ? null : form === "DIMM" ? "ATX" : "Thin Mini-ITX";
    const slots = { form_factor: size, memory_slots: modules ?? null };
    return { ...common, ...slots, socket: socket ?? null, ram_types: [...(memory ?? [])] };
  }
  if (kind === "gpu") return common;
  const form_factor = form === undefined || form === null ? null : `288-pin ${form}`;
  return { ...common, form_factor, memory_type: memory?.[0] ?? null, modules: modules ?? null };
}

const service = await openTestService({ hasWorkers: false, env: { RATE_LIMITS: "false" } });
onTeardown(test, service.close);

/** The id of each product, by its kind and name. */
const ids = new Map<string, number>();
for (const [kind, products] of Object.entries(truths) as [Kind, Record<string, Truth>][]) {
  const names = Object.keys(products);
  const inputs = Object.entries(products).map(([model, truth]) => {
    return { sourceId: model, fields: { make: "Maker", model, ...fieldsOf(kind, truth) } };
  });
  await service.services.catalogue.save(kind, "test", inputs);
  const stored = await service.stores.db.collection("products").find({ kind }).toArray();
  for (const name of names)
    ids.set(`${kind} ${name}`, stored.find(({ source_id }) => source_id === name)?.["id"] as number);
}

type Chosen = Partial<Record<Kind, string>>;

const truthOf = (kind: Kind, chosen: Chosen): Truth | undefined =>
  (truths[kind] as Record<string, Truth>)[chosen[kind] ?? ""];

const partsOf = (chosen: Chosen) =>
  Object.fromEntries(Object.entries(chosen).map(([kind, name]) => [kind, ids.get(`${kind} ${name}`)]));

/**
 * Yields every combination of a processor, a board and a memory kit, including combinations without one or more of the
 * three.
 */
function* combinations(): Generator<Chosen> {
  const choicesOf = (kind: Kind): Chosen[] => [
    {},
    ...Object.keys(truths[kind]).map((name) => ({ [kind]: name })),
  ];
  for (const cpu of choicesOf("cpu"))
    for (const motherboard of choicesOf("motherboard"))
      for (const ram of choicesOf("ram")) yield { ...cpu, ...motherboard, ...ram };
}

/**
 * Computes the expected misfits of a build from the facts of the chosen products: two kinds of part and the reason, for
 * each pair that does not fit.
 */
function expectedMisfits(chosen: Chosen): string[] {
  const [cpu, board, kit] = [truthOf("cpu", chosen), truthOf("motherboard", chosen), truthOf("ram", chosen)];
  const plain = (text: string) => text.toLowerCase().replaceAll("-", "");
  const shareNone = (one?: readonly string[] | null, other?: readonly string[] | null) =>
    Boolean(one && other && !one.some((type) => other.includes(type)));
  return [
    cpu?.socket && board?.socket && plain(cpu.socket) !== plain(board.socket) && "cpu motherboard socket",
    shareNone(cpu?.memory, board?.memory) && "cpu motherboard memory_type",
    shareNone(cpu?.memory, kit?.memory) && "cpu ram memory_type",
    shareNone(board?.memory, kit?.memory) && "motherboard ram memory_type",
    kit?.form && board?.form && kit.form !== board.form && "motherboard ram module_type",
    kit?.modules && board?.modules && kit.modules > board.modules && "motherboard ram modules",
  ].filter((one) => typeof one === "string");
}

const ageOf = (day: string) => Math.floor((Date.now() - Date.parse(day)) / 86_400_000);

/** Computes the expected price of a build from the current prices of the chosen products, without old prices. */
function expectedPrice(chosen: Chosen) {
  const parts = (Object.keys(chosen) as Kind[]).flatMap((kind) => truthOf(kind, chosen) ?? []);
  const dated = parts.flatMap(({ price, day }) => (price && day ? [{ price, day }] : []));
  const current = dated.filter(({ day }) => ageOf(day) <= 365);
  const total = current.reduce((sum, { price }) => sum + price, 0);
  return {
    total: current.length > 0 ? Number(total.toFixed(2)) : null,
    currency: "USD",
    known: current.length,
    of: parts.length,
    oldest_date: current.map(({ day }) => day).toSorted()[0] ?? null,
    old: dated.length - current.length,
  };
}

interface Misfit {
  parts: string[];
  code: string;
  detail: string;
}

/** Asserts that a response about a build names the expected pairs of parts that do not fit, and the expected price. */
function requireRight(t: ExecutionContext, { compatibility, price }: Answer, chosen: Chosen) {
  const which = JSON.stringify(chosen);
  const found = compatibility.map(({ parts, code }) => [...parts.toSorted(), code].join(" "));
  t.deepEqual(found.toSorted(), expectedMisfits(chosen).toSorted(), which);
  for (const { parts, detail } of compatibility)
    for (const kind of parts) t.true(detail.includes(`Maker ${chosen[kind as Kind]}`), detail);
  t.deepEqual(price, expectedPrice(chosen), which);
}

interface Answer {
  build_id: number;
  compatibility: Misfit[];
  price: object;
}

async function makeBuild(client: Client, chosen: Chosen): Promise<Answer> {
  const made = await client.post("/builds", { name: "some parts", parts: partsOf(chosen) });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.build;
}

test("responses to creating, changing and reading a build of any parts state which parts do not fit and what the build costs", async (t) => {
  t.timeout(600_000);
  const client = await service.signIn("builder");
  const { build_id: changedId } = await makeBuild(client, {});
  let misfits = 0;
  for (const some of combinations()) {
    const chosen = { ...some, gpu: "A card" };
    const made = await makeBuild(client, chosen);
    requireRight(t, made, chosen);
    t.deepEqual((await service.anonymous.get(`/builds/${made.build_id}`)).body.build, made);
    const taken = { cpu: null, motherboard: null, ram: null };
    const changed = await client.send("PATCH", `/builds/${changedId}`, {
      parts: { ...taken, ...partsOf(chosen) },
    });
    t.is(changed.status, 200, changed.text);
    const { compatibility, price } = changed.body.build as Answer;
    t.deepEqual({ compatibility, price }, { compatibility: made.compatibility, price: made.price });
    misfits += made.compatibility.length;
  }
  t.true(misfits > 100);
});

test("a build without parts has no misfits and no price, and lists of builds show neither misfits nor prices", async (t) => {
  const client = await service.signIn("nothing yet");
  requireRight(t, await makeBuild(client, {}), {});
  const { body } = await client.get("/builds");
  t.deepEqual(Object.keys(body.results[0]).toSorted(), ["build_id", "created_at", "name", "owner", "parts"]);
});

test("the sentence about two parts that do not fit each other states the deciding fact of both parts", async (t) => {
  const client = await service.signIn("reader");
  const details = async (chosen: Chosen) =>
    (await makeBuild(client, chosen)).compatibility.map(({ detail }) => detail);
  t.deepEqual(await details({ cpu: "AM5 part", motherboard: "AM4 board" }), [
    "Maker AM5 part has the socket AM5, and Maker AM4 board has the socket am-4.",
    "Maker AM5 part takes DDR5, and Maker AM4 board takes DDR4.",
  ]);
  t.deepEqual(await details({ motherboard: "AM5 thin board", ram: "Four of DDR5" }), [
    "Maker Four of DDR5 has 288-pin DIMM modules, and Maker AM5 thin board takes SO-DIMMs.",
    "Maker Four of DDR5 has 4 modules, and Maker AM5 thin board has 2 slots for memory.",
  ]);
  t.deepEqual(await details({ cpu: "Both memories", ram: "Pair of DDR4" }), []);
});

test("a build shows the present prices of its parts, even of a part that is removed from the catalogue", async (t) => {
  const client = await service.signIn("price watcher");
  const { catalogue } = service.services;
  const product = (price_usd: number, price_date: string) => {
    return { sourceId: "watched", fields: { make: "Maker", model: "Watched", price_usd, price_date } };
  };
  const [day, later] = [60, 30].map((days) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
  );
  await catalogue.save("gpu", "watched", [product(500, day!)]);
  const stored = await service.stores.db.collection("products").findOne({ source: "watched" });
  const made = await client.post("/builds", { name: "watched", parts: { gpu: stored?.["id"] } });
  t.like(made.body.build.price, { total: 500, oldest_date: day! });
  await catalogue.save("gpu", "watched", [product(400, later!)]);
  const read = async () => (await service.anonymous.get(`/builds/${made.body.build.build_id}`)).body.build;
  t.like((await read()).price, { total: 400, oldest_date: later! });
  await catalogue.remove("gpu", "watched", ["watched"]);
  t.like(await read(), { parts: { gpu: { model: "Watched" } }, price: { total: 400, known: 1, of: 1 } });
  const refused = await client.post("/builds", { name: "unknown", parts: { gpu: 999_999, cpu: 1 } });
  t.is(refused.status, 422);
  t.deepEqual(
    refused.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ["/parts/gpu"],
  );
});
