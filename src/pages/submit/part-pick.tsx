import type { ComponentChildren } from "preact";
import type { Fault } from "../../errors.ts";
import type { PostedFields } from "../../http/bodies/posted-fields.ts";
import { findKind, partKinds, type PartKind } from "../../kinds/kinds.ts";
import { singularOf } from "../../kinds/words.ts";
import type { BuildParts, CheckedParts, Misfit, Part } from "../../products/index.ts";
import { faultsOf, typedText } from "../layout/field.tsx";
import { titleOfKind } from "../layout/kinds.ts";

/** State of the choice of one part: the typed text, the found products, and the chosen product. */
export interface PartPick {
  kind: PartKind;
  query: string;
  /** The id of the chosen product; empty if no product is chosen. */
  chosen: string;
  choices: readonly PartChoice[];
  /** The id of the part that the build has already; undefined if it has none of the kind. */
  present: number | undefined;
  /** Whether the form asks which of the choices the typed text means. */
  isAsked: boolean;
}

/** A product that the form of a build offers for a part, such as the processor. */
interface PartChoice extends Part {
  /** The reasons why the product does not fit the parts that are chosen for other kinds. */
  misfits?: readonly Misfit[];
}

/** The search for the parts of a build. */
export interface PartSearch {
  check: BuildParts["check"];
  /** Finds the products of a kind whose names match a text: those that fit the chosen parts come first. */
  find: (kind: PartKind, query: string, chosen: CheckedParts) => Promise<PartChoice[]>;
}

/** The ids of the parts of a build, by the kinds of the parts. */
export type PartIds = Readonly<Partial<Record<string, number>>>;

/** The parts that a build has already. */
export type PresentParts = { [kind in PartKind]?: Part | undefined };

/** The state of the form's fields for all kinds of parts. */
export interface Picked {
  picks: readonly PartPick[];
  /** The chosen parts that do not fit each other; null if the form says nothing about the fit of parts. */
  misfits: readonly Misfit[] | null;
}

/**
 * Returns the state of each part's field in a posted form, and which chosen parts do not fit each other. The choices
 * for a part are the part that the build has, the chosen part, and the products that match the typed text. If no
 * product is chosen yet for a typed text, the first found product is preselected.
 */
export async function picksOf(
  values: PostedFields,
  partSearch: PartSearch,
  present: PresentParts = {},
): Promise<Picked> {
  const ids = partKinds.flatMap((kind): [PartKind, number][] => {
    const id = idOf(values[kind]);
    return id === null ? [] : [[kind, id]];
  });
  const chosen = await partSearch.check(Object.fromEntries(ids));
  const picks = await Promise.all(
    partKinds.map(async (kind) => {
      const query = typedText(values[queryName(kind)]);
      const found = query.trim() === "" ? [] : await partSearch.find(kind, query, chosen);
      const first = [present[kind] ?? [], chosen.parts.get(kind) ?? []].flat();
      // If a search finds the present or the chosen part, use the found product: only found products state why they do
      // not fit.
      const choices = [...new Map([...first, ...found].map((choice) => [choice.id, choice])).values()];
      const isAsked = isUnchosen(kind, values, present);
      const [best] = found;
      return {
        kind,
        query,
        chosen: isAsked && best ? String(best.id) : typedText(values[kind]),
        choices,
        present: present[kind]?.id,
        isAsked: isAsked || wasAsked(kind, values),
      };
    }),
  );
  return { picks, misfits: chosen.parts.size > 1 ? chosen.compatibility : null };
}

