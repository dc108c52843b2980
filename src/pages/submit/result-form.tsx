import type { BenchmarkTypes } from "../../benchmarks/index.ts";
import type { Fault } from "../../errors.ts";
import { faultsOf, Field, OtherFaults, typedText } from "../layout/field.tsx";
import type { PostedFields } from "../../http/bodies/posted-fields.ts";
import { bytesText } from "../builds/words.ts";
import type { PayingPages } from "../account/billing-links.tsx";
import { UsageNote, type Usage } from "../account/usage-meter.tsx";
import { settingNames } from "./submission-fields.ts";

/** Data of the result form. */
export interface ResultFormProps {
  build: { build_id: number; name: string };
  types: BenchmarkTypes["results"];
  values: PostedFields;
  faults: readonly Fault[];
  /** The message if the whole form was refused, e.g. because the limit of the tier is reached. */
  refusal?: string;
  usage: Usage;
  payingPages: PayingPages;
  /** Idempotency key, so that a form that is sent twice is stored once. */
  formKey: string;
  maxFiles: number;
  maxFileBytes: number;
}

const detailNames = ["label", "game", "application", "recording", "test", ...Object.keys(settingNames)];
const fieldNames = ["benchmark_id", "also", "files", "scores", ...detailNames];

/** Second step of a submission: files or scores for a build, and further details of the results. */
export function ResultForm(props: ResultFormProps) {
  const { build, faults, refusal, usage, payingPages, formKey } = props;
  // The service has to know the idempotency key before it reads the form, so the key is part of the address.
  const action = `/submit?build=${build.build_id}&key=${formKey}`;
  return (
    <article class="stack">
      <div>
        <h1>Submit a result</h1>
        <p class="lead">
          For <a href={`/b/${build.build_id}`}>{build.name}</a>{" "}
          <a class="note" href="/submit">
            Another build
          </a>
        </p>
      </div>
      <UsageNote usage={usage} pages={payingPages} />
      {refusal !== undefined && (
        <p class="faults refusal" role="alert">
          {refusal}
        </p>
      )}
      <form
        id="result-form"
        class="stack result-form"
        method="post"
        action={action}
        enctype="multipart/form-data"
        data-key={formKey}
      >
        <OtherFaults faults={faults} names={fieldNames} />
        <input type="hidden" name="build_id" value={build.build_id} />
        <BenchmarkField {...props} />
        <AlsoField {...props} />
        <ScoresField {...props} />
        <Details {...props} />
        <FilesField {...props} />
        <ol id="uploads" class="uploads" hidden />
        <output id="uploads-status" class="visually-hidden" />
        <div class="row">
          <button id="send">Send</button>
        </div>
      </form>
    </article>
  );
}

const valueOf = (values: PostedFields, name: string): string => typedText(values[name]);

