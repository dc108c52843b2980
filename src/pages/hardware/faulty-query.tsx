import type { Fault } from "../../errors.ts";
import type { ProductKind } from "../../products/index.ts";
import { capitalised } from "../../kinds/words.ts";
import { labelOfParameter, parameterOf } from "../errors/parameter-label.ts";
import type { SentQuery } from "../layout/define-page.tsx";

/** A query of a list that has faults, as it was sent. */
export interface FaultyQuery {
  sent: SentQuery;
  faults: readonly Fault[];
}

/** Returns a query without the parameters that have faults. Of a range with a fault neither end remains. */
export function withoutFaulty(sent: SentQuery, faults: readonly Fault[]): SentQuery {
  const faulty = faults.map(parameterOf).map(rangeOf);
  const isFaulty = (name: string) =>
    faulty.some((one) => rangeOf(name) === one || name.startsWith(`${one}.`));
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !isFaulty(name)));
}

/** Returns the name of the range whose end a parameter is; any other name stays. */
const rangeOf = (name: string) => name.replace(/^(?:min|max)_/, "");

/** Returns the text that a faulty query has for a field; undefined if it has none. */
export function sentTo({ sent }: FaultyQuery, name: string): string | undefined {
  const text = sent[name];
  return text === undefined ? undefined : String(text);
}

/** Returns the faults of a range: the message of each, and the names of the fields that have it. */
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

/** Returns the message of a fault in people's words. */
const messageOf = ({ detail }: Fault): string => reversedIn(detail) ?? inWords(detail);

/** Returns in people's words that the ends of a range are reversed; null if the message is of another fault. */
function reversedIn(detail: string): string | null {
  const [, lowest, highest] =
    /^Expected min_\w+ <= max_\w+, found min_\w+ (\S+) and max_\w+ (\S+)\.$/.exec(detail) ?? [];
  return lowest === undefined
    ? null
    : `“from” (${lowest}) is above “up to” (${highest}). Change one of them.`;
}

/** Returns the message of a fault without names of parameters and signs. */
function inWords(detail: string): string {
  return detail.replaceAll(" <= ", " of at most ").replaceAll(" >= ", " of at least ");
}
