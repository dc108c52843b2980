import type { BuildAnswer } from "../../builds/index.ts";
import type { CheckedParts } from "../../products/index.ts";
import { Share, type Shared } from "../layout/share.tsx";
import { KeepButton } from "../compare/tick.tsx";
import { Field } from "../layout/field.tsx";
import { Day } from "../layout/figures.tsx";
import { HiddenNotice } from "../lists/hidden-notice.tsx";
import { OwnerLink } from "../lists/owner-link.tsx";
import { Misfits, PartsPrice } from "./fit-and-price.tsx";
import { hasPictures, Parts } from "./parts.tsx";
import { Results, type TitledResult } from "./results.tsx";
import { Upgrades, type ShownUpgrades } from "./upgrades.tsx";
import type { ListedRun } from "../runs/shown-run.ts";
import { RunsOfBuild } from "./runs-table.tsx";

/** Data of the page of a build. */
export interface BuildViewProps extends Omit<BuildAnswer, "results"> {
  results: readonly TitledResult[];
  /** The short names of the hardware, such as "RTX 4070 SUPER" and "32 GB". */
  hardware: readonly string[];
  /** The current prices of the parts, by their kinds. */
  prices: CheckedParts["prices"];
  upgrades: readonly ShownUpgrades[];
  /** One page of the runs of the build, newest first, and the total number of these runs. */
  runs: { results: readonly ListedRun[]; total: number };
  /** The benchmark to which the list of runs is limited; undefined if the list has the runs of all benchmarks. */
  ofBenchmark: { id: number; name: string } | undefined;
  page: number;
  /** Whether the query names a page of the list of runs; the list is then unfolded. */
  isAsked: boolean;
  limit: number;
  /** Whether the visitor may change the build, may delete the build, and may attach results to the build. */
  mayChange: boolean;
  mayDelete: boolean;
  maySubmit: boolean;
  /** What a visitor may share of the build. */
  shared: Shared;
}

/**
 * Page of a build: its hardware in one line, its description, its parts and how it ranks among builds with the same
 * part, the parts that do not fit each other, the price, the results, the upgrades, the runs, and ways to compare and
 * share the build.
 */
export function BuildView(props: BuildViewProps) {
  const { build, results, runs, ofBenchmark, maySubmit } = props;
  const isListed = runs.total > 0 || ofBenchmark !== undefined;
  return (
    <article class="stack stack-wide">
      <BuildHead {...props} />
      <HiddenNotice what="build" hidden={build.hidden} />
      <Misfits misfits={build.compatibility} />
      <Parts build={build} prices={props.prices} results={results} mayChange={props.mayChange} />
      <PartsPrice build={build} prices={props.prices} />
      <Results
        results={results}
        newest={runs.results}
        buildId={build.build_id}
        maySubmit={maySubmit}
        hasLegend={!hasPictures(build.parts, results)}
      />
      <Upgrades upgrades={props.upgrades} parts={build.parts} />
      {isListed && <RunsOfBuild {...props} />}
      {!build.hidden && <CompareAndShare {...props} />}
    </article>
  );
}

function BuildHead({ build, hardware, mayChange, mayDelete, maySubmit }: BuildViewProps) {
  const { build_id, name, description, owner, created_at } = build;
  return (
    <header class="row build-head">
      <div class="build-title">
        <h1>
          <bdi>{name}</bdi>
        </h1>
        {hardware.length > 0 && <p class="lead">{hardware.join(" · ").replaceAll(" GB", "\u00a0GB")}</p>}
        <p class="soft">
          Build {build_id}
          {owner !== null && (
            <>
              {" "}
              by <OwnerLink owner={owner} />
            </>
          )}
          , since <Day at={created_at} />
        </p>
        {description !== null && (
          <p class="description" dir="auto">
            {description}
          </p>
        )}
      </div>
      <div class="row">
        {maySubmit && (
          <a class="button" href={`/submit?build=${build_id}`}>
            Add a result
          </a>
        )}
        {!build.hidden && (
          <a class="button button-quiet" href="#share-heading">
            Share
          </a>
        )}
        {mayChange && (
          <a class="button button-quiet" href={`/b/${build_id}/change`}>
            Edit
          </a>
        )}
        {mayDelete && (
          <a class="button button-quiet" href={`/b/${build_id}/delete`}>
            Delete
          </a>
        )}
      </div>
    </header>
  );
}

function CompareAndShare({ build, shared }: BuildViewProps) {
  return (
    <div class="grid">
      <section class="card stack" aria-labelledby="share-heading">
        <Share
          {...shared}
          headingId="share-heading"
          label="The address of this page, which anybody may open"
        />
      </section>
      <section class="card stack" aria-labelledby="compare-heading">
        <h2 id="compare-heading">Compare with another build</h2>
        <form class="row" action="/compare">
          <input type="hidden" name="builds" value={build.build_id} />
          <Field
            label="Address, number or name of the other build"
            name="build"
            hint="For example: 1010853, or the first words of its name"
            input={{ required: true, maxLength: 200 }}
          />
          <button class="button-quiet">Compare</button>
        </form>
        <KeepButton kind="builds" id={String(build.build_id)} name={build.name} />
      </section>
    </div>
  );
}
