import type { BenchmarkSummary } from "../../answers/benchmark-summary.ts";
import { formatNumber } from "../../charts/scales.ts";
import { addressOf } from "../lists/addresses.ts";
import type { TitledVariant } from "./pickers.tsx";

interface BenchmarksViewProps {
  /** Each benchmark with its most measured variants; `variants` is null while the data is unavailable. */
  listed: readonly { benchmark: BenchmarkSummary; variants: readonly TitledVariant[] | null }[];
}

/** Overview of all rankings: the benchmarks with ranked results, each with its most measured variants. */
export function BenchmarksView({ listed }: BenchmarksViewProps) {
  const measured = listed.filter(({ variants }) => variants === null || variants.length > 0);
  return (
    <div class="stack">
      <h1>Rankings</h1>
      <p class="lead">Builds by their best result, in every benchmark that is measured here.</p>
      {measured.length === 0 ? (
        <p class="empty">
          Nothing is measured yet. <a href="/submit">Submit a result</a>
        </p>
      ) : (
        <ul class="grid kind-cards">
          {measured.map(({ benchmark, variants }) => (
            <li key={benchmark.id} class="card">
              <h2>
                <a href={`/rankings/${benchmark.id}`}>{benchmark.name}</a>
              </h2>
              <Variants benchmark={benchmark} variants={variants} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Variants({ benchmark, variants }: BenchmarksViewProps["listed"][number]) {
  if (variants === null) return <p class="note">Nobody can tell for the moment what was measured.</p>;
  return (
    <ul class="links">
      {variants.map(({ variant, title, builds }) => (
        <li key={variant}>
          {variant === null ? null : (
            <a href={addressOf(`/rankings/${benchmark.id}`, [["variant", variant]])}>{title}</a>
          )}{" "}
          <span class="soft">
            {formatNumber(builds, 0)} {builds === 1 ? "build" : "builds"}
          </span>
        </li>
      ))}
    </ul>
  );
}
