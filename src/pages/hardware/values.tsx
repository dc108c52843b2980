import { formatNumber } from "../../charts/scales.ts";
import type { FieldDefinition } from "../../products/index.ts";
import { Unknown } from "../lists/unknown.tsx";
import type { Label } from "../../kinds/words.ts";
import type { Fact } from "./facts.ts";

/** A price in USD; a dash where nobody knows it. */
export function Price({ usd }: { usd: number | null }) {
  if (usd === null) return <Unknown />;
  return (
    <>
      <span class="unit">$</span>
      {formatNumber(usd, 2)}
    </>
  );
}

/** The value of a fact as its field is declared, with its unit; a dash where nobody knows it. */
export function FactValue({ fact: { definition, label }, value }: { fact: Fact; value: unknown }) {
  const text = textOf(definition, value);
  if (text === null) return <Unknown />;
  return <WithUnit text={text} unit={label.unit} />;
}

/** A figure or a text with its unit in a softer tone. */
function WithUnit({ text, unit }: { text: string; unit: Label["unit"] }) {
  return (
    <>
      {text}
      {unit === undefined ? null : <span class="unit"> {unit}</span>}
    </>
  );
}

/** Whether a value is known: an empty list is not. */
export function isKnown(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
}

function textOf({ type }: FieldDefinition, value: unknown): string | null {
  if (!isKnown(value)) return null;
  if (typeof value === "number") return formatNumber(value, type === "price" ? 2 : 0);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.map(String).join(", ") : String(value);
}

/** Whether the values of a field are figures, which stand one below the other at the right. */
export function isFigure({ definition: { type } }: Fact): boolean {
  return type === "integer" || type === "price";
}
