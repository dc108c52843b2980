import type { ComponentChildren, JSX } from "preact";
import type { Fault } from "../../errors.ts";

/**
 * A form field with its label, a hint and its faults, which screen readers read out, too.
 * @param props.input attributes of the input, such as `type` and `required`; `children` replaces the input if the field
 * is no `<input>`
 */
export function Field({ label, name, value, faults = [], hint, input, children }: FieldProps) {
  const found = faultsOf(faults, name);
  const hintId = hint === undefined ? undefined : `${name}-hint`;
  const faultId = found.length > 0 ? `${name}-fault` : undefined;
  const describedBy = [hintId, faultId].filter((id) => id !== undefined).join(" ") || undefined;
  return (
    <div class="field">
      <label htmlFor={name}>{label}</label>
      {children ?? (
        <input
          id={name}
          name={name}
          value={value}
          aria-describedby={describedBy}
          aria-invalid={faultId === undefined ? undefined : true}
          {...input}
        />
      )}
      {hint !== undefined && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
      {faultId !== undefined && (
        <p class="fault" id={faultId}>
          {found.map(({ detail }) => detail).join(" ")}
        </p>
      )}
    </div>
  );
}

interface FieldProps {
  label: ComponentChildren;
  name: string;
  /** The text that the user typed into the field before, which the field shows again. */
  value?: string;
  /** The faults of all fields of the form, of which the field shows its own. */
  faults?: readonly Fault[];
  hint?: ComponentChildren;
  input?: JSX.IntrinsicElements["input"];
  children?: ComponentChildren;
}

/** Returns the typed text of a form's field; empty if the field is missing or has several texts. */
export const typedText = (value: string | readonly string[] | undefined): string =>
  typeof value === "string" ? value : "";

/** Returns the faults of one field: those whose pointer is `/<name>` or begins with `/<name>/`. */
export function faultsOf(faults: readonly Fault[], name: string): Fault[] {
  return faults.filter(({ pointer }) => pointer === `/${name}` || pointer.startsWith(`/${name}/`));
}

/** Lists the faults that belong to no field of a form, in a box above the form; renders nothing without such faults. */
export function OtherFaults({ faults, names }: { faults: readonly Fault[]; names: readonly string[] }) {
  const others = faults.filter((fault) => !names.some((name) => faultsOf([fault], name).length > 0));
  if (others.length === 0) return null;
  return (
    <div role="alert">
      <ul class="faults">
        {others.map(({ detail }) => (
          <li>{detail}</li>
        ))}
      </ul>
    </div>
  );
}
