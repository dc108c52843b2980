import type { ExecutionContext } from "ava";
import { comparedScores, type Expected, type ShownSettings } from "./comparisons.ts";
import { comparedNameOf, GAME, type FactBuild } from "./facts.ts";
import { certainGain } from "./gains.ts";
import { isSlowerCard } from "./slower-cards.ts";
import { cohortOf, judgedKinds } from "./rules.ts";
import type { World } from "./world.ts";

const MIN_BUILDS = 5;

/**
 * Compares the upgrades of at most 20 builds with those found by checking every chip and model. Returns their number.
 */
export async function requireUpgrades(
  t: ExecutionContext,
  world: World,
  expected: Expected,
  shown: ReadonlyMap<string, ShownSettings>,
) {
  let count = 0;
  for (const build of expected.builds.slice(0, 20))
    for (const [whole, settings] of shown)
      for (const kind of judgedKinds[Number.parseInt(whole, 10)] ?? []) {
        const [benchmark = "", variant] = whole.split("|");
        if (build[kind] === null || Object.keys(cohortOf(expected.entries, whole, {})).length < MIN_BUILDS)
          continue;
        const query = new URLSearchParams({
          kind,
          benchmark_id: benchmark,
          limit: "100",
          ...(variant && { variant }),
        });
        const path = `/builds/${build.id}/upgrades?${query}`;
        const { results } = await world.get(path);
        const upgrades = upgradesOf(expected, build, { kind, whole, settings });
        count += upgrades.length;
        t.deepEqual(
          results.map((one: Upgrade) => [
            one.part.cpuid ?? one.part.id,
            one.expected_gain_percent,
            one.builds,
          ]),
          upgrades,
          path,
        );
      }
  return count;
}

interface Upgrade {
  part: { id?: number; cpuid?: number };
  expected_gain_percent: number;
  builds: number;
}

function upgradesOf(
  expected: Expected,
  build: FactBuild,
  { kind, whole, settings }: { kind: "cpu" | "gpu"; whole: string; settings: ShownSettings },
) {
  const other = kind === "cpu" ? "gpu" : "cpu";
  const isGame = whole.startsWith(`${GAME}|`);
  if (isGame && build[other] === null) return [];
  const scoresOf = (name: string | null) =>
    comparedScores(expected, whole, { ...(isGame && { [other]: build[other] }), [kind]: name }, settings);
  const board = expected.products.find(
    (one) => one.kind === "motherboard" && one.id === build.ids.motherboard,
  );
  const fits = expected.products.filter(
    (one) =>
      one.kind === kind && (kind === "gpu" || !board || one.fields["socket"] === board.fields["socket"]),
  );
  const priceOf = ({ fields }: (typeof fits)[number]) => Number(fields["price_usd"] ?? Infinity);
  const from = scoresOf(build[kind]);
  const names = [...new Set(fits.map(comparedNameOf))].filter((name) => name !== build[kind]);
  return names
    .flatMap((name) => {
      const to = scoresOf(name);
      const isSlower =
        kind === "gpu" && !isGame && isSlowerCard(expected.entries, { card: name, present: build.gpu ?? "" });
      const isUnknown = Math.min(from.length, to.length) < MIN_BUILDS;
      const gain = isUnknown || isSlower ? null : certainGain(from, to);
      const [cheapest] = fits
        .filter((one) => comparedNameOf(one) === name)
        .toSorted((a, b) => priceOf(a) - priceOf(b));
      return gain === null ? [] : [[cheapest?.id ?? 0, Math.round(gain * 100) / 100, to.length] as const];
    })
    .toSorted(([, a], [, b]) => b - a);
}
