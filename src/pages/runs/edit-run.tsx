import type { Fault } from "../../errors.ts";
import type { PostedFields } from "../../http/bodies/posted-fields.ts";
import { Field, OtherFaults, typedText } from "../layout/field.tsx";
import { SettingFields } from "../submit/setting-fields.tsx";
import { settingNames } from "../submit/submission-fields.ts";
import { hrefOfRun } from "./shown-run.ts";

/** The data of the form in which the submitter of a run changes the typed label, game and settings. */
export interface EditRunProps {
  runId: string;
  /** Whether the form has a field for the game. */
  takesGame: boolean;
  values: PostedFields;
  faults?: readonly Fault[];
}

const EDIT_ID = "change";

/** Returns the address at which the page of a run shows the form that changes the run, without a click to unfold it. */
export const hrefOfEdit = (runId: string): string => `${hrefOfRun(runId)}?change=yes#${EDIT_ID}`;

/** Form that changes the label, the game and the settings of a run. An empty field removes the typed value. */
export function EditRun({ runId, takesGame, values, faults = [] }: EditRunProps) {
  const names = ["label", "game", ...Object.keys(settingNames)];
  const common = (name: string) => ({ name, value: typedText(values[name]), faults });
  return (
    <form id={EDIT_ID} class="stack" method="post" action={`${hrefOfRun(runId)}/change`}>
      <OtherFaults faults={faults} names={names} />
      <Field
        {...common("label")}
        label="Label"
        hint="Tells the run from your other runs, such as “undervolted”"
      />
      {takesGame && (
        <Field
          {...common("game")}
          label="Game"
          hint="The title of the game, because the file does not name it"
        />
      )}
      <SettingFields values={values} faults={faults} />
      <p>
        <button>Save</button>
      </p>
    </form>
  );
}

/** Returns the body of PATCH /benchmarks/runs/<run_id> for a posted form. */
export function changesOf(fields: PostedFields): object {
  const { label, game } = fields;
  const settings = Object.keys(settingNames).flatMap((name) =>
    fields[name] === undefined ? [] : [[name, fields[name]] as const],
  );
  return {
    ...(label !== undefined && { label }),
    ...(game !== undefined && { game }),
    settings: Object.fromEntries(settings),
  };
}

/** Returns the faults of the body of PATCH /benchmarks/runs/<run_id>, with pointers to the fields of the form. */
export function faultsOfChange(faults: readonly Fault[]): Fault[] {
  return faults.map(({ pointer, detail }) => ({ pointer: pointer.replace(/^\/settings(?=\/)/, ""), detail }));
}
