import type { ComponentChildren } from "preact";
import type { Fault } from "../../errors.ts";
import type { PostedFields } from "../../http/bodies/posted-fields.ts";
import { findKind, partKinds, type PartKind } from "../../kinds/kinds.ts";
import { faultsOf, typedText } from "../layout/field.tsx";
import { titleOfKind } from "../layout/kinds.ts";

/** State of the choice of one part: the typed text, the found products, and the chosen product. */
export interface PartPick {
  kind: PartKind;
  query: string;
  /** The id of the chosen product; empty for none. */
  chosen: string;
  choices: readonly { id: number; make: string; model: string }[];
}

/** Finds the products of a kind whose names match a text, the best first. */
export type FindParts = (kind: PartKind, query: string) => Promise<PartPick["choices"]>;

/** The parts that a build has already. */
export type PresentParts = { [kind in PartKind]?: PartPick["choices"][number] | undefined };

/**
 * Returns the picks of a posted form. The choices of a pick are the part that the build has and the products that match
 * the typed text.
 */
export function picksOf(
  values: PostedFields,
  findParts: FindParts,
  present: PresentParts = {},
): Promise<PartPick[]> {
  return Promise.all(
    partKinds.map(async (kind) => {
      const query = typedText(values[queryName(kind)]);
      const found = query.trim() === "" ? [] : await findParts(kind, query);
      const part = present[kind];
      const choices = part ? [part, ...found.filter(({ id }) => id !== part.id)] : found;
      return { kind, query, chosen: typedText(values[kind]), choices };
    }),
  );
}

/** Returns the picks of a form that nobody has changed yet, from the parts of the build. */
export function picksOfBuild(present: PresentParts): PartPick[] {
  return partKinds.map((kind) => {
    const part = present[kind];
    return { kind, query: "", chosen: part ? String(part.id) : "", choices: part ? [part] : [] };
  });
}

/**
 * Returns the parts of a posted form in the format of the API. A kind without a chosen product has the value `none`.
 * @param present the current parts of the build: if the user typed another text, the current part does not count as
 * chosen
 * @returns also a fault for each kind with a typed text and no chosen product
 */
export function partsOfForm<None>(values: PostedFields, none: None, present: PresentParts = {}) {
  const unchosen: Fault[] = [];
  const parts = partKinds.map((kind) => {
    const chosen = typedText(values[kind]);
    const query = typedText(values[queryName(kind)]).trim();
    const part = present[kind];
    const isUnchanged =
      part !== undefined && chosen === String(part.id) && query !== `${part.make} ${part.model}`;
    if (query !== "" && (chosen === "" || isUnchanged)) {
      const detail = `Expected one chosen product, found a text alone. Choose one of those below, or empty the field.`;
      unchosen.push({ pointer: `/${queryName(kind)}`, detail });
    }
    const id = /^\d{1,15}$/.test(chosen) ? Number(chosen) : chosen;
    return [kind, chosen === "" ? none : id] as const;
  });
  return { parts: Object.fromEntries(parts.filter(([, id]) => id !== undefined)), unchosen };
}

/** Returns faults of parts with pointers to the fields of the form. */
export function faultsOfParts(faults: readonly Fault[]): Fault[] {
  return faults.map(({ pointer, detail }) => {
    const [, kind] = /^\/parts\/([a-z]+)$/.exec(pointer) ?? [];
    return { pointer: kind === undefined ? pointer : `/${kind}_query`, detail };
  });
}

/** The names of the fields in which parts are searched. */
export const partFieldNames = partKinds.map((kind) => queryName(kind));

function queryName(kind: PartKind): string {
  return `${kind}_query`;
}

/** The fields in which the parts of a build are searched and chosen. */
export function PartFields({ picks, faults }: { picks: readonly PartPick[]; faults: readonly Fault[] }) {
  return (
    <>
      {picks.map((pick) => (
        <PartField pick={pick} faults={faultsOf(faults, queryName(pick.kind))} />
      ))}
    </>
  );
}

/**
 * The field for one part of a build. If the field has choices, a chosen suggestion becomes one of the choices;
 * otherwise the hidden field gets the suggestion's id. Without JavaScript the service shows the form again, with
 * choices.
 */
function PartField({
  pick: { kind, query, chosen, choices },
  faults,
}: {
  pick: PartPick;
  faults: readonly Fault[];
}) {
  const name = queryName(kind);
  const faultId = faults.length > 0 ? `${name}-fault` : undefined;
  return (
    <div class="field part-field">
      <label for={name}>{titleOfKind(kind)}</label>
      <span class="suggest">
        <input
          id={name}
          name={name}
          type="search"
          value={query}
          maxlength={200}
          placeholder={findKind(kind)?.words.exampleQuery}
          autocomplete="off"
          aria-describedby={faultId}
          aria-invalid={faultId === undefined ? undefined : true}
          data-suggest={`/products/${kind}`}
          data-suggest-sets={kind}
        />
      </span>
      {faultId !== undefined && (
        <p class="fault" id={faultId}>
          {faults.map(({ detail }) => detail).join(" ")}
        </p>
      )}
      {choices.length === 0 ? (
        <input type="hidden" name={kind} value={chosen} />
      ) : (
        <Choices kind={kind} chosen={chosen} choices={choices} />
      )}
    </div>
  );
}

function Choices({ kind, chosen, choices }: Pick<PartPick, "kind" | "chosen" | "choices">) {
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">{titleOfKind(kind)}: choose one</legend>
      {choices.map(({ id, make, model }) => (
        <Choice name={kind} value={String(id)} isChosen={String(id) === chosen}>
          {make} {model}
        </Choice>
      ))}
      <Choice name={kind} value="" isChosen={chosen === ""}>
        None of these
      </Choice>
    </fieldset>
  );
}

function Choice({ name, value, isChosen, children }: ChoiceProps) {
  return (
    <label class="choice">
      <input type="radio" name={name} value={value} checked={isChosen} />
      <span>{children}</span>
    </label>
  );
}

interface ChoiceProps {
  name: string;
  value: string;
  isChosen: boolean;
  children: ComponentChildren;
}
