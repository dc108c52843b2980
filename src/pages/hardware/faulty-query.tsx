import type { Fault } from "../../errors.ts";
import type { ProductKind } from "../../products/index.ts";
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

/** Returns the text that a faulty query has for a field, and whether the field has a fault. */
export function sentTo({ sent, faults }: FaultyQuery, name: string) {
  const text = sent[name];
  return {
    typed: text === undefined ? undefined : String(text),
    isFaulty: faults.some((one) => parameterOf(one) === name),
  };
}

/** The id of the message about the fault of a field. */
export const faultId = (name: string): string => `${name}-fault`;

/** Lists the faults of a query at the top of the page, each with the label of its field, which links to the field. */
export function QueryFaults({ kind, faults }: Pick<FaultyQuery, "faults"> & { kind: ProductKind }) {
  return (
    <div role="alert">
      <ul class="faults">
        {faults.map((fault) => {
          const name = parameterOf(fault);
          const reversed = reversedIn(fault.detail);
          const label = labelOfParameter(reversed === null ? name : rangeOf(name), kind);
          return (
            <li id={faultId(name)}>
              {rangeOf(name) === name ? label : <a href={`#${name}`}>{label}</a>}:{" "}
              {reversed ?? inWords(fault.detail)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Returns in people's words that the ends of a range are reversed; null if the message is of another fault. */
function reversedIn(detail: string): string | null {
  const [, lowest, highest] =
    /^Expected min_\w+ <= max_\w+, found min_\w+ (\S+) and max_\w+ (\S+)\.$/.exec(detail) ?? [];
  return lowest === undefined ? null : `the lowest value, ${lowest}, is above the highest, ${highest}.`;
}

/** Returns the message of a fault without names of parameters and signs. */
function inWords(detail: string): string {
  return detail.replaceAll(" <= ", " of at most ").replaceAll(" >= ", " of at least ");
}
