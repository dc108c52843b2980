import {
  kindOfName,
  measuredOf,
  type ComparedFact,
  type ComparedProduct,
  type ProductComparison,
} from "../../compare/index.ts";
import { isolated } from "../../charts/isolated.ts";
import { factsOf, type Fact } from "../../kinds/facts.ts";
import { FactValue } from "../hardware/values.tsx";
import { Scroll } from "../layout/scroll.tsx";
import { headlineOf } from "../lists/headline.ts";
import { Price } from "../lists/price.tsx";
import type { Asked } from "./asked.ts";
import { ProductForm } from "./choose-products.tsx";
import { Texts, TitleOfComparison } from "./comparison-view.tsx";
import { headingOfGroup } from "./tray.tsx";
import { LinksRow, ShadedRowsDiffer } from "./things-table.tsx";
import { productFindings, RESULTS_SHOWN } from "./product-findings.ts";
import { GroupRow, NameOf, ResultRows, VALUE_USD } from "./product-result-rows.tsx";

/** Data of the page of a comparison of products. */
interface ProductComparisonPage {
  comparison: ProductComparison;
  /** The products and the baseline that the query of the page names. */
  asked: Asked;
  /** The absolute URL of the page, for sharing. */
  link: string;
  /** The comparison as Markdown. */
  markdown: string;
}

/** Page of products side by side: a summary, their measured results with bars, their prices, and their specifications. */
export function ProductComparisonView({ comparison, asked, link, markdown }: ProductComparisonPage) {
  const { kind, compared, facts } = comparison;
  const chips = compared.flatMap(({ chip }) => chip ?? []);
  const differentChips = new Set(chips).size;
  return (
    <article class="stack stack-wide">
      <header class="stack">
        <h1>
          <TitleOfComparison comparison={comparison} />
        </h1>
        {kind !== "chip" && differentChips < chips.length && (
          <p class="soft">
            {differentChips === 1 && chips.length === compared.length ? "These" : "Some of these"} cards have
            the same chip: their results are those of the chip.
          </p>
        )}
      </header>
      <Findings comparison={comparison} />
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
            <LinksRow asked={asked} columns={compared.map(({ product, name }) => ({ id: product, name }))} />
            <PriceRow compared={compared} />
          </tbody>
          <ResultRows
            results={measuredOf(comparison).slice(0, RESULTS_SHOWN)}
            comparison={comparison}
            asked={asked}
          />
          <tbody>
            <GroupRow title="Specifications" columns={compared.length}>
              {facts.some(({ differs }) => differs) && <ShadedRowsDiffer />}
            </GroupRow>
            {factsOf(kindOfName(kind)).map((fact) => {
              const values = facts.find((one) => one.fact === fact.name);
              return values && <FactRow fact={fact} facts={values} compared={compared} />;
            })}
          </tbody>
        </table>
      </Scroll>
      <Notes comparison={comparison} />
      <ProductForm ids={asked.ids} />
      <Texts link={link} markdown={markdown} />
    </article>
  );
}

/** Says what the verdicts of the table say. Renders nothing if the table has no verdicts. */
function Findings({ comparison }: { comparison: ProductComparison }) {
  const found = productFindings(comparison);
  if (found.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="result">
      <h2 id="result">Result</h2>
      <ul class="lead">
        {found.map((sentence) => (
          <li>{sentence}</li>
        ))}
      </ul>
    </section>
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
        {differs && <span class="visually-hidden"> (differs)</span>}
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
  return (
    <div class="stack">
      {results.length === 0 && <p class="note">Nobody has measured a build with any of them yet.</p>}
      {others.length > 0 && (
        <p class="note">
          Measured by fewer than five builds with each of them:{" "}
          {others
            .map((result) => isolated(headlineOf({ ...result, name: result.benchmark.name })))
            .join(", ")}
          .
        </p>
      )}
      {measured.length > 0 && <p class="note">An old price gives no score per ${VALUE_USD}.</p>}
      {measured.length > RESULTS_SHOWN && (
        <p class="note">
          The first {RESULTS_SHOWN} of {measured.length} benchmarks, games and tests are shown.
        </p>
      )}
      {kind === "chip" && (
        <p class="note">
          The price is the lowest of the cards with the chip. A dash also stands where these cards differ from
          each other.
        </p>
      )}
    </div>
  );
}
