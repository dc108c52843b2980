import type { Fault } from "../../errors.ts";
import type { PostedFields } from "../../http/bodies/posted-fields.ts";
import { faultsOf, Field, typedText } from "../layout/field.tsx";
import { settingNames } from "./submission-fields.ts";

/** The usual values of the fields for settings, which the browser suggests. */
const usual: Readonly<Record<string, readonly string[]>> = {
  resolution: ["1920x1080", "2560x1440", "3440x1440", "3840x2160"],
  preset: ["Low", "Medium", "High", "Ultra"],
  api: ["DirectX 11", "DirectX 12", "Vulkan", "OpenGL"],
};

const examples: Readonly<Record<string, string>> = {
  resolution: "2560x1440",
  preset: "Ultra",
  api: "DirectX 12",
  driver: "566.14",
  os: "Windows 11 24H2",
};

const NOTES_ROWS = 2;

/** The fields of the settings under which a result was measured, with the usual values as suggestions. */
export function SettingFields({ values, faults }: { values: PostedFields; faults: readonly Fault[] }) {
  return (
    <>
      {Object.entries(settingNames).map(([name, label]) =>
        name === "notes" ? (
          <NotesField value={typedText(values[name])} faults={faults} />
        ) : (
          <>
            <Field
              label={label}
              name={name}
              value={typedText(values[name])}
              faults={faults}
              input={{ placeholder: `such as ${examples[name]}`, list: usual[name] && `${name}-usual` }}
            />
            {usual[name] && (
              <datalist id={`${name}-usual`}>
                {usual[name].map((value) => (
                  <option>{value}</option>
                ))}
              </datalist>
            )}
          </>
        ),
      )}
    </>
  );
}

function NotesField({ value, faults }: { value: string; faults: readonly Fault[] }) {
  const isFaulty = faultsOf(faults, "notes").length > 0;
  return (
    <Field label={settingNames.notes} name="notes" faults={faults}>
      <textarea
        id="notes"
        name="notes"
        rows={NOTES_ROWS}
        aria-invalid={isFaulty || undefined}
        aria-describedby={isFaulty ? "notes-fault" : undefined}
      >
        {value}
      </textarea>
    </Field>
  );
}
