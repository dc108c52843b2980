import { nameOfThing, type ComparedThing, type Comparison } from "../../compare/index.ts";
import { partKinds } from "../../kinds/kinds.ts";
import type { CurrentPrice } from "../../products/index.ts";
import { pricedParts } from "../builds/words.ts";
import { hrefOfProduct, titleOfKind } from "../layout/kinds.ts";
import { CellName } from "../layout/cell-name.tsx";
import { Scroll } from "../layout/scroll.tsx";
import { Day, formatPrice } from "../layout/figures.tsx";
import { Unknown } from "../lists/unknown.tsx";
import { addressOfComparison, type Asked } from "./asked.ts";
import type { PartPrices } from "./part-prices.ts";
import { haveDifferentRows, RunRows } from "./run-rows.tsx";
import { CellOf, ThingHead } from "./thing-head.tsx";
import { idOf } from "./texts.ts";

interface ThingsTableProps {
  comparison: Comparison;
  asked: Asked;
  prices: PartPrices;
}

/**
 * Table of the compared builds or runs: what runs measured, their hardware with its prices, when runs were submitted,
 * and links that choose the baseline or leave a column out.
 */
export function ThingsTable({ comparison, asked, prices }: ThingsTableProps) {
  const { compared } = comparison;
  const kinds = partKinds.filter((kind) => compared.some(({ parts }) => parts[kind] !== undefined));
  const runs = compared.filter((thing) => "run_id" in thing);
  return (
    <>
      {(haveDifferentRows(comparison) || kinds.some((kind) => isDiffering(kind, comparison))) && (
        <ShadedRowsDiffer />
      )}
      <Scroll label="Hardware and settings">
        <table class="comparison">
          <thead>
            <tr>
              <th scope="col">
                <span class="visually-hidden">Part</span>
              </th>
              {compared.map((thing) => (
                <th scope="col">
                  <ThingHead thing={thing} comparison={comparison} isFirst />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <RunRows comparison={comparison} />
            {kinds.map((kind) => (
              <PartRow kind={kind} comparison={comparison} prices={prices} />
            ))}
            {runs.length === 0 && kinds.length > 0 && <TotalRow comparison={comparison} prices={prices} />}
            {runs.length > 0 && (
              <tr>
                <th scope="row">Submitted</th>
                {runs.map((run) => (
                  <td>
                    <CellOf thing={run} comparison={comparison} />
                    <Day at={run.created_at} />
                  </td>
                ))}
              </tr>
            )}
            <ColumnLinks comparison={comparison} asked={asked} />
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

/** Says what shaded rows and dashes in a table of facts or parts mean. */
export const ShadedRowsDiffer = () => <p class="note">Shaded rows differ; a dash means not known.</p>;

/** Returns whether the compared builds or runs have different parts of a kind. */
const isDiffering = (kind: string, { compared }: Comparison): boolean =>
  new Set(compared.map(({ parts }) => parts[kind]?.id)).size > 1;

interface PartRowProps extends Pick<ThingsTableProps, "comparison" | "prices"> {
  kind: string;
}

function PartRow({ kind, comparison, prices }: PartRowProps) {
  return (
    <tr class={isDiffering(kind, comparison) ? "differs" : undefined}>
      <th scope="row">{titleOfKind(kind)}</th>
      {comparison.compared.map((thing) => {
        const part = thing.parts[kind];
        return (
          <td>
            <CellOf thing={thing} comparison={comparison} />
            {part ? (
              <>
                <a href={hrefOfProduct(part)}>
                  {part.make} {part.model}
                </a>
                <p class="note">
                  <PartPrice price={prices.get(`${kind}:${part.id}`)} />
                </p>
              </>
            ) : (
              <Unknown />
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** A row with the sum of the current prices of each build's parts, and which parts the sum is of. */
function TotalRow({ comparison, prices }: Pick<ThingsTableProps, "comparison" | "prices">) {
  return (
    <tr>
      <th scope="row">Price of the parts</th>
      {comparison.compared.map((thing) => {
        const parts = partKinds.flatMap((kind) => thing.parts[kind] ?? []);
        const known = parts.flatMap(({ kind, id }) => prices.get(`${kind}:${id}`) ?? []);
        return (
          <td>
            <CellOf thing={thing} comparison={comparison} />
            {known.length > 0 ? (
              <>
                <b>{formatPrice(known.reduce((total, { price }) => total + price, 0))}</b>{" "}
                <span class="note">{pricedParts(known.length, parts.length)}</span>
              </>
            ) : (
              <span class="note">{parts.length > 0 ? "no current price" : "no named parts"}</span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

function PartPrice({ price }: { price: CurrentPrice | undefined }) {
  if (!price) return <>no current price</>;
  return (
    <>
      {formatPrice(price.price)}, <Day at={price.price_date} />
    </>
  );
}

function ColumnLinks({ comparison, asked }: Pick<ThingsTableProps, "comparison" | "asked">) {
  return (
    <LinksRow
      asked={asked}
      columns={comparison.compared.map((thing) => ({
        id: idOf(thing),
        name: nameOfThing(thing, comparison),
      }))}
    />
  );
}

interface LinksRowProps {
  asked: Asked;
  columns: readonly { id: string; name: string }[];
}

/**
 * A table row that has, for each compared item (build, run or product), a link that makes it the baseline and a link
 * that removes it.
 */
export function LinksRow({ asked, columns }: LinksRowProps) {
  const { kind, ids, baseline = ids[0] } = asked;
  return (
    <tr class="column-links">
      <th scope="row">Baseline</th>
      {columns.map(({ id, name }) => (
        <td>
          {columns.length > 2 && (
            <CellName>
              <bdi>{name}</bdi>
            </CellName>
          )}
          {id === baseline ? (
            <b>this one</b>
          ) : (
            <a href={addressOfComparison({ kind, ids, baseline: id })}>
              Use as baseline
              <span class="visually-hidden">
                : <bdi>{name}</bdi>
              </span>
            </a>
          )}
          {columns.length > 2 && (
            <>
              {" · "}
              <a
                href={addressOfComparison({
                  kind,
                  ids: ids.filter((one) => one !== id),
                  baseline: id === baseline ? undefined : asked.baseline,
                })}
              >
                Leave out
                <span class="visually-hidden">
                  : <bdi>{name}</bdi>
                </span>
              </a>
            </>
          )}
        </td>
      ))}
    </tr>
  );
}

/** Returns the baseline: the build or run with which all other builds or runs are compared. */
export function baselineOf({ compared }: Comparison, { baseline }: Asked): ComparedThing | undefined {
  return compared.find((thing) => idOf(thing) === baseline) ?? compared[0];
}
