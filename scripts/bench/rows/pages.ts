import { parseConfig } from "../../../src/config.ts";
import { loadPopulation } from "../../load-population.ts";
import { withServices } from "../../with-services.ts";
import { startChild } from "../child-process.ts";
import type { LoadAnswer, LoadRequest, LoadTask } from "../load.ts";
import { madeVisits } from "../pages/made-visits.ts";
import type { BenchRow, BenchSetup, Duel, Sample } from "../row.ts";
import { startBenchService } from "../services.ts";

const BUILDS = { full: 500, small: 60 };
/** The number of visits to each page in one measurement. */
const VISITS = { full: 160, small: 16 };
const IN_FLIGHT = 16;

/** Measures the time that a page takes beyond the API's answers that it shows. */
export const pages: BenchRow = {
  name: "pages",
  path: "pages, 16 in flight, minus the API's answers that each shows, requested together: the largest difference",
  yardstick: "nothing",
  figures: {
    p50_difference_ms: { judged: "value", goal: { atMost: 15 } },
    p99_difference_ms: { judged: "value", goal: { atMost: 40 } },
  },
  open: openPages,
};

async function openPages(setup: BenchSetup): Promise<Duel> {
  const { size, say } = setup;
  const { url, env } = await startBenchService(setup, { hasWorker: true });
  say("storing made-up builds and ranking their results");
  await loadPopulation({ env }, { seed: 1, builds: BUILDS[size] });
  const visits = Object.entries(await withServices("bench", parseConfig(env), madeVisits));
  const load = startChild<LoadTask, LoadAnswer>(setup, "scripts/bench/load");
  const measure = (different: readonly (readonly LoadRequest[])[]) => {
    const groups = Array.from(
      { length: VISITS[size] },
      (_, turn) => different[turn % different.length] ?? [],
    );
    return load.ask({ url, groups, inFlight: IN_FLIGHT });
  };
  return {
    ours: async (): Promise<Sample> => {
      const differences: { p50: number; p99: number }[] = [];
      for (const [name, some] of visits) {
        const page = await measure(some.map((visit) => [{ path: visit.page, accept: "text/html" }]));
        const answers = await measure(some.map((visit) => visit.answers.map((path) => ({ path }))));
        differences.push({ p50: page.p50_ms - answers.p50_ms, p99: page.p99_ms - answers.p99_ms });
        say(`${name}: ${shown(page)}; the API's answers: ${shown(answers)}`);
      }
      return {
        p50_difference_ms: Math.max(...differences.map(({ p50 }) => p50)),
        p99_difference_ms: Math.max(...differences.map(({ p99 }) => p99)),
      };
    },
  };
}

const shown = ({ p50_ms, p99_ms }: LoadAnswer) => `p50 ${p50_ms.toFixed(1)} ms, p99 ${p99_ms.toFixed(1)} ms`;
