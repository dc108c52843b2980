import type { BuildAnswer } from "../../builds/index.ts";
import { KeepButton } from "../compare/tick.tsx";
import { Field } from "../layout/field.tsx";
import { Day } from "../layout/figures.tsx";
import { HiddenNotice } from "../lists/hidden-notice.tsx";
import { Misfits, PartsPrice } from "./fit-and-price.tsx";
import { Parts } from "./parts.tsx";
import { Results, type TitledResult } from "./results.tsx";
import { Upgrades, type ShownUpgrades } from "./upgrades.tsx";
import { RunsToCompare, type ListedRun } from "./runs-table.tsx";

/** Data of the page of a build. */
export interface BuildViewProps extends Omit<BuildAnswer, "results"> {
  results: readonly TitledResult[];
  upgrades: readonly ShownUpgrades[];
  /** One page of the runs of the build, newest first, and the total number of its runs. */
  runs: { results: readonly ListedRun[]; total: number };
  page: number;
  limit: number;
  /** Whether the visitor may change the build, may delete the build, and may attach results to the build. */
  mayChange: boolean;
  mayDelete: boolean;
  maySubmit: boolean;
  /** Absolute URL of the page, for sharing. */
  link: string;
}

/**
 * Page of a build: its parts with their standings, the parts that do not fit each other, the price, the results, the
 * upgrades, the runs, and ways to compare and share the build.
 */
export function BuildView(props: BuildViewProps) {
  const { build, results, runs } = props;
  return (
    <article class="stack stack-wide">
      <BuildHead {...props} />
      <HiddenNotice what="build" hidden={build.hidden} />
      <Misfits misfits={build.compatibility} />
      <Parts build={build} results={results} />
      <PartsPrice price={build.price} />
      <Results results={results} buildId={build.build_id} maySubmit={props.maySubmit} />
      <Upgrades upgrades={props.upgrades} />
      {runs.total > 0 && <RunsToCompare {...props} />}
      {!build.hidden && <CompareAndShare {...props} />}
    </article>
  );
}

function BuildHead({ build, mayChange, mayDelete, maySubmit }: BuildViewProps) {
  const { build_id, name, owner, created_at } = build;
  return (
    <header class="row build-head">
      <div class="build-title">
        <h1>{name}</h1>
        <p class="soft">
          Build {build_id}
          {owner === null ? "" : ` of ${owner.name || "somebody who has gone"}`}, since{" "}
          <Day at={created_at} />
        </p>
      </div>
      <div class="row">
        {maySubmit && (
          <a class="button" href={`/submit?build=${build_id}`}>
            Add a result
          </a>
        )}
        {mayChange && (
          <a class="button button-quiet" href={`/b/${build_id}/change`}>
            Change
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

function CompareAndShare({ build, link }: BuildViewProps) {
  return (
    <div class="grid">
      <section class="card stack" aria-labelledby="compare-heading">
        <h2 id="compare-heading">Compare with another build</h2>
        <form class="row" action="/compare">
          <input type="hidden" name="builds" value={build.build_id} />
          <Field
            label="Address, number or name of the other build"
            name="build"
            hint="For example: 12, or the first words of its name"
            input={{ required: true, maxLength: 200 }}
          />
          <button class="button-quiet">Compare</button>
        </form>
        <KeepButton
          kind="builds"
          id={String(build.build_id)}
          name={build.name}
          text="Keep to compare later"
        />
      </section>
      <section class="card stack" aria-labelledby="share-heading">
        <h2 id="share-heading">Share</h2>
        <Field
          label="The address of this page, which anybody may open"
          name="share-link"
          value={link}
          input={{ readonly: true, class: "share-link" }}
        />
      </section>
    </div>
  );
}
