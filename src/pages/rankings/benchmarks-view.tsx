import type { BenchmarkSummary } from "../../answers/benchmark-summary.ts";
import { benchmarkTypeOf } from "../../benchmarks/index.ts";
import type { RankingAnswer } from "../../standings/index.ts";
import { addressOf } from "../lists/addresses.ts";
import { headlineOf } from "../lists/headline.ts";
import { openingText } from "../lists/opening.ts";
import { Leaders } from "./leaders.tsx";
import type { OpenedVariant } from "./asked-ranking.ts";

/** A benchmark with its most measured variants, and the first places of the rankings that the overview shows. */
export interface ListedBenchmark {
  benchmark: BenchmarkSummary;
  /** The most measured variants; null while the data is unavailable. */
  variants: readonly OpenedVariant[] | null;
  /** The best results of each variant whose first places the overview shows. */
  leaders: readonly { variant: OpenedVariant; results: RankingAnswer["results"] }[];
}

interface BenchmarksViewProps {
  listed: readonly ListedBenchmark[];
}

/** Overview of all rankings: the benchmarks with ranked results, each with its first places and further variants. */
export function BenchmarksView({ listed }: BenchmarksViewProps) {
  const measured = listed.filter(({ variants }) => variants === null || variants.length > 0);
  return (
    <div class="stack stack-wide">
      <header>
        <h1>Rankings</h1>
        <p class="lead">Builds by their best result, in every benchmark that is measured here.</p>
      </header>
      {measured.length === 0 ? (
        <p class="empty">
          Nothing is measured yet. <a href="/submit">Submit a result</a>
        </p>
      ) : (
        <>
          {measured
            .filter((one) => !isOneCard(one))
            .map((one) => (
              <Benchmark key={one.benchmark.id} {...one} />
            ))}
          {measured.some(isOneCard) && (
            <section class="stack" aria-labelledby="other-benchmarks">
              <h2 id="other-benchmarks">{measured.every(isOneCard) ? "Benchmarks" : "Other benchmarks"}</h2>
              <div class="top-lists">
                {measured.filter(isOneCard).map((one) => (
                  <BenchmarkCard key={one.benchmark.id} {...one} />
                ))}
              </div>
              <OtherVariants listed={measured.filter(isOneCard)} />
            </section>
          )}
        </>
      )}
    </div>
  );
}

/** Whether the overview shows the first places of only one variant of a benchmark. */
const isOneCard = ({ leaders }: ListedBenchmark): boolean => leaders.length === 1;

/** A benchmark as one card, whose heading names the most measured variant. */
function BenchmarkCard({ benchmark, leaders }: ListedBenchmark) {
  return (
    <section class="card stack" aria-labelledby={`benchmark-${benchmark.id}`}>
      {leaders.map(({ variant, results }) => (
        <>
          <h3 id={`benchmark-${benchmark.id}`}>
            <VariantLink benchmark={benchmark} variant={variant} />
          </h3>
          <Leaders results={results} unit={benchmark.unit} />
        </>
      ))}
    </section>
  );
}

/** A benchmark with a card for each of several variants. */
function Benchmark(listed: ListedBenchmark) {
  const { benchmark, variants, leaders } = listed;
  const isOfGames = benchmarkTypeOf(benchmark.id).is_of_games;
  return (
    <section class="stack" aria-labelledby={`benchmark-${benchmark.id}`}>
      <div>
        <h2 id={`benchmark-${benchmark.id}`}>
          <a href={`/rankings/${benchmark.id}`}>{isOfGames ? "Games" : benchmark.name}</a>
        </h2>
        {isOfGames && leaders.length > 0 && (
          <p class="note">
            Each game with its most measured resolution and preset, as far as they are known.
          </p>
        )}
      </div>
      {variants === null && (
        <p class="note">These results cannot be shown for the moment. Try again in a few seconds.</p>
      )}
      {leaders.length > 0 && (
        <ul class="top-lists">
          {leaders.map(({ variant, results }) => (
            <li key={variant.variant} class="card stack">
              <h3>
                <VariantLink benchmark={benchmark} variant={variant} />
              </h3>
              <Leaders results={results} unit={benchmark.unit} />
            </li>
          ))}
        </ul>
      )}
      <OtherVariants listed={[listed]} />
    </section>
  );
}

/** Links to the rankings of the variants whose first places are not shown, and to the rankings of all games. */
function OtherVariants({ listed }: BenchmarksViewProps) {
  const others = listed.flatMap(({ benchmark, variants, leaders }) =>
    (variants ?? [])
      .filter((one) => !leaders.some(({ variant }) => variant === one))
      .map((variant) => ({ benchmark, variant })),
  );
  if (others.length === 0) return null;
  const ofGames = listed.find(({ benchmark }) => benchmarkTypeOf(benchmark.id).is_of_games);
  return (
    <ul class="variants">
      {listed.some(({ leaders }) => leaders.length > 0) && <li class="soft variants-also">Also:</li>}
      {others.map(({ benchmark, variant }) => (
        <li key={`${benchmark.id} ${variant.variant}`}>
          <VariantLink benchmark={benchmark} variant={variant} />
        </li>
      ))}
      {ofGames && (
        <li class="variants-all">
          <a href={`/rankings/${ofGames.benchmark.id}`}>All games</a>
        </li>
      )}
    </ul>
  );
}

function VariantLink({ benchmark, variant }: { benchmark: BenchmarkSummary; variant: OpenedVariant }) {
  const { id, name } = benchmark;
  const pairs = variant.variant === null ? [] : [["variant", variant.variant] as const];
  return (
    <>
      <a href={addressOf(`/rankings/${id}`, pairs)}>
        <bdi>{headlineOf({ benchmark_id: id, name, title: variant.title })}</bdi>
      </a>{" "}
      <span class="note">{detailsText(id, variant)}</span>
    </>
  );
}

/** Returns what a ranking shows, such as "2560x1440, Ultra · 151 of 537 builds" or "typed-in scores · 12 builds". */
function detailsText(benchmarkId: number, { opening, builds }: OpenedVariant): string {
  const text = openingText(opening, builds);
  return benchmarkTypeOf(benchmarkId).kind === "score" ? `typed-in scores · ${text}` : text;
}
