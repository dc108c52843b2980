import type { BenchmarkTypes } from "../../benchmarks/index.ts";
import type { Fault } from "../../errors.ts";
import { faultsOf, Field, OtherFaults, typedText } from "../layout/field.tsx";
import type { PostedFields } from "../../http/bodies/posted-fields.ts";
import { bytesText } from "../builds/words.ts";
import type { PayingPages } from "../account/billing-links.tsx";
import { UsageNote, type Usage } from "../account/usage-meter.tsx";
import { AcceptedFiles } from "./accepted-files.tsx";
import { Choices, detailNames, Details } from "./detail-fields.tsx";

/** The data with which the form for results is shown. */
export interface ResultFormProps {
  build: { build_id: number; name: string };
  types: BenchmarkTypes["results"];
  values: PostedFields;
  faults: readonly Fault[];
  /** The message if the whole form was refused, e.g. because the limit of the tier is reached. */
  refusal?: string;
  usage: Usage;
  payingPages: PayingPages;
  /** Whether the person has no stored file, as somebody who submits for the first time. */
  hasNoFiles: boolean;
  /** The idempotency key of the form, so that the service stores a form that is sent twice only once. */
  formKey: string;
  maxFiles: number;
  maxFileBytes: number;
}

const fieldNames = ["benchmark_id", "also", "files", "scores", ...detailNames];

/**
 * Second step of a submission: files or scores for a build, and further details of the results. The benchmark of files
 * is recognised by their contents.
 */
export function ResultForm(props: ResultFormProps) {
  const { build, values, faults, refusal, usage, payingPages, formKey } = props;
  // The service has to know the idempotency key before it reads the form, so the key is part of the address.
  const action = `/submit?build=${build.build_id}&key=${formKey}`;
  return (
    <article class="stack">
      <div>
        <h1>Submit a result</h1>
        <p class="lead">
          For{" "}
          <a href={`/b/${build.build_id}`}>
            <bdi>{build.name}</bdi>
          </a>{" "}
          <a class="note action" href="/submit">
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
        <FilesField {...props} />
        <ol id="uploads" class="uploads" hidden />
        <ScoresField {...props} />
        <BenchmarkField {...props} />
        <Details values={values} faults={faults} />
        <Choices {...props} />
        <output id="uploads-status" class="visually-hidden" />
        <div class="row">
          <button id="send">Send</button>
        </div>
      </form>
      <AcceptedFiles isOpen={props.hasNoFiles} />
    </article>
  );
}

/**
 * The field with which a person chooses the benchmark. Its value is empty if the service recognises the benchmark by
 * the files.
 */
function BenchmarkField({ types, values, faults }: ResultFormProps) {
  const chosen = typedText(values["benchmark_id"]);
  const isFaulty = faultsOf(faults, "benchmark_id").length > 0;
  const groups = [
    { label: "Typed in", types: types.filter(({ kind }) => kind === "score") },
    { label: "Read from a file as", types: types.filter(({ kind }) => kind === "file") },
  ];
  return (
    <Field
      label="Benchmark"
      name="benchmark_id"
      faults={faults}
      hint="Choose one only to type in its scores, as of Cinebench, or if a file is not recognised."
    >
      <select
        id="benchmark_id"
        name="benchmark_id"
        aria-invalid={isFaulty || undefined}
        aria-describedby={describedBy("benchmark_id", isFaulty)}
      >
        <option value="" data-kind="file">
          Recognised from the files
        </option>
        {groups.map((group) => (
          <optgroup label={group.label}>
            {group.types.map(({ id, name, kind }) => (
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

function FilesField({ faults, maxFiles, maxFileBytes }: ResultFormProps) {
  const isFaulty = faultsOf(faults, "files").length > 0;
  const hint =
    `Captures of frame times or exports of 3DMark: drop them here. Up to ${maxFiles} files at once, each of at most ` +
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
    "For a benchmark whose scores are typed in, of Cinebench the multi-core score: one or several, with blanks or lines between them, such as 15240 15310";
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
          {typedText(values["scores"])}
        </textarea>
      </Field>
    </div>
  );
}

const describedBy = (name: string, isFaulty: boolean) =>
  isFaulty ? `${name}-hint ${name}-fault` : `${name}-hint`;
