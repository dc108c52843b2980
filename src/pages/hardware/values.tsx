import { formatNumber } from "../../charts/scales.ts";
import type { FieldDefinition } from "../../products/index.ts";
import { Unknown } from "../lists/unknown.tsx";
import type { Label } from "../../kinds/words.ts";
import { isKnown, type Fact } from "../../kinds/facts.ts";

/** The value of a fact, formatted by the declaration of its field, with its unit; a dash if the value is unknown. */
export function FactValue({ fact: { definition, label }, value }: { fact: Fact; value: unknown }) {
  const text = textOf(definition, value);
  if (text === null) return <Unknown />;
  return <WithUnit text={text} unit={label.unit} />;
}

/** A text, such as a number, with its unit in less prominent letters. */
function WithUnit({ text, unit }: { text: string; unit: Label["unit"] }) {
  return (
    <>
      {text}
      {unit === undefined ? null : <span class="unit"> {unit}</span>}
    </>
  );
}

function textOf({ type }: FieldDefinition, value: unknown): string | null {
  if (!isKnown(value)) return null;
  if (typeof value === "number") return formatNumber(value, type === "price" ? 2 : 0);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.map(String).join(", ") : String(value);
}

/** Returns whether the values of a field are numbers, which tables align to the right. */
export function isFigure({ definition: { type } }: Fact): boolean {
  return type === "integer" || type === "price";
}
