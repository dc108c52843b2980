import type { Fault } from "../../errors.ts";
import { Misfits } from "../builds/fit-and-price.tsx";
import { faultsOf, Field, OtherFaults } from "../layout/field.tsx";
import { PartFields, partFieldNames, type Picked } from "./part-pick.tsx";

/** The data with which the form of a build is shown. */
export interface BuildFormProps extends Picked {
  /** The address to which the form of a build posts. */
  action: string;
  /** Text of the button that submits the form. */
  verb: string;
  name: string;
  /** The description of the build in its owner's words. */
  description: string;
  faults: readonly Fault[];
  /**
   * The idempotency key of a form that creates a build, so that a request that is sent twice takes effect once. A form
   * that changes a build needs no key.
   */
  formKey?: string;
}

/** Maximum length of the description of a build in characters, as in the API. */
const MAX_DESCRIPTION = 1000;

/** Maximum length of the name of a build in characters, as in the API. */
const MAX_NAME = 120;

/** Returns whether a posted form only searches and checks parts, instead of storing the build. */
export const isCheck = (fields: object): boolean => "check" in fields;

/** Form that creates or changes a build: its name, its parts and its description. */
export function BuildForm(props: BuildFormProps) {
  const { action, verb, name, description, picks, misfits, faults, formKey } = props;
  return (
    <form class="stack build-form" method="post" action={action}>
      <OtherFaults faults={faults} names={["name", "description", ...partFieldNames]} />
      {formKey !== undefined && <input type="hidden" name="key" value={formKey} />}
      <Field
        label="Name of this build (required)"
        name="name"
        value={name}
        faults={faults}
        input={{
          required: true,
          maxlength: MAX_NAME,
          placeholder: "such as Quiet tower",
          autocomplete: "off",
        }}
      />
      <p class="hint">
        All parts are optional. Type a part of a name and choose a suggestion. If a name is not clear, the
        next page asks which product it is. A build is ranked among those with the same processor or graphics
        card only if it names that part.
      </p>
      <div class="grid">
        <PartFields picks={picks} faults={faults} />
      </div>
      <DescriptionField description={description} faults={faults} />
      {misfits !== null && (
        <>
          <Misfits misfits={misfits} />
          {misfits.length === 0 && <p class="note">Nothing is known by which the chosen parts do not fit.</p>}
        </>
      )}
      <div class="row">
        <button>{verb}</button>
        <button class="button-quiet" name="check" value="true" formnovalidate>
          Check the parts without saving
        </button>
      </div>
    </form>
  );
}

function DescriptionField({ description, faults }: { description: string; faults: readonly Fault[] }) {
  const hasFault = faultsOf(faults, "description").length > 0;
  return (
    <Field
      label="Description (optional)"
      name="description"
      faults={faults}
      hint="What others should know of this build, in at most 1,000 characters of plain text"
    >
      <textarea
        id="description"
        name="description"
        rows={5}
        maxLength={MAX_DESCRIPTION}
        dir="auto"
        aria-describedby={hasFault ? "description-hint description-fault" : "description-hint"}
        aria-invalid={hasFault || undefined}
      >
        {description}
      </textarea>
    </Field>
  );
}
