import {
  isWithheld,
  kindOfName,
  labelOfBenchmark,
  MAX_PRODUCTS,
  textOfSettings,
  type ComparedFact,
  type ComparedProduct,
  type ComparedResult,
  type ProductComparison,
  type ProductResultValue,
} from "../../compare/index.ts";
import { benchmarkTypeOf } from "../../benchmarks/index.ts";
import { isolated } from "../../charts/isolated.ts";
import { factsOf, type Fact } from "../../kinds/facts.ts";
import { headingOf } from "../../kinds/words.ts";
import { GamesOfProcessorsNote } from "../hardware/measured.tsx";
import { FactValue } from "../hardware/values.tsx";
import { CellName } from "../layout/cell-name.tsx";
import { formatFigure } from "../layout/figures.tsx";
import { Scroll } from "../layout/scroll.tsx";
import { MixedSettings } from "../lists/mixed-settings.tsx";
import { Price } from "../lists/price.tsx";
import { ScoreBar } from "../lists/score.tsx";
import { Unknown } from "../lists/unknown.tsx";
import type { Asked } from "./asked.ts";
import { Texts, TitleOfComparison } from "./comparison-view.tsx";
import { headingOfGroup } from "./tray.tsx";
import { LinksRow } from "./things-table.tsx";
import { areCardsUnlike, measuredOf, mediansIn } from "./measured-results.ts";
import { VerdictBadge, verdictOf, type ProductVerdict } from "./product-verdict.tsx";
import { signed } from "./texts.ts";

/** Data of the page of a comparison of products. */
interface ProductComparisonPage {
  comparison: ProductComparison;
  /** What the address of the page asks for. */
  asked: Asked;
  /** The absolute URL of the page, for sharing. */
  link: string;
  /** The comparison as Markdown. */
  markdown: string;
}

/** The number of results that the page shows: of each benchmark the most measured games or tests come first. */
const RESULTS_SHOWN = 20;
/** The amount in USD for which the value of a product is shown, as in lists of products. */
const VALUE_USD = 100;

