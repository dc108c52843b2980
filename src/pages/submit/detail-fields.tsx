import type { BenchmarkTypes } from "../../benchmarks/index.ts";
import type { Fault } from "../../errors.ts";
import type { PostedFields } from "../../http/bodies/posted-fields.ts";
import { faultsOf, Field, typedText } from "../layout/field.tsx";
import { SettingFields } from "./setting-fields.tsx";
import { settingNames } from "./submission-fields.ts";

/** The typed values and the faults of the form for results. */
interface DetailProps {
  values: PostedFields;
  faults: readonly Fault[];
}

/** The names of the form's fields with details of a result, and of fields that choose what to read from its file. */
export const detailNames = [
  "label",
  "game",
  "application",
  "recording",
  "test",
  ...Object.keys(settingNames),
];

const isUsed = ({ values, faults }: DetailProps, names: readonly string[]) =>
  names.some((name) => typedText(values[name]) !== "" || faultsOf(faults, name).length > 0);

/** Returns a function that returns the name, the typed value and the faults of a field of a form. */
const typedIn =
  ({ values, faults }: DetailProps) =>
  (name: string) => ({ name, value: typedText(values[name]), faults });

/**
 * The game, the settings and the label of a result. The script `upload.js` shows the field for the game only if a file
 * does not name its game, and fills in the settings that the files name.
 */
export function Details(props: DetailProps) {
  const typed = typedIn(props);
  return (
    <>
      <div data-for="game">
        <Field
          {...typed("game")}
          label="Game"
          hint="The title of the game, if the file does not name it. Many captures do."
        />
      </div>
      <details id="settings" open={isUsed(props, ["label", ...Object.keys(settingNames)])}>
        <summary>Settings, notes and label</summary>
        <p class="note folded">What the file names counts, even if you type something else.</p>
        <div class="grid folded">
          <SettingFields {...props} />
          <Field
            {...typed("label")}
            label="Label"
            hint="Tells the result from your other results, such as “undervolted”"
          />
        </div>
      </details>
    </>
  );
}

/**
 * The fields with which a person chooses what the service reads from a file with several results, and for which
 * benchmarks.
 */
export function Choices(props: DetailProps & { types: BenchmarkTypes["results"] }) {
  const typed = typedIn(props);
  return (
    <details open={isUsed(props, ["also", "application", "test", "recording"])} data-for="file">
      <summary>If a file has several results</summary>
      <div class="grid folded">
        <Field
          {...typed("application")}
          label="Application"
          hint="Such as cs2.exe, of a capture of several programs"
        />
        <Field
          {...typed("test")}
          label="Test"
          hint="Such as Time Spy, of an export of several tests of 3DMark"
        />
        <Field
          {...typed("recording")}
          label="Recording"
          hint="Its number, of a file with several recordings"
          input={{ inputmode: "numeric" }}
        />
        <AlsoField {...props} />
      </div>
    </details>
  );
}

/**
 * Shows a checkbox for each benchmark that shares its file format with another benchmark, because a file may hold
 * results of both. If the service recognises the benchmarks of a file by itself, the checkboxes have no effect.
 */
function AlsoField({ types, values, faults }: DetailProps & { types: BenchmarkTypes["results"] }) {
  const chosen = new Set([values["also"] ?? []].flat());
  const found = faultsOf(faults, "also");
  return (
    <fieldset class="field" aria-describedby={found.length > 0 ? "also-fault" : undefined}>
      <legend>Besides a benchmark that you choose, read</legend>
      {types
        .filter((type) => isFileOfSeveral(type, types))
        .map(({ id, name }) => (
          <label class="choice">
            <input type="checkbox" name="also" value={id} checked={chosen.has(String(id))} />
            <span>{name}</span>
          </label>
        ))}
      {found.length > 0 && (
        <p class="fault" id="also-fault">
          {found.map(({ detail }) => detail).join(" ")}
        </p>
      )}
    </fieldset>
  );
}

type ListedType = BenchmarkTypes["results"][number];

const isFileOfSeveral = ({ id, file_format }: ListedType, types: readonly ListedType[]) =>
  file_format !== null && types.some((other) => other.id !== id && other.file_format === file_format);
