import { createTypicalMetrics } from "../../../scripts/admin/population/frames.ts";
import type { createRandom } from "../../../scripts/admin/population/random.ts";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import type { Answer, Client } from "../../helpers/client.ts";
import type { TestService } from "../../helpers/service.ts";
import { GAME, type FactRun } from "./facts.ts";

type Random = ReturnType<typeof createRandom>;
export type World = Awaited<ReturnType<typeof createWorld>>;

const today = new Date().toISOString().slice(0, 10);
const priced = (price_usd: number | null) => ({ price_usd, price_date: price_usd === null ? null : today });
const cores = { cores: 8, threads: 16, base_clock_mhz: 3800 };
const cpu = (make: string, model: string, socket: string, price: number | null) => ({
  sourceId: model,
  fields: { ...cores, make, model, socket, ram_types: ["DDR4"], ...priced(price) },
});
const card = (sourceId: string, chipset: string, vram_gb: number, price: number | null) => ({
  sourceId,
  fields: {
    make: "MSI",
    model: `${chipset} ${sourceId}`,
    chipset_make: "NVIDIA",
    chipset,
    vram_gb,
    ...priced(price),
  },
});
const board = (model: string, socket: string) => ({
  sourceId: model,
  fields: { make: "ASUS", model, socket, ram_types: ["DDR4"], memory_slots: 4, ...priced(100) },
});
const ada = ["GeForce RTX 4070", 12] as const;
const small = ["GeForce RTX 4060", 8] as const;
const products = {
  cpu: [
    cpu("AMD", "Ryzen 7 5800X", "AM4", 200),
    cpu("AMD", "Ryzen 7 5800X Tray", "AM4", 180),
    cpu("AMD", "Ryzen 5 5600", "AM4", 110),
    cpu("Intel", "Core i9-12900K", "LGA1700", 300),
  ],
  gpu: [
    card("Ventus", ...ada, 560),
    card("Gaming X", ...ada, 540),
    card("Slim", ...ada, null),
    card("Aero", ...small, 310),
    card("Duke", ...small, 290),
  ],
  motherboard: [board("AM4 board", "AM4"), board("LGA1700 board", "LGA1700")],
};
const games = ["Cyberpunk 2077", "A game of our own"];
const settings = [
  { resolution: "", preset: "" },
  { resolution: "3840x2160", preset: "Ultra" },
  { resolution: "4K", preset: "ultra" },
  { resolution: "1920x1080", preset: "Low" },
];
const cheats = [0.1, 0.5, 1.25, 1.45, 2, 3.1, 8];
const metricsOf = createTypicalMetrics();

/** A run that a test stores. Its score is typed in, or stored as a worker does after reading a file. */
interface Given {
  build: number;
  benchmark: number;
  score: number;
  typed?: Partial<Pick<Run, "variant" | "game" | "settings">>;
}

/**
 * Creates products and accounts. Returns functions that change builds and runs by the public interface of the service.
 */
export async function createWorld(service: TestService, accounts: number) {
  const { services, stores, signIn, anonymous } = service;
  const { catalogue, standings, reviews, runsRepository, builds: buildsService } = services;
  const idsOf: Record<keyof typeof products, number[]> = { cpu: [], gpu: [], motherboard: [] };
  for (const kind of ["cpu", "gpu", "motherboard"] as const) {
    await catalogue.save(kind, "test", products[kind]);
    const saved = await catalogue.identities(kind, "test");
    idsOf[kind] = products[kind].map(({ sourceId }) => saved.find((one) => one.source_id === sourceId)!.id);
  }
  const people = new Map<string, Client>();
  for (let number = 0; number < accounts; number += 1) {
    const client = await signIn(`person ${number}`, "unlimited");
    people.set((await client.get("/me")).body.account.account_id as string, client);
  }
  const ownerOf = new Map<number, string>();
  const steps: string[] = [];
  let stored = 0;
  const ok = ({ status, text, body }: Answer, step: string) => {
    steps.push(step);
    if (status >= 300) throw new Error(`${step}: ${status} ${text}`);
    return body;
  };

  /** Creates a build of an account. Returns the build's id. */
  const make = async (account: string, parts: object): Promise<number> => {
    const answer = await people.get(account)!.post("/builds", { name: "a build", parts });
    const id = ok(answer, `make a build of ${JSON.stringify(parts)}`).build.build_id as number;
    ownerOf.set(id, account);
    return id;
  };

  /** Submits a run. Returns its id. */
  const submit = async ({ build, benchmark, score, typed = {} }: Given): Promise<string> => {
    const account_id = ownerOf.get(build)!;
    if (benchmark === 15) {
      const benchmarks = { id: benchmark, runs: [score] };
      const answer = await people.get(account_id)!.add({ build_id: build, benchmarks });
      return ok(answer, `submit ${score} to build ${build}`).runs[0].run_id as string;
    }
    stored += 1;
    const _id = `stored-${stores.keyPrefix}-${stored}`;
    const now = new Date();
    const isGame = benchmark === GAME;
    const run: Run = {
      _id,
      submission_id: _id,
      sequence: 1,
      account_id,
      build_id: build,
      benchmark_id: benchmark,
      status: "complete",
      score,
      ranking_due: true,
      ranking_step: null,
      fencing_token: 0,
      attempts: 0,
      file: null,
      error: null,
      reader_version: null,
      warnings: [],
      created_at: now,
      touched_at: now,
      completed_at: now,
      ...(isGame && { names_game: false }),
      metrics: isGame ? metricsOf(score, "Game.exe", stored) : null,
      variant: isGame ? null : "Time Spy",
      ...typed,
    };
    steps.push(`store ${score} of benchmark ${benchmark} for build ${build}`);
    await runsRepository.insertMissing([run]);
    return _id;
  };

  return {
    idsOf,
    people,
    steps,
    make,
    submit,
    get: async (path: string) => {
      const answer = await anonymous.get(path);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      return answer.body;
    },
    change: async (account: string, path: string, body: object) =>
      void ok(await people.get(account)!.send("PATCH", path, body), `PATCH ${path} ${JSON.stringify(body)}`),
    remove: async (account: string, path: string) =>
      void ok(await people.get(account)!.send("DELETE", path), `DELETE ${path}`),
    decide: async (run: string, decision: "accepted" | "rejected") => {
      steps.push(`${decision} ${run}`);
      await reviews.decide(run, { decision, reason: decision === "rejected" ? "a cheat" : null });
    },
    /** Imports a card again, with the chip that other cards have or with a chip of its own. */
    importCard: async (index: number, isAda: boolean) => {
      const [chipset, vram] = isAda ? ada : small;
      steps.push(`import card ${index} as ${chipset}`);
      const { sourceId, fields } = products.gpu[index]!;
      const changed = { ...fields, chipset, vram_gb: vram };
      await catalogue.save("gpu", "test", [{ sourceId, fields: changed }] as Parameters<
        typeof catalogue.save
      >[2]);
    },
    /** Runs one of three sweeps: the update of ranks, the outlier check, or the removal of deleted builds. */
    sweep: async (number: number) => {
      const { name, run } = [standings.sweep, standings.outlierCheck, buildsService.sweep][number]!;
      steps.push(`sweep of ${name}`);
      return run();
    },
  };
}

