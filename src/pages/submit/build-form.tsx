import type { Fault } from "../../errors.ts";
import { Field, OtherFaults } from "../layout/field.tsx";
import { PartFields, partFieldNames, type PartPick } from "./part-pick.tsx";

/** What a form for a build shows. */
export interface BuildFormProps {
  /** Where it is posted to. */
  action: string;
  /** What its button says. */
  verb: string;
  name: string;
  picks: readonly PartPick[];
  faults: readonly Fault[];
  /** Makes a request that is sent twice take effect once; a change needs none. */
  formKey?: string;
}

/** How many characters the name of a build may have, as the API has it. */
const MAX_NAME = 120;

/** The form by which a build is made or changed: its name and its parts. */
export function BuildForm({ action, verb, name, picks, faults, formKey }: BuildFormProps) {
  return (
    <form class="stack build-form" method="post" action={action}>
      <OtherFaults faults={faults} names={["name", ...partFieldNames]} />
      {formKey !== undefined && <input type="hidden" name="key" value={formKey} />}
      <Field
        label="Name"
        name="name"
        value={name}
        faults={faults}
        input={{ required: true, maxlength: MAX_NAME, placeholder: "Quiet tower", autocomplete: "off" }}
      />
      <div class="grid">
        <PartFields picks={picks} faults={faults} />
      </div>
      <p class="hint">
        Type what you know of a part and choose among the products that are found. Leave empty what you do not
        know.
      </p>
      <div class="row">
        <button>{verb}</button>
      </div>
    </form>
  );
}