function BenchmarkField({ types, values, faults }: ResultFormProps) {
  const chosen = valueOf(values, "benchmark_id");
  const isFaulty = faultsOf(faults, "benchmark_id").length > 0;
  const groups = [
    { label: "Read from a file", types: types.filter(({ kind }) => kind === "file") },
    { label: "Typed in", types: types.filter(({ kind }) => kind === "score") },
  ];
  return (
    <Field label="Benchmark" name="benchmark_id" faults={faults}>
      <select
        id="benchmark_id"
        name="benchmark_id"
        aria-invalid={isFaulty || undefined}
        aria-describedby={isFaulty ? "benchmark_id-fault" : undefined}
      >
        {groups.map((group) => (
          <optgroup label={group.label}>
            {group.types.toSorted(gamesFirst).map(({ id, name, kind }) => (
              <option value={id} selected={String(id) === chosen} data-kind={kind}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </Field>
  );
}

/**
 * Shows a checkbox for each benchmark that shares its file format with another one, since a file may hold results of
 * both.
 */
function AlsoField({ types, values, faults }: ResultFormProps) {
  const chosen = new Set([values["also"] ?? []].flat());
  const isFaulty = faultsOf(faults, "also").length > 0;
  return (
    <fieldset class="field" data-for="file" aria-describedby={isFaulty ? "also-fault" : undefined}>
      <legend>Read from the same file as well</legend>
      {types
        .filter((type) => isFileOfSeveral(type, types))
        .map(({ id, name }) => (
          <label class="choice">
            <input type="checkbox" name="also" value={id} checked={chosen.has(String(id))} />
            <span>{name}</span>
          </label>
        ))}
      {isFaulty && (
        <p class="fault" id="also-fault">
          {faultsOf(faults, "also")
            .map(({ detail }) => detail)
            .join(" ")}
        </p>
      )}
    </fieldset>
  );
}

type ListedType = ResultFormProps["types"][number];

const isFileOfSeveral = ({ id, file_format }: ListedType, types: readonly ListedType[]) =>
  file_format !== null && types.some((other) => other.id !== id && other.file_format === file_format);

/** Puts benchmarks of game captures first, because most files are captures of games. */
const gamesFirst = (a: { file_format: string | null }, b: { file_format: string | null }) =>
  Number(b.file_format === "frame-csv") - Number(a.file_format === "frame-csv");

function FilesField({ faults, maxFiles, maxFileBytes }: ResultFormProps) {
  const isFaulty = faultsOf(faults, "files").length > 0;
  const hint =
    `A capture of frame times or an export of 3DMark: drop them here. Up to ${maxFiles} files at once, each of at most ` +
    `${bytesText(maxFileBytes)}.${faults.length > 0 ? " Browsers forget chosen files: choose them once more." : ""}`;
  return (
    <div class="drop-zone" data-for="file">
      <Field label="Result files" name="files" faults={faults} hint={hint}>
        <input
          type="file"
          id="files"
          name="files"
          multiple
          aria-describedby={describedBy("files", isFaulty)}
          aria-invalid={isFaulty || undefined}
        />
      </Field>
    </div>
  );
}

function ScoresField({ values, faults }: ResultFormProps) {
  const isFaulty = faultsOf(faults, "scores").length > 0;
  const hint =
    "For a benchmark whose scores are typed in: one or several, with blanks or lines between them, such as 15240 15310";
  return (
    <div data-for="score">
      <Field label="Scores" name="scores" faults={faults} hint={hint}>
        <textarea
          id="scores"
          name="scores"
          rows={2}
          spellcheck={false}
          aria-describedby={describedBy("scores", isFaulty)}
          aria-invalid={isFaulty || undefined}
        >
          {valueOf(values, "scores")}
        </textarea>
      </Field>
    </div>
  );
}

const describedBy = (name: string, isFaulty: boolean) =>
  isFaulty ? `${name}-hint ${name}-fault` : `${name}-hint`;

function Details({ values, faults }: ResultFormProps) {
  const isOpen = detailNames.some(
    (name) => valueOf(values, name) !== "" || faultsOf(faults, name).length > 0,
  );
  return (
    <details open={isOpen}>
      <summary>More about the result, if the file does not say it</summary>
      <div class="grid details-fields">
        {Object.entries(settingNames).map(([name, label]) => (
          <Field label={label} name={name} value={valueOf(values, name)} faults={faults} />
        ))}
        <Field
          label="Label"
          name="label"
          value={valueOf(values, "label")}
          faults={faults}
          hint="Distinguishes the result from your other results"
        />
        <Field
          label="Game"
          name="game"
          value={valueOf(values, "game")}
          faults={faults}
          hint="The title of the game, where the file names no game"
        />
        <Field
          label="Program"
          name="application"
          value={valueOf(values, "application")}
          faults={faults}
          hint="Such as cs2.exe, where a capture holds several programs"
        />
        <Field
          label="Test"
          name="test"
          value={valueOf(values, "test")}
          faults={faults}
          hint="Such as Time Spy, where an export of 3DMark holds several tests"
        />
        <Field
          label="Recording"
          name="recording"
          value={valueOf(values, "recording")}
          faults={faults}
          hint="Its number, where a file holds several"
          input={{ inputmode: "numeric" }}
        />
      </div>
    </details>
  );
}
