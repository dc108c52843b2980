import type { Fault } from "../../errors.ts";
import type { ProductKind } from "../../products/index.ts";
import { capitalised } from "../../kinds/words.ts";
import { labelOfParameter, parameterOf } from "../errors/parameter-label.ts";
import type { SentQuery } from "../layout/define-page.tsx";

/** A faulty query of a product list, as the browser sent it, and its faults. */
export interface FaultyQuery {
  sent: SentQuery;
  faults: readonly Fault[];
}

/** Returns a query without its faulty parameters. If one end of a range is faulty, both ends are removed. */
export function withoutFaulty(sent: SentQuery, faults: readonly Fault[]): SentQuery {
  const faulty = faults.map(parameterOf).map(rangeOf);
  const isFaulty = (name: string) =>
    faulty.some((one) => rangeOf(name) === one || name.startsWith(`${one}.`));
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !isFaulty(name)));
}

/**
 * Returns the name of the range to which a parameter such as `min_price` belongs: the name without `min_` or `max_`.
 */
const rangeOf = (name: string) => name.replace(/^(?:min|max)_/, "");

/** Returns the text of a field in a faulty query; undefined if the query lacks the field. */
export function sentTo({ sent }: FaultyQuery, name: string): string | undefined {
  const text = sent[name];
  return text === undefined ? undefined : String(text);
}

/** Returns the faults of a range: the message of each fault, and the names of the fields to which it applies. */
export function faultsOfRange({ faults }: FaultyQuery, range: string) {
  const own = faults.filter((fault) => rangeOf(parameterOf(fault)) === range);
  return own.map((fault) => ({
    message: capitalised(messageOf(fault)),
    fields: reversedIn(fault.detail) === null ? [parameterOf(fault)] : [`min_${range}`, `max_${range}`],
  }));
}

/** Lists the faults of a query at the top of the page, each with the label of its field, which links to the field. */
export function QueryFaults({ kind, faults }: Pick<FaultyQuery, "faults"> & { kind: ProductKind }) {
  return (
    <div role="alert">
      <ul class="faults">
        {faults.map((fault) => {
          const name = parameterOf(fault);
          const label = labelOfParameter(reversedIn(fault.detail) === null ? name : rangeOf(name), kind);
          return (
            <li>
              {rangeOf(name) === name ? label : <a href={`#${name}`}>{label}</a>}: {messageOf(fault)}
            </li>
          );
        })}
      </ul>
      <p>The list below is shown without {faults.length === 1 ? "this filter" : "these filters"}.</p>
    </div>
  );
}

/** Returns the message of a fault in words for people. */
const messageOf = ({ detail }: Fault): string => reversedIn(detail) ?? inWords(detail);

/** Returns a message for people if the minimum of a range is above its maximum; null for any other fault. */
function reversedIn(detail: string): string | null {
  const [, lowest, highest] =
    /^Expected min_\w+ <= max_\w+, found min_\w+ (\S+) and max_\w+ (\S+)\.$/.exec(detail) ?? [];
  return lowest === undefined
    ? null
    : `“from” (${lowest}) is above “up to” (${highest}). Change one of them.`;
}

/** Returns the message of a fault with words in place of the signs <= and >=. */
function inWords(detail: string): string {
  return detail.replaceAll(" <= ", " of at most ").replaceAll(" >= ", " of at least ");
}
