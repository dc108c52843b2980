import type { VNode } from "preact";
import { filterKey, type Facets, type ProductKind } from "../../products/index.ts";
import { formatNumber } from "../../charts/scales.ts";
import { labelOfFilter } from "../../kinds/words.ts";
import type { Pair } from "../lists/addresses.ts";
import { faultsOfRange, sentTo, type FaultyQuery } from "./faulty-query.tsx";

/** Data of the filter fields: the counts of the search, and the filters that are set. */
export interface FacetFieldsProps {
  kind: ProductKind;
  facets: Facets;
  /** The number of found products. */
  total: number;
  pairs: readonly Pair[];
  /** The faults of the query; undefined if it has none. */
  faulty?: FaultyQuery | undefined;
}

/** Number of values of a list that are always visible, in addition to the selected values. */
const VALUES_IN_SIGHT = 6;
/** Number of values of a list that have a check box. Visitors type any other value into a field that suggests it. */
const VALUES_WITH_BOX = 26;

/**
 * Returns the filters of a kind as form fields with the parameter names of the API. A field shows the occurring values,
 * each with its number of products. A filter that is not set has no field if its values are unknown, or if there is
 * nothing to choose: all found products have the same value, or, for a range, all products whose value is known.
 */
export function facetFieldsOf(props: FacetFieldsProps): VNode[] {
  const { filters } = props.kind;
  const lists = [...Object.keys(filters.textLists), ...Object.keys(filters.numberLists)];
  // Ranges with faults come first, so that visitors see the faults, and then the range of prices, because most people
  // filter by price.
  const { faulty } = props;
  const isFaulty = (name: string) => faulty !== undefined && faultsOfRange(faulty, name).length > 0;
  const ranges = Object.keys(filters.ranges);
  const first = [...ranges.filter(isFaulty), ...(isFaulty("price") ? [] : ["price"])];
  const others = ranges.filter((name) => !first.includes(name));
  const fieldsOf = (names: readonly string[], field: (props: FieldProps) => VNode | null) =>
    names.flatMap((name) => field({ ...props, name }) ?? []);
  return [
    ...fieldsOf(first, rangeField),
    ...fieldsOf(lists, listField),
    ...fieldsOf(others, rangeField),
    ...fieldsOf(Object.keys(filters.flags), flagField),
    ...fieldsOf(Object.keys(filters.switches), switchField),
  ];
}

interface FieldProps extends FacetFieldsProps {
  name: string;
}

interface CountedValue {
  value: string;
  count: number;
}

function listField({ kind, name, facets, total, pairs }: FieldProps) {
  const chosen = new Set(pairs.filter(([other]) => other === name).map(([, value]) => value));
  const values = valuesOf(facets, name);
  const compared: Readonly<Record<string, string | undefined>> = {
    ...kind.filters.textLists,
    ...kind.filters.numberLists,
  };
  // Compare values by their filter keys, because a query may spell a value differently from the list.
  const keyOf = (value: string) => filterKey(compared[name] ?? name, value);
  const isSame = (one: string, other: string) => keyOf(one) === keyOf(other);
  // Add each selected value that no found product has, so that the user can deselect the value.
  const missing = [...chosen].filter((one) => !values.some(({ value }) => isSame(value, one)));
  const all = [...missing.map((value) => ({ value, count: 0 })), ...values];
  if (all.length === 0 || (chosen.size === 0 && isSameOfAll(values, total))) return null;
  const isChosen = ({ value }: CountedValue) => [...chosen].some((one) => isSame(one, value));
  const inSight = all.filter((one, place) => place < VALUES_IN_SIGHT || isChosen(one));
  const others = all.filter((one) => !inSight.includes(one));
  const isTyped = name in kind.filters.textLists && others.length > VALUES_WITH_BOX - VALUES_IN_SIGHT;
  const boxes = isTyped ? others.slice(0, VALUES_WITH_BOX - VALUES_IN_SIGHT) : others;
  const { name: label, unit } = labelOfFilter(kind, name);
  const option = (one: CountedValue) => (
    <li key={one.value}>
      <label class="option">
        <input type="checkbox" name={name} value={one.value} checked={isChosen(one)} />
        <span class="option-name">
          {one.value}
          {unit === undefined ? null : <span class="unit"> {unit}</span>}
        </span>
        <span class="count">{formatNumber(one.count, 0)}</span>
      </label>
    </li>
  );
  return (
    <fieldset class="facet">
      <legend>{label}</legend>
      <ul class="options">{inSight.map(option)}</ul>
      {others.length === 0 ? null : (
        <details class="more">
          <summary>
            {formatNumber(boxes.length, 0)} more<span class="visually-hidden"> of {label}</span>
          </summary>
          <ul class="options">{boxes.map(option)}</ul>
        </details>
      )}
      {isTyped ? <OtherValue name={name} label={label} values={others.slice(boxes.length)} /> : null}
    </fieldset>
  );
}

