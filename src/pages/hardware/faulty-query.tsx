import type { Fault } from "../../errors.ts";
import type { ProductKind } from "../../products/index.ts";
import { labelOfParameter, parameterOf } from "../errors/parameter-label.ts";
import type { SentQuery } from "../layout/define-page.tsx";

/** A query of a list that has faults, as it was sent. */
export interface FaultyQuery {
  sent: SentQuery;
  faults: readonly Fault[];
}

/** Returns a query without the parameters that have faults. */
export function withoutFaulty(sent: SentQuery, faults: readonly Fault[]): SentQuery {
  const faulty = faults.map(parameterOf);
  const isFaulty = (name: string) => faulty.some((one) => name === one || name.startsWith(`${one}.`));
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !isFaulty(name)));
}

/** Returns the typed text and the fault of a field; undefined if the field has no fault. */
export function faultOf(faulty: FaultyQuery | undefined, name: string) {
  const fault = faulty?.faults.find((one) => parameterOf(one) === name);
  if (!faulty || !fault) return undefined;
  return { typed: String(faulty.sent[name] ?? ""), detail: inWords(fault.detail) };
}

/** Lists the faults of a query above the results, each with the label of its field. */
export function QueryFaults({ kind, faults }: Pick<FaultyQuery, "faults"> & { kind: ProductKind }) {
  return (
    <div role="alert">
      <ul class="faults">
        {faults.map((fault) => (
          <li>
            <strong>{labelOfParameter(parameterOf(fault), kind)}: </strong>
            {inWords(fault.detail)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns the message of a fault without names of parameters: the ends of a range are its lowest and highest value. */
function inWords(detail: string): string {
  return detail
    .replaceAll(/\bmin_\w+/g, "the lowest value")
    .replaceAll(/\bmax_\w+/g, "the highest value")
    .replaceAll("the lowest value <= ", "the lowest value to be at most ")
    .replaceAll(" <= ", " of at most ")
    .replaceAll(" >= ", " of at least ");
}
