import { formatNumber } from "../../charts/scales.ts";
import type { ProductKind, ProductRecord } from "../../products/index.ts";
import type { ProductResultAnswer } from "../../standings/index.ts";
import { addressOf, type Pair } from "../lists/addresses.ts";
import { formatScore } from "../lists/score.tsx";
import { Scroll } from "../layout/scroll.tsx";
import { Unknown } from "../lists/unknown.tsx";
import { pathOf } from "./paths.ts";

/** Measured results of a product. */
export interface ProductResultsProps {
  kind: ProductKind;
  product: ProductRecord;
  measured: { results: readonly ProductResultAnswer[]; total: number };
  /** The result that the histogram shows; undefined if there is none. */
  shown: ProductResultAnswer | undefined;
}

/**
 * Lists the figures of each benchmark and variant that was measured with a product. The name of a result links to its
 * histogram.
 */
export function ProductResults({ kind, product, measured, shown }: ProductResultsProps) {
  const { results, total } = measured;
  return (
    <>
      <Scroll label="Measured results">
        <table class="results">
          <thead>
            <tr>
              <th scope="col">Benchmark</th>
              {["Median", "10 % are below", "90 % are below", "Best", "Builds"].map((name) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
              <th scope="col">Ranking</th>
            </tr>
          </thead>
          <tbody>
            {results.map((result) => (
              <Result key={nameOfResult(result)} {...{ kind, product, result }} isShown={result === shown} />
            ))}
          </tbody>
        </table>
      </Scroll>
      {total > results.length ? (
        <p class="note">
          The {formatNumber(results.length, 0)} most measured of {formatNumber(total, 0)}.
        </p>
      ) : null}
      {results.some(({ median }) => median === null) ? (
        <p class="note">
          Fewer than five builds have no figures: these would say more about people than about hardware.
        </p>
      ) : null}
    </>
  );
}

type ResultProps = Pick<ProductResultsProps, "kind" | "product"> & {
  result: ProductResultAnswer;
  isShown: boolean;
};

function Result({ kind, product, result, isShown }: ResultProps) {
  const { median, p10, p90, best, benchmark, builds } = result;
  const page = `${pathOf(kind)}/${encodeURIComponent(product.url_slug)}`;
  const name = nameOfResult(result);
  return (
    <tr>
      <th scope="row">
        <a
          href={`${addressOf(page, queryOfResult(result))}#measured`}
          aria-current={isShown ? "true" : undefined}
        >
          {name}
        </a>
      </th>
      <td class="number">
        {median === null ? <Unknown /> : <strong>{formatScore(median)}</strong>}
        {median === null ? null : <span class="unit"> {benchmark.unit}</span>}
      </td>
      {[p10, p90, best].map((figure, column) => (
        <td key={column} class="number">
          {figure === null ? <Unknown /> : formatScore(figure)}
        </td>
      ))}
      <td class="number">{formatNumber(builds, 0)}</td>
      <td>
        <a href={rankingOf(kind, product, result)}>
          Ranking<span class="visually-hidden"> of {name} with it</span>
        </a>
      </td>
    </tr>
  );
}

/** Returns the name of a result: the benchmark, and the variant if there is one. */
export function nameOfResult({
  benchmark,
  variant,
}: {
  benchmark: { name: string };
  variant: string | null;
}): string {
  return variant === null ? benchmark.name : `${benchmark.name} · ${variant}`;
}

/** Returns the query parameters that select a result, for the histogram and for the page of the product. */
export function queryOfResult({ benchmark_id, variant }: ProductResultAnswer): Pair[] {
  return [["benchmark", String(benchmark_id)], ...(variant === null ? [] : [["variant", variant] as const])];
}

function rankingOf(
  kind: ProductKind,
  { id }: ProductRecord,
  { benchmark_id, variant }: ProductResultAnswer,
): string {
  return addressOf(`/rankings/${benchmark_id}`, [
    ...(variant === null ? [] : [["variant", variant] as const]),
    [kind.name, String(id)],
  ]);
}