/** A field for a value of a long list that has no check box. The browser suggests the values while somebody types. */
function OtherValue({
  name,
  label,
  values,
}: {
  name: string;
  label: string;
  values: readonly CountedValue[];
}) {
  const list = `${name}-values`;
  const [example] = values;
  return (
    <label class="other-value">
      <span>{label} not listed above</span>
      <input name={name} list={list} autoComplete="off" placeholder={example?.value} />
      <datalist id={list}>
        {values.map(({ value }) => (
          <option key={value}>{value}</option>
        ))}
      </datalist>
    </label>
  );
}

function rangeField({ kind, name, facets, pairs, faulty }: FieldProps) {
  const counted = facets[name];
  const { min, max } = counted === undefined || Array.isArray(counted) ? { min: null, max: null } : counted;
  const { name: label, unit } = labelOfFilter(kind, name);
  const faults = faulty ? faultsOfRange(faulty, name) : [];
  const faultId = `${name}-fault`;
  const endOf = (end: string, word: string, bound: number | null) => ({
    end,
    word,
    bound,
    isFaulty: faults.some(({ fields }) => fields.includes(end)),
    value: (faulty && sentTo(faulty, end)) ?? valueOf(pairs, end),
  });
  const ends = [endOf(`min_${name}`, "from", min), endOf(`max_${name}`, "up to", max)];
  // In a range of one value there is nothing to choose.
  const isUseless = name === "price" ? min === null : min === max;
  if (isUseless && ends.every(({ value }) => value === undefined)) return null;
  return (
    <fieldset class="facet">
      <legend>
        {label}
        {unit === undefined ? null : <span class="unit"> {unit}</span>}
      </legend>
      <div class="range">
        {ends.map(({ end, word, bound, value, isFaulty }) => (
          <label key={end}>
            <span class="visually-hidden">{label} </span>
            <span class="range-word">{word}</span>
            <input
              type="number"
              id={end}
              name={end}
              value={value}
              min="0"
              step={name === "price" ? "any" : "1"}
              placeholder={bound === null ? undefined : String(bound)}
              aria-invalid={isFaulty ? true : undefined}
              aria-describedby={isFaulty ? faultId : undefined}
            />
          </label>
        ))}
      </div>
      {faults.length > 0 && (
        <p class="fault" id={faultId}>
          {faults.map(({ message }) => message).join(" ")}
        </p>
      )}
      {name === "price" ? <PricedOption pairs={pairs} /> : null}
    </fieldset>
  );
}

function PricedOption({ pairs }: Pick<FieldProps, "pairs">) {
  return (
    <label class="option">
      <input type="checkbox" name="has_price" value="true" checked={valueOf(pairs, "has_price") === "true"} />
      <span class="option-name">Has a price, also an old one</span>
    </label>
  );
}

function flagField({ kind, name, facets, total, pairs }: FieldProps) {
  const value = valueOf(pairs, name);
  const values = valuesOf(facets, name);
  if (value === undefined && (values.length === 0 || isSameOfAll(values, total))) return null;
  const answers = [
    { answer: "", word: "any" },
    { answer: "true", word: "yes" },
    { answer: "false", word: "no" },
  ].filter(({ answer }) => answer === "" || answer === value || values.some((one) => one.value === answer));
  return (
    <fieldset class="facet">
      <legend>{labelOfFilter(kind, name).name}</legend>
      <ul class="options">
        {answers.map(({ answer, word }) => (
          <li key={word}>
            <label class="option">
              <input type="radio" name={name} value={answer} checked={(value ?? "") === answer} />
              <span class="option-name">{word}</span>
              <span class="count">{answer === "" ? "" : countOf(values, answer)}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function switchField({ kind, name, facets, total, pairs }: FieldProps) {
  const isSet = pairs.some(([other, value]) => other === name && value === "true");
  const values = valuesOf(facets, name);
  if (!isSet && (values.length === 0 || isSameOfAll(values, total))) return null;
  const { name: label } = labelOfFilter(kind, name);
  return (
    <fieldset class="facet">
      <legend>{label}</legend>
      <label class="option">
        <input type="checkbox" name={name} value="true" checked={isSet} />
        <span class="option-name">only with {label}</span>
        <span class="count">{countOf(values, "true")}</span>
      </label>
    </fieldset>
  );
}

function valueOf(pairs: readonly Pair[], name: string): string | undefined {
  return pairs.find(([other]) => other === name)?.[1];
}

function valuesOf(facets: Facets, name: string): CountedValue[] {
  const counted = facets[name];
  return Array.isArray(counted) ? counted.map(({ value, count }) => ({ value: String(value), count })) : [];
}

/** Whether all found products have the same value. */
function isSameOfAll(values: readonly CountedValue[], total: number): boolean {
  const [only, ...others] = values;
  return only !== undefined && others.length === 0 && only.count === total;
}

function countOf(values: readonly CountedValue[], answer: string): string {
  return formatNumber(values.find(({ value }) => value === answer)?.count ?? 0, 0);
}
