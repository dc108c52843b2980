import {
  buildOfThing,
  hardwareOf,
  marksOf,
  nameOfThing,
  textOfSettings,
  type ComparedThing,
  type Comparison,
} from "../../compare/index.ts";
import { partKinds } from "../../kinds/kinds.ts";
import type { CurrentPrice } from "../../products/index.ts";
import { hrefOfProduct, titleOfKind } from "../layout/kinds.ts";
import { CellName } from "../layout/cell-name.tsx";
import { Scroll } from "../layout/scroll.tsx";
import { Day, formatPrice } from "../layout/figures.tsx";
import { Unknown } from "../lists/unknown.tsx";
import { addressOfComparison, type Asked } from "./asked.ts";
import type { PartPrices } from "./part-prices.ts";
import { hrefOfThing, idOf } from "./texts.ts";

interface ThingsTableProps {
  comparison: Comparison;
  asked: Asked;
  prices: PartPrices;
}

/**
 * Table of the compared builds or runs: their hardware with its prices, the settings of runs and when they were
 * submitted, and links that choose the baseline or leave a column out.
 */
export function ThingsTable({ comparison, asked, prices }: ThingsTableProps) {
  const { compared } = comparison;
  const kinds = partKinds.filter((kind) => compared.some(({ parts }) => parts[kind] !== undefined));
  const runs = compared.filter((thing) => "run_id" in thing);
  return (
    <>
      {kinds.some((kind) => isDiffering(kind, comparison)) && <ShadedRowsDiffer />}
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
            {kinds.map((kind) => (
              <PartRow kind={kind} comparison={comparison} prices={prices} />
            ))}
            {runs.length === 0 && kinds.length > 0 && <TotalRow comparison={comparison} prices={prices} />}
            {runs.some((run) => textOfSettings(run) !== null) && (
              <tr>
                <th scope="row">Settings</th>
                {runs.map((run) => (
                  <td>
                    <CellOf thing={run} comparison={comparison} />
                    <SettingsOf run={run} />
                  </td>
                ))}
              </tr>
            )}
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

/**
 * Repeats the name of a build or run in its cells, for narrow screens on which the table hides its head. With only two
 * builds or runs, the cells need no name.
 */
export const CellOf = ({ thing, comparison }: { thing: ComparedThing; comparison: Comparison }) =>
  comparison.compared.length > 2 ? (
    <CellName>
      <bdi>{nameOfThing(thing, comparison)}</bdi>
    </CellName>
  ) : null;

function SettingsOf({ run }: { run: ComparedThing }) {
  const text = "run_id" in run ? textOfSettings(run) : null;
  return text === null ? <Unknown /> : <bdi>{text}</bdi>;
}

interface ThingHeadProps {
  thing: ComparedThing;
  comparison: Pick<Comparison, "compared">;
  /** Whether the table is the first of the page. Only the first table shows the ids of the builds. */
  isFirst?: boolean;
}

/**
 * The head of the column of a build or run: its name, which links to its page, its processor and graphics card, and
 * facts that distinguish it from the other columns.
 */
export function ThingHead({ thing, comparison, isFirst = false }: ThingHeadProps) {
  const isUnranked = "run_id" in thing && thing.unranked !== null;
  return (
    <>
      <a href={hrefOfThing(thing)}>
        <bdi>{buildOfThing(thing).name}</bdi>
      </a>
      {notesOf(thing, comparison, isFirst).map((note) => (
        <>
          <br />
          <span class="note">
            <bdi>{note}</bdi>
          </span>
        </>
      ))}{" "}
      {isUnranked && <span class="badge badge-warn">not ranked</span>}
    </>
  );
}

/** Returns the hardware of a build or run, and further facts that distinguish it from the other columns. */
function notesOf(thing: ComparedThing, comparison: Pick<Comparison, "compared">, isFirst: boolean): string[] {
  const hardware = hardwareOf(thing) ?? "";
  const isUnique = nameOfThing(thing, comparison) === buildOfThing(thing).name;
  const markOfBuild = isUnique ? "" : marksOf(thing, comparison);
  const ofBuild = isFirst ? `build ${thing.build_id}` : markOfBuild;
  const marks = "run_id" in thing ? marksOf(thing, comparison) : ofBuild;
  return [marks.includes(hardware) ? "" : hardware, marks].filter((note) => note !== "");
}

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

/** A row with the total price of each build; if parts lack a current price, a note has the sum of the other parts. */
function TotalRow({ comparison, prices }: Pick<ThingsTableProps, "comparison" | "prices">) {
  return (
    <tr>
      <th scope="row">Price of the parts</th>
      {comparison.compared.map((thing) => {
        const parts = partKinds.flatMap((kind) => thing.parts[kind] ?? []);
        const known = parts.flatMap(({ kind, id }) => prices.get(`${kind}:${id}`) ?? []);
        const isWhole = known.length === parts.length;
        const sum = formatPrice(known.reduce((total, { price }) => total + price, 0));
        return (
          <td>
            <CellOf thing={thing} comparison={comparison} />
            {known.length > 0 && isWhole ? <b>{sum}</b> : <Unknown />}
            {known.length > 0 && (
              <p class="note">
                {isWhole
                  ? "of all named parts"
                  : `${sum} for ${known.length} of ${parts.length} named parts; the rest has no current price`}
              </p>
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