/** Takes one random step, such as submitting a run, changing a build or running a sweep. */
export async function takeStep(world: World, random: Random, runs: readonly FactRun[]): Promise<void> {
  const { oneOf, maybeOneOf, keyOf, wholeBetween } = random;
  const run = maybeOneOf(runs);
  if (!run) return;
  const { account, id: build } = run.build;
  const game = maybeOneOf(runs.filter(({ benchmark }) => benchmark === GAME));
  const weights = {
    run: 5,
    parts: 4,
    game: 6,
    settings: 6,
    review: 6,
    unrun: 4,
    unbuild: 1,
    import: 1,
    sweep: 8,
  };
  switch (keyOf(weights)) {
    case "run":
      return submitRandom(world, random, run.build);
    case "parts": {
      const kind = oneOf(["cpu", "gpu"] as const);
      return world.change(account, `/builds/${build}`, { parts: { [kind]: oneOf(world.idsOf[kind]) } });
    }
    case "game":
    case "settings": {
      const changes = random.happens(0.5) ? { game: oneOf([...games, ""]) } : { settings: oneOf(settings) };
      if (!game) return;
      return world.change(game.build.account, `/benchmarks/runs/${game.id}`, changes);
    }
    case "review":
      return world.decide(
        (maybeOneOf(runs.filter((one) => one.review ?? one.run.outlier)) ?? run).id,
        oneOf(["accepted", "rejected"]),
      );
    case "unrun":
      return world.remove(account, `/benchmarks/runs/${run.id}`);
    case "unbuild":
      return world.remove(account, `/builds/${build}`);
    case "import":
      return world.importCard(wholeBetween(2, 3), random.happens(0.5));
    default:
      await world.sweep(wholeBetween(0, 2));
  }
}

/**
 * Submits a run with a score that is typical of the parts of its build, or sometimes with a far too high or low one.
 */
export async function submitRandom(
  world: World,
  random: Random,
  build: Pick<FactRun["build"], "id" | "account" | "cpu" | "gpu">,
): Promise<void> {
  const benchmark = random.oneOf([15, 7, GAME]);
  const speed = { "Ryzen 7 5800X": 1.4, "Core i9-12900K": 1.8 }[build.cpu ?? ""] ?? 1;
  const frames = build.gpu?.includes("4070") ? 60 : 40;
  const typed = random.oneOf(settings);
  const factor = { Low: 2.5, "": 1.5 }[typed.preset] ?? 1;
  const usual = { 15: 10_000 * speed, 7: frames, [GAME]: frames * (1 + speed) * factor }[benchmark] ?? 1;
  const cheat = random.happens(0.12) ? random.oneOf(cheats) : 1;
  // Round the score to one decimal, so that some scores are equal.
  const score = Math.round(usual * cheat * random.factor(0.015) * 10) / 10;
  const id = await world.submit({ build: build.id, benchmark, score });
  if (benchmark !== GAME || random.happens(0.05)) return;
  const changes = { game: random.happens(0.85) ? games[0] : games[1], settings: typed };
  await world.change(build.account, `/benchmarks/runs/${id}`, changes);
}
