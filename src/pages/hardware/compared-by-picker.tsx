import type { BenchmarkSummary } from "../../answers/benchmark-summary.ts";
import { benchmarkTypeOf } from "../../benchmarks/index.ts";
import { headlineOf } from "../lists/headline.ts";
import { addressOf, changed, type Pair } from "../lists/addresses.ts";
import type { ComparedBy } from "./compared-by.ts";
import { nameOfResult } from "./product-results.tsx";

interface ComparedByPickerProps {
  comparedBy: ComparedBy | null;
  /** Benchmarks by whose results products can be compared. */
  benchmarks: readonly Pick<BenchmarkSummary, "id" | "name">[];
  path: string;
  pairs: readonly Pair[];
}

/**
 * Lists the benchmarks by which products can be compared, as links. A form field would not do, because its form would
 * also send the variant of the present benchmark.
 */
export function ComparedByPicker({ comparedBy, benchmarks, path, pairs }: ComparedByPickerProps) {
  if (!comparedBy) return null;
  const { benchmark } = comparedBy;
  const { work } = benchmarkTypeOf(benchmark.id);
  const isListed = benchmarks.some(({ id }) => id === benchmark.id);
  return (
    <details class="compared-by">
      <summary>
        Measured by <bdi>{nameOfResult(comparedBy)}</bdi>
        {work === undefined ? "" : ` (${work})`}
        {isListed && benchmarks.length < 2 ? "" : ": change the test"}
      </summary>
      <ul>
        {(isListed ? benchmarks : [benchmark, ...benchmarks]).map(({ id, name }) => {
          const without = ["benchmark_id", "variant", "min_score"];
          const chosen = changed(pairs, { without, add: [["benchmark_id", String(id)]] });
          return (
            <li key={id}>
              <a href={addressOf(path, chosen)} aria-current={id === benchmark.id ? "true" : undefined}>
                {headlineOf({ benchmark_id: id, name, title: null })}
              </a>
            </li>
          );
        })}
      </ul>
      <p class="note">A median may differ by up to a thousandth from the page of its product.</p>
    </details>
  );
}
