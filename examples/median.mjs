#!/usr/bin/env node
// Computes from the open data the median that the pages show for a processor or a graphics chip in a benchmark.
// Usage: node examples/median.mjs <url> <benchmark_id> cpu|gpu <slug> [<variant> [<resolution> <preset>]]
// For instance: node examples/median.mjs http://127.0.0.1:3000 15 cpu amd-ryzen-7-5800x
import { createInterface } from "node:readline";
import { Readable } from "node:stream";

const [url, benchmarkId, kind, slug, variant, resolution, preset] = process.argv.slice(2);
if (!slug || !["cpu", "gpu"].includes(kind)) {
  console.error(
    "Usage: node examples/median.mjs <url> <benchmark_id> cpu|gpu <slug> [<variant> [<resolution> <preset>]]",
  );
  process.exit(2);
}

/** Yields the results of a benchmark and variant. After a broken connection, it goes on behind the last line. */
async function* results() {
  const query = new URLSearchParams(variant ? { variant } : {});
  for (let tries = 5; ; tries -= 1) {
    const answer = await fetch(`${url}/benchmarks/${benchmarkId}/results?${query}`);
    if (!answer.ok) throw new Error(await answer.text());
    try {
      for await (const line of createInterface({ input: Readable.fromWeb(answer.body) })) {
        const result = JSON.parse(line);
        yield result;
        query.set("since", result.cursor);
      }
      return;
    } catch (error) {
      // The last line may be incomplete.
      if (tries === 0) throw error;
    }
  }
}

// The spellings "Very High" and "very high" are one preset, and so for resolutions, which have their size in pixels.
const fold = (text) => text?.toLowerCase().replaceAll(/\s/g, "");
const isAsked = (result) =>
  result[kind] === slug &&
  (!resolution || fold(result.resolution) === fold(resolution)) &&
  (!preset || fold(result.preset) === fold(preset));

const types = (await (await fetch(`${url}/benchmarks/types`)).json()).results;
const { higher_is_better } = types.find(({ id }) => id === Number(benchmarkId));
const isBetter = (score, other) => (higher_is_better ? score > other : score < other);

// Each person counts once, with the best result, however many builds with the same part the person has.
const bestOf = new Map();
for await (const result of results())
  if (
    isAsked(result) &&
    isBetter(result.score, bestOf.get(result.submitter) ?? (higher_is_better ? -Infinity : Infinity))
  )
    bestOf.set(result.submitter, result.score);

const scores = [...bestOf.values()].sort((a, b) => a - b);
const middle = (scores.length - 1) / 2;
// The service shows no median of fewer than five builds.
const median = scores.length < 5 ? null : (scores[Math.floor(middle)] + scores[Math.ceil(middle)]) / 2;
console.log(JSON.stringify({ builds: scores.length, median }));