/** Page of products side by side: their measured results with bars, their prices, and their specifications. */
export function ProductComparisonView({ comparison, asked, link, markdown }: ProductComparisonPage) {
  const { kind, compared, facts } = comparison;
  const chips = compared.flatMap(({ chip }) => chip ?? []);
  return (
    <article class="stack stack-wide">
      <header class="stack">
        <h1>
          <TitleOfComparison comparison={comparison} />
        </h1>
        {kind !== "chip" && new Set(chips).size < chips.length && (
          <p class="soft">Some of these cards have the same chip: their results are those of the chip.</p>
        )}
      </header>
      <Scroll label="Products side by side">
        <table class="comparison">
          <thead>
            <tr>
              <th scope="col">{headingOfGroup(kind)}</th>
              {compared.map((product) => (
                <th scope="col">
                  <a href={`/hardware/${product.product}`}>{isolated(product.name)}</a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {measuredOf(comparison)
              .slice(0, RESULTS_SHOWN)
              .map((result) => (
                <ResultRow result={result} comparison={comparison} asked={asked} />
              ))}
            <PriceRow compared={compared} />
            {factsOf(kindOfName(kind)).map((fact) => {
              const values = facts.find((one) => one.fact === fact.name);
              return values && <FactRow fact={fact} facts={values} compared={compared} />;
            })}
            <LinksRow asked={asked} columns={compared.map(({ product, name }) => ({ id: product, name }))} />
          </tbody>
        </table>
      </Scroll>
      <Notes comparison={comparison} />
      <Texts link={link} markdown={markdown} />
      {compared.length < MAX_PRODUCTS && (
        <p>
          <a href={`/hardware/${kindOfName(kind).name}`}>
            Choose another one in the list: {headingOf(kindOfName(kind))}
          </a>
        </p>
      )}
    </article>
  );
}

interface NameOfProps {
  compared: readonly ComparedProduct[];
  column: number;
}

/** The name of a product inside of its cells, where the table has no room for its head; two always have room. */
const NameOf = ({ compared, column }: NameOfProps) =>
  compared.length > 2 ? <CellName>{isolated(compared[column]?.name ?? "")}</CellName> : null;

interface ResultRowProps {
  result: ComparedResult;
  comparison: ProductComparison;
  asked: Asked;
}

function ResultRow({ result, comparison, asked }: ResultRowProps) {
  const { values, benchmark, higher_is_better } = result;
  const isCompared = !isWithheld(comparison.kind, result);
  const highest = Math.max(0, ...values.map(({ median }) => median ?? 0));
  const base = values.find(({ product }) => product === result.baseline);
  return (
    <tr class="main-figure">
      <th scope="row">
        <bdi>{labelOfBenchmark(result)}</bdi> <span class="unit">{benchmark.unit}</span>
        <p class="note">Median of the builds. {higher_is_better ? "Higher" : "Lower"} is better.</p>
        {result.settings_differ && mediansIn(result) > 1 && (
          <p class="note">The settings differ, so the medians are not compared.</p>
        )}
        {values.some(({ settings_mixed }) => settings_mixed) && <MixedSettings />}
        {areCardsUnlike(comparison.kind, result) && (
          <p class="note">The builds have different graphics cards, so the medians are not compared.</p>
        )}
        {isCompared && <OtherBaseline result={result} comparison={comparison} asked={asked} />}
      </th>
      {values.map((value, column) => (
        <td>
          <NameOf compared={comparison.compared} column={column} />
          <ResultCell
            value={value}
            unit={benchmark.unit}
            highest={isCompared ? highest : null}
            verdict={base && verdictOf(value, base, { isHigherBetter: higher_is_better })}
          />
        </td>
      ))}
    </tr>
  );
}

/** Names the product to which a result compares the others where the chosen baseline has no median. */
function OtherBaseline({ result: { baseline }, comparison: { compared }, asked }: ResultRowProps) {
  const chosen = asked.baseline ?? asked.ids[0];
  if (baseline === null || baseline === chosen) return null;
  const nameOf = (id: string | undefined) => compared.find(({ product }) => product === id)?.name;
  const instead =
    compared.length > 2
      ? `, so the others are compared with ${nameOf(baseline)}`
      : ", so the two cannot be compared";
  return (
    <p class="note">
      {nameOf(chosen)} has no median here{instead}.
    </p>
  );
}

function ResultCell({
  value: shown,
  unit,
  highest,
  verdict,
}: {
  value: ProductResultValue;
  unit: string;
  /** The highest median, whose bar has the full width; null where the medians cannot be compared. */
  highest: number | null;
  /** How the builds with the product compare to those with the baseline; null if that is not known. */
  verdict: ProductVerdict | null | undefined;
}) {
  const { median, p10, p90, builds, value, difference_percent } = shown;
  const settings = textOfSettings(shown);
  if (median === null)
    return (
      <>
        <Unknown />
        <p class="note">{builds === 0 ? "not measured" : "measured by fewer than five builds"}</p>
      </>
    );
  return (
    <>
      {highest !== null && <ScoreBar score={median} highest={highest} />}
      <span class={highest === null ? "figure" : "figure figure-large"}>{formatFigure(median, unit)}</span>
      {difference_percent !== null && (
        <p class="difference">
          {signed(difference_percent)} % {verdict && <VerdictBadge verdict={verdict} />}
        </p>
      )}
      <p class="note">
        {p10 !== null && p90 !== null && `${formatFigure(p10, unit)} to ${formatFigure(p90, unit)}, `}
        {builds} builds
        {settings !== null && `, ${settings}`}
      </p>
      {value !== null && (
        <p class="note">
          {formatFigure(VALUE_USD * value, unit)} {unit} per ${VALUE_USD}
        </p>
      )}
    </>
  );
}

function PriceRow({ compared }: { compared: readonly ComparedProduct[] }) {
  return (
    <tr>
      <th scope="row">Price</th>
      {compared.map((product, column) => (
        <td>
          <NameOf compared={compared} column={column} />
          <Price product={product} />
        </td>
      ))}
    </tr>
  );
}

interface FactRowProps {
  fact: Fact;
  facts: ComparedFact;
  compared: readonly ComparedProduct[];
}

function FactRow({ fact, facts: { differs, values }, compared }: FactRowProps) {
  return (
    <tr class={differs ? "differs" : undefined}>
      <th scope="row">
        {fact.label.name}
        {differs && (
          <>
            {" "}
            <span aria-hidden="true">≠</span>
            <span class="visually-hidden">(differs)</span>
          </>
        )}
      </th>
      {values.map((value, column) => (
        <td>
          <NameOf compared={compared} column={column} />
          <FactValue fact={fact} value={value} />
        </td>
      ))}
    </tr>
  );
}

function Notes({ comparison }: { comparison: ProductComparison }) {
  const { kind, results } = comparison;
  const measured = measuredOf(comparison);
  const others = results.filter((result) => !measured.includes(result));
  const isOfGames = measured.some(({ benchmark_id }) => benchmarkTypeOf(benchmark_id).is_of_games);
  return (
    <div class="stack">
      {results.length === 0 && <p class="note">Nobody has measured a build with any of them yet.</p>}
      {others.length > 0 && (
        <p class="note">
          Measured by fewer than five builds with each of them:{" "}
          {others.map((result) => isolated(labelOfBenchmark(result))).join(", ")}.
        </p>
      )}
      {measured.length > 0 && (
        <p class="note">
          Below a median stand the 10th and the 90th percentile: eight of ten builds have a score between
          them. Where these spreads overlap, many builds with the one product are as fast as builds with the
          other. An old price gives no score per ${VALUE_USD}.
        </p>
      )}
      {measured.length > RESULTS_SHOWN && (
        <p class="note">
          The first {RESULTS_SHOWN} of {measured.length} benchmarks, games and tests are shown.
        </p>
      )}
      {kind === "cpu" && isOfGames && <GamesOfProcessorsNote />}
      {kind === "chip" && (
        <p class="note">
          The price is the lowest of the cards with the chip. A dash also stands where these cards differ from
          each other.
        </p>
      )}
    </div>
  );
}
