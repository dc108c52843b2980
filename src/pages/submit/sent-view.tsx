import type { OwnAccountAnswer } from "../../accounts/index.ts";
import { isOfUnknownGame, type BuildRuns, type ShownRun } from "../../benchmarks/index.ts";
import { UsageNote } from "../account/usage-meter.tsx";
import { RunState } from "../builds/run-row.tsx";
import { countText } from "../builds/words.ts";
import { CopyField } from "../layout/copy-field.tsx";
import { Day, Figure, formatFigure } from "../layout/figures.tsx";
import { hrefOfEdit } from "../runs/edit-run.tsx";
import { hrefOfBuild, hrefOfRun, nameOfBenchmark, notesOf } from "../runs/shown-run.ts";
import { placeOf } from "../runs/standing.tsx";
import { settingNames } from "./submission-fields.ts";

/** An earlier run of the submitter, with which the page compares a new run. */
export type PreviousRun = Pick<BuildRuns["results"][number], "run_id" | "score" | "unit" | "created_at">;

/** A run that the page after a submission shows. */
interface SentRun {
  run: ShownRun;
  /** The submitter's last earlier run that can be compared with the sent run; undefined if there is none. */
  previous: PreviousRun | undefined;
  /** Whether the visitor has submitted the run. */
  isOwn: boolean;
}

/** Data of the page after a submission. */
export interface SentViewProps {
  runs: readonly SentRun[];
  /** The address of the page with the results for a later request, which waits longer for the results. */
  laterHref: string;
  publicUrl: string;
  /** The account of the visitor; null for a visitor without a session. */
  account: OwnAccountAnswer | null;
}

/** The page after a submission: the result of each run, its rank and its link, or why the run failed. */
export function SentView({ runs, laterHref, publicUrl, account }: SentViewProps) {
  const unread = runs.filter(({ run: { status } }) => status === "queued" || status === "processing").length;
  const build = runs[0]?.run.build;
  return (
    <article class="stack">
      <div>
        <h1>{unread === 0 ? "Your results are here" : "Your files are being read"}</h1>
        {build && (
          <p class="lead">
            For{" "}
            <a href={hrefOfBuild(build.build_id)}>
              <bdi>{build.name}</bdi>
            </a>
          </p>
        )}
      </div>
      {account && <UsageNote usage={account.usage} pages={account} />}
      <ol class="uploads">
        {runs.map((sent) => (
          <SentResult {...sent} />
        ))}
      </ol>
      {unread > 0 && (
        <p class="row">
          <a class="button" href={laterHref}>
            Look again
          </a>
          <span class="soft">
            {countText(unread, "file")} still to be read. This mostly takes a second or two.
          </span>
        </p>
      )}
      <Share runs={runs} publicUrl={publicUrl} />
      {build && (
        <p class="row">
          <a class="button" href={hrefOfBuild(build.build_id)}>
            To the build
          </a>
          <a class="action" href={`/submit?build=${build.build_id}`}>
            Submit another result
          </a>
        </p>
      )}
    </article>
  );
}

/** The link to the page of the only run, or to the build with all runs. */
function Share({ runs, publicUrl }: Pick<SentViewProps, "runs" | "publicUrl">) {
  const [first, ...others] = runs;
  if (!first || first.run.hidden) return null;
  const { run } = first;
  const isOfRun = others.length === 0 && run.status === "complete";
  const path = isOfRun ? hrefOfRun(run.run_id) : hrefOfBuild(run.build_id);
  return (
    <CopyField
      id="share-link"
      label={isOfRun ? "The link to share your result" : "The link to share your build with all results"}
      what="the link"
      value={`${publicUrl}${path}`}
    />
  );
}

function SentResult({ run, previous, isOwn }: SentRun) {
  const { run_id, sequence, status, score, unit, error, file } = run;
  const href = hrefOfRun(run_id);
  return (
    <li class="card upload">
      <p class="row">
        <bdi class="upload-name">{file?.name ?? `Score ${sequence}`}</bdi>
        <span class="soft">
          <bdi>{nameOfBenchmark(run)}</bdi>
        </span>
        <RunState status={status} />
      </p>
      {score !== null && (
        <p>
          <a class="figure-large" href={href}>
            {formatFigure(score, unit)}
          </a>{" "}
          <span class="unit">{unit}</span>
        </p>
      )}
      {isPlaced(run) && <p>{placeOf(run)}</p>}
      {previous && <Previous run={run} previous={previous} />}
      {error && (
        <>
          <p class="fault">
            <bdi>{error.detail}</bdi>
          </p>
          <p>
            <a class="action" href={`/submit?build=${run.build_id}`}>
              Send a mended file
            </a>
          </p>
        </>
      )}
      {notesOf(run).map((note) => (
        <p class="note">
          <bdi>{note}</bdi>
        </p>
      ))}
      {isOwn && status === "complete" && (
        <>
          {isOfUnknownGame(run) && <AskForGame run={run} />}
          <SettingsLine run={run} />
        </>
      )}
    </li>
  );
}

/**
 * Whether the page shows the rank of a run. Other notes on the page say why an unranked run, or a run of an unknown
 * game, has no rank.
 */
const isPlaced = (run: ShownRun): boolean =>
  run.status === "complete" && run.unranked === null && !run.hidden && !isOfUnknownGame(run);

function Previous({ run, previous }: { run: ShownRun; previous: PreviousRun }) {
  return (
    <p class="row">
      <span class="soft">
        Your last one: <Figure value={previous.score ?? 0} unit={previous.unit} />,{" "}
        <Day at={previous.created_at} />
      </span>
      <a class="action" href={`/compare?runs=${run.run_id},${previous.run_id}`}>
        Compare with my last one
      </a>
    </p>
  );
}

/**
 * A form that asks for the game of a capture whose file names no game. After the form, the browser opens the page of
 * the run.
 */
function AskForGame({ run: { run_id } }: { run: ShownRun }) {
  const id = `game-${run_id}`;
  return (
    <form class="row" method="post" action={`${hrefOfRun(run_id)}/change`}>
      <label htmlFor={id}>Which game is this?</label>
      <input id={id} name="game" required />
      <button class="button-quiet">Save</button>
    </form>
  );
}

/** Shows the settings that were typed or that the file names, and links to the form that corrects them. */
function SettingsLine({ run: { run_id, settings = {} } }: { run: ShownRun }) {
  const known = Object.keys(settingNames).flatMap((name) => settings[name as keyof typeof settings] ?? []);
  return (
    <p class="note">
      {known.length > 0 && (
        <>
          <bdi>{known.join(", ")}</bdi> ·{" "}
        </>
      )}
      <a class="action" href={hrefOfEdit(run_id)}>
        {known.length > 0 ? "Correct the settings" : "Add resolution, preset or notes"}
      </a>
    </p>
  );
}