/** Returns the id that a field of a chosen part holds; null if the field holds no id. */
function idOf(value: PostedFields[string] | undefined): number | null {
  const text = typedText(value);
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Returns the state of each part's field in a form that nobody has changed yet, from the parts of the build. */
export function picksOfBuild(build?: { parts: PresentParts; compatibility: readonly Misfit[] }): Picked {
  const picks = partKinds.map((kind): PartPick => {
    const part = build?.parts[kind];
    const choices = part ? [part] : [];
    return {
      kind,
      query: "",
      chosen: part ? String(part.id) : "",
      choices,
      present: part?.id,
      isAsked: false,
    };
  });
  return { picks, misfits: build?.compatibility.length ? build.compatibility : null };
}

/**
 * Whether a form has a text for a part for which nobody has chosen a product yet. If the form has asked which product
 * the text means, every answer counts as a choice, even the answer "none".
 * @param present the current parts of the build: if the user typed another text, the current part does not count as
 * chosen
 */
function isUnchosen(kind: PartKind, values: PostedFields, present: PresentParts): boolean {
  const chosen = typedText(values[kind]);
  const query = typedText(values[queryName(kind)]).trim();
  const part = present[kind];
  const isUnchanged =
    part !== undefined && chosen === String(part.id) && query !== `${part.make} ${part.model}`;
  return query !== "" && (chosen === "" || isUnchanged) && !wasAsked(kind, values);
}

/** Whether the posted form had already asked which product the typed text means. */
function wasAsked(kind: PartKind, values: PostedFields): boolean {
  const query = typedText(values[queryName(kind)]);
  return query !== "" && typedText(values[askedName(kind)]) === query;
}

/**
 * Returns the parts of a posted form in the format of the API. A kind without a chosen product has the value `none`.
 * @param present the current parts of the build
 * @returns also a fault for each kind with a typed text for which nobody has chosen a product yet
 */
export function partsOfForm<None>(values: PostedFields, none: None, present: PresentParts = {}) {
  const unchosen = partKinds.flatMap((kind): Fault[] =>
    isUnchosen(kind, values, present) ? [{ pointer: `/${queryName(kind)}`, detail: ASK }] : [],
  );
  const parts = partKinds.map((kind) => {
    const chosen = typedText(values[kind]);
    return [kind, chosen === "" ? none : (idOf(chosen) ?? chosen)] as const;
  });
  return { parts: Object.fromEntries(parts.filter(([, id]) => id !== undefined)), unchosen };
}

const NOT_FOUND =
  "Nothing with this name is known here. Type it in another way, or press the button again to go on without it.";
const ASK = "Which of these is it? Choose, and press the button again.";

/** Returns the API's faults of parts with pointers to the fields of the form. */
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

/**
 * Returns the name of the hidden field that keeps the typed text, if the form has asked which product the text means.
 */
function askedName(kind: PartKind): string {
  return `${kind}_asked`;
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
  pick: { kind, query, chosen, choices, present, isAsked },
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
          placeholder={`such as ${findKind(kind)?.words.exampleQuery}`}
          autocomplete="off"
          aria-describedby={faultId}
          aria-invalid={faultId === undefined ? undefined : true}
          data-suggest={`/products/${kind}`}
          data-suggest-sets={kind}
        />
      </span>
      {faultId !== undefined && (
        <p class="fault" id={faultId}>
          {isAsked && choices.length === 0 ? NOT_FOUND : faults.map(({ detail }) => detail).join(" ")}
        </p>
      )}
      {isAsked && <input type="hidden" name={askedName(kind)} value={query} />}
      {choices.length === 0 ? (
        <input type="hidden" name={kind} value={chosen} />
      ) : (
        <Choices {...{ kind, chosen, choices, present }} />
      )}
    </div>
  );
}

/** The choices for a part: to keep the present part, the found products, and to name no part of the kind. */
function Choices({ kind, chosen, choices, present }: ChoicesProps) {
  const found = findKind(kind);
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">{titleOfKind(kind)}: choose one</legend>
      {choices.map(({ id, make, model, url_slug, misfits = [] }) => (
        <Choice name={kind} value={String(id)} slug={url_slug} isChosen={String(id) === chosen}>
          {id === present && "Keep "}
          {make} {model}
          {misfits.length > 0 && (
            <div class="note">does not fit: {misfits.map(({ detail }) => detail).join(" ")}</div>
          )}
        </Choice>
      ))}
      <Choice name={kind} value="" isChosen={chosen === ""}>
        No {found && singularOf(found)}
      </Choice>
    </fieldset>
  );
}

type ChoicesProps = Pick<PartPick, "kind" | "chosen" | "choices" | "present">;

function Choice({ name, value, slug, isChosen, children }: ChoiceProps) {
  return (
    <label class="choice">
      <input type="radio" name={name} value={value} checked={isChosen} data-slug={slug} />
      <span>{children}</span>
    </label>
  );
}

interface ChoiceProps {
  name: string;
  value: string;
  /** The slug of the chosen product. */
  slug?: string;
  isChosen: boolean;
  children: ComponentChildren;
}
