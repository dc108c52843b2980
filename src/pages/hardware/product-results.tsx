import type { ComponentChildren } from "preact";
import { benchmarkTypeOf, bySuite } from "../../benchmarks/index.ts";
import { formatNumber } from "../../charts/scales.ts";
import type { ProductResultAnswer } from "../../standings/index.ts";
import { addressOf, settingPairs, type Pair } from "../lists/addresses.ts";
import { CellName } from "../layout/cell-name.tsx";
import { formatFigure } from "../layout/figures.tsx";
import { Scroll } from "../layout/scroll.tsx";
import { WholeWords } from "../layout/whole-words.tsx";
import { hasSpread } from "../lists/has-spread.ts";
import { headlineOf } from "../lists/headline.ts";
import { SettingsNote } from "../lists/settings-note.tsx";
import { Unknown } from "../lists/unknown.tsx";

/** The addresses of a measured product or chip. */
export interface MeasuredAddresses {
  /** The address of the page of the product or chip. */
  page: string;
  /** The address of the product or chip in the API. The address of its histogram begins with this address. */
  api: string;
  /** The query parameter that limits a ranking to builds with the product or chip. */
  ranked: Pair;
}

/** A result of a product, with the name of its game or test for people; null for a benchmark without variants. */
export type TitledResult = ProductResultAnswer & { title: string | null };

/** Measured results of a product or a chip. */
export interface ProductResultsProps {
  addresses: MeasuredAddresses;
  measured: { results: readonly TitledResult[]; total: number };
  /** The result that the histogram shows; undefined if there is no histogram. */
  shown: TitledResult | undefined;
  /** The note above the results of games; shown only if there are such results. */
  gamesNote: ComponentChildren;
}

/**
 * Shows the median, the percentiles and the best score of each benchmark and variant that was measured with a product
 * or a chip, those of games last. Each result has links to its histogram and to the ranking of its builds.
 */
export function ProductResults({ addresses, measured, shown, gamesNote }: ProductResultsProps) {
  const { results, total } = measured;
  const few = results.filter(({ median }) => median === null);
  const listed = bySuite(results.filter((result) => !few.includes(result)));
  const isOfGame = ({ benchmark_id }: TitledResult) => benchmarkTypeOf(benchmark_id).is_of_games;
  const rowsOf = (some: readonly TitledResult[]) =>
    some.map((result) => (
      <Result key={nameOfResult(result)} {...{ addresses, result }} isShown={result === shown} />
    ));
  const games = rowsOf(listed.filter(isOfGame));
  return (
    <>
      {few.length < results.length && (
        <Scroll label="Measured results">
          <table class="results two-lines">
            <thead>
              <tr>
                <th scope="col">Benchmark</th>
                {["Median", ...FIGURES, "Builds"].map((name) => (
                  <th key={name} scope="col" class="number">
                    {name}
                  </th>
                ))}
                <th scope="col">
                  <span class="visually-hidden">Chart and ranking</span>
                </th>
              </tr>
            </thead>
            <tbody>{rowsOf(listed.filter((result) => !isOfGame(result)))}</tbody>
            {games.length > 0 && (
              <tbody>
                <tr class="runs-group">
                  <th colSpan={FIGURES.length + 4} scope="rowgroup">
                    Games {gamesNote}
                  </th>
                </tr>
                {games}
              </tbody>
            )}
          </table>
        </Scroll>
      )}
      {listed.some(hasSpread) && (
        <p class="note">
          10&nbsp;% of the builds score below the 10th percentile, and 90&nbsp;% below the 90th percentile.
          Results of fewer than ten builds have no percentiles.
        </p>
      )}
      {few.length > 0 && <MeasuredByFew addresses={addresses} results={few} />}
      {total > results.length ? (
        <p class="note">
          The {formatNumber(results.length, 0)} most measured of {formatNumber(total, 0)}.
        </p>
      ) : null}
    </>
  );
}

/** Names the results that have no median, because fewer than five builds were measured. */
function MeasuredByFew({
  addresses,
  results,
}: {
  addresses: MeasuredAddresses;
  results: readonly TitledResult[];
}) {
  return (
    <p class="note names">
      Also measured by fewer than five builds:{" "}
      {results.map((result, index) => (
        <>
          {index > 0 && ", "}
          <a href={rankingOf(addresses, result)}>
            <bdi>{nameOfResult(result)}</bdi>
          </a>
        </>
      ))}
      .
    </p>
  );
}

/** The headings of the table's columns between the median and the number of builds. */
const FIGURES = ["10th percentile", "90th percentile", "Best build"];

interface ResultProps {
  addresses: MeasuredAddresses;
  result: TitledResult;
  isShown: boolean;
}

function Result({ addresses, result, isShown }: ResultProps) {
  const { median, p10, p90, best, benchmark, builds } = result;
  const name = nameOfResult(result);
  return (
    <tr>
      <th scope="row">
        <bdi>
          <WholeWords name={name} />
        </bdi>
        {result.settings_mixed ? <div class="note">settings are mixed</div> : null}
        <SettingsNote settings={result} />
      </th>
      <td class="number first-line">
        <CellName>Median</CellName>
        {median === null ? (
          <Unknown />
        ) : (
          <span class="whole">
            <strong>{formatFigure(median, benchmark.unit)}</strong>
            <span class="unit"> {benchmark.unit}</span>
          </span>
        )}
      </td>
      {[...(hasSpread(result) ? [p10, p90] : [null, null]), best].map((figure, column) => (
        <td key={column} class="number">
          <CellName>{FIGURES[column]}</CellName>
          {figure === null ? <Unknown /> : formatFigure(figure, benchmark.unit)}
        </td>
      ))}
      <td class="number">
        <CellName>Builds</CellName>
        {formatNumber(builds, 0)}
      </td>
      <td>
        <a
          href={`${addressOf(addresses.page, queryOfResult(result))}#measured`}
          aria-current={isShown ? "true" : undefined}
        >
          Chart
          <span class="visually-hidden">
            {" "}
            of <bdi>{name}</bdi>
          </span>
        </a>
        {" · "}
        <a href={rankingOf(addresses, result)}>
          Ranking of builds
          <span class="visually-hidden">
            {" "}
            with it in <bdi>{name}</bdi>
          </span>
        </a>
      </td>
    </tr>
  );
}

/** Returns the name of a result: of a game, of a graphics test of a 3DMark test, or of a benchmark. */
export function nameOfResult({
  benchmark: { id, name },
  title,
}: {
  benchmark: { id: number; name: string };
  title: string | null;
}): string {
  return headlineOf({ benchmark_id: id, name, title });
}

/** Returns the query parameters that select a result, for the histogram and for the page of the product. */
export function queryOfResult({ benchmark_id, variant }: ProductResultAnswer): Pair[] {
  return [["benchmark", String(benchmark_id)], ...(variant === null ? [] : [["variant", variant] as const])];
}

/** Returns the address of the ranking of the builds of a result, with the settings of the result. */
function rankingOf({ ranked }: MeasuredAddresses, result: ProductResultAnswer): string {
  const { benchmark_id, variant, resolution, preset, settings_mixed } = result;
  const hasSettings = settings_mixed === true || resolution !== undefined;
  return addressOf(`/rankings/${benchmark_id}`, [
    ...(variant === null ? [] : [["variant", variant] as const]),
    ...(hasSettings ? settingPairs({ resolution, preset }) : []),
    ranked,
  ]);
}
