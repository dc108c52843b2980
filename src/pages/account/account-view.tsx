import type { OwnAccountAnswer, OwnSessions, OwnTokens } from "../../accounts/index.ts";
import type { BuildRuns } from "../../benchmarks/index.ts";
import type { ShownBuild } from "../../builds/index.ts";
import { formatFigure, Day } from "../layout/figures.tsx";
import type { Fault } from "../../errors.ts";
import type { PostedFields } from "../../http/bodies/posted-fields.ts";
import { Pages } from "../layout/pages.tsx";
import { RunsTable } from "../builds/runs-table.tsx";
import { bytesText } from "../builds/words.ts";
import { Field } from "../layout/field.tsx";
import { partsText } from "../submit/choose-build.tsx";
import { BillingLinks } from "./billing-links.tsx";
import { DeleteForm } from "./delete-form.tsx";
import { SessionsSection } from "./sessions.tsx";
import { TokensSection, type NewToken } from "./tokens.tsx";
import { Meter } from "./usage-meter.tsx";

/** Data of the account page. */
export interface AccountViewProps extends OwnAccountAnswer {
  builds: { results: readonly ShownBuild[]; total: number };
  buildsPage: number;
  buildsLimit: number;
  runs: { results: BuildRuns["results"]; hasMore: boolean };
  runsPage: number;
  tokens: OwnTokens;
  sessions: OwnSessions;
  maxTokenDays: number;
  /** Whether the visitor has paid for a tier, now or earlier. */
  isCustomer: boolean;
  /** Faults of the posted form, and the values that were typed into the form. */
  faults: readonly Fault[];
  values: PostedFields;
  /** The token that this request has created. No later page shows the secret of the token. */
  newToken?: NewToken;
  /** The message if the whole form was refused, e.g. because a limit is reached. */
  refusal?: string;
}

/** Account page of the signed-in user: builds, runs, usage of the tier, tokens, sessions, export and deletion. */
export function AccountView(props: AccountViewProps) {
  const { account, faults, values, refusal } = props;
  return (
    <article class="stack stack-wide">
      <header>
        <h1>{account.name}</h1>
        <p class="soft">Your account, tier {account.tier}</p>
      </header>
      {refusal !== undefined && (
        <p class="faults refusal" role="alert">
          {refusal}
        </p>
      )}
      <UsageSection {...props} />
      <BuildsSection {...props} />
      <RunsSection {...props} />
      <TokensSection {...props} />
      <SessionsSection sessions={props.sessions} />
      <section class="stack" aria-labelledby="name-heading">
        <h2 id="name-heading">Name and data</h2>
        <form class="row account-form" method="post" action="/me/rename">
          <Field
            label="Public name"
            name="name"
            value={typeof values["name"] === "string" ? values["name"] : account.name}
            faults={faults}
            input={{ required: true, maxlength: 80, autocomplete: "off" }}
          />
          <button class="button-quiet">Rename</button>
        </form>
        <p>
          <a href="/me/export" download>
            Download all that is kept on you
          </a>{" "}
          <span class="soft">as a ZIP archive of JSON and your original files</span>
        </p>
      </section>
      <DeleteForm faults={faults} builds={props.builds.total} mayPay={props.isCustomer} />
    </article>
  );
}

function UsageSection({ usage, budgets, ...pages }: AccountViewProps) {
  const { used, limit, resets_at } = usage;
  const { kept_bytes: bytes, waiting_runs: waiting, failed_runs: failed } = budgets;
  return (
    <section class="stack" aria-labelledby="usage-heading">
      <h2 id="usage-heading">Usage</h2>
      <div class="grid">
        <div class="card stack">
          <p>
            <span class="figure-large">{formatFigure(used)}</span>{" "}
            <span class="unit">{limit === null ? "runs" : `of ${formatFigure(limit)} runs`}</span>
          </p>
          {limit === null ? (
            <p class="note">Your tier has no limit.</p>
          ) : (
            <Meter label="This month" used={used} limit={limit} />
          )}
          <p class="note">
            The count begins again on <Day at={resets_at} />.
          </p>
          <BillingLinks {...pages} />
        </div>
        <div class="card stack">
          <Meter
            label="Stored files"
            used={bytes.used}
            limit={bytes.limit}
            text={`${bytesText(bytes.used)} of ${bytesText(bytes.limit)}`}
          />
          <Meter label="Files that wait to be read" used={waiting.used} limit={waiting.limit} />
          <Meter label="Files that failed today" used={failed.used} limit={failed.limit} />
        </div>
      </div>
    </section>
  );
}

function BuildsSection({ builds, buildsPage, buildsLimit }: AccountViewProps) {
  return (
    <section class="stack" aria-labelledby="builds-heading">
      <h2 id="builds-heading">
        Builds <span class="unit">{formatFigure(builds.total)}</span>
      </h2>
      {builds.results.length === 0 ? (
        <p class="soft">
          You have no build yet. <a href="/submit">Make one and attach a result.</a>
        </p>
      ) : (
        <ul class="grid">
          {builds.results.map((build) => (
            <li class="card">
              <a class="part-name" href={`/b/${build.build_id}`}>
                {build.name}
              </a>
              <p class="note">{partsText(build)}</p>
              {build.hidden && <p class="note">Hidden by the operator: {build.hidden.reason}</p>}
              <p class="note">
                Since <Day at={build.created_at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pages
        page={buildsPage}
        limit={buildsLimit}
        total={builds.total}
        hrefOf={(page) => `/me?builds_page=${page}#builds-heading`}
      />
      <p>
        <a class="button button-quiet" href="/submit">
          Make a build or submit a result
        </a>
      </p>
    </section>
  );
}

function RunsSection({ runs, runsPage }: AccountViewProps) {
  return (
    <section class="stack" aria-labelledby="runs-heading">
      <h2 id="runs-heading">Runs</h2>
      {runs.results.length === 0 ? (
        <p class="soft">{runsPage === 1 ? "You have submitted nothing yet." : "There are no older runs."}</p>
      ) : (
        <RunsTable caption="What you have submitted, newest first" runs={runs.results} showsBuild />
      )}
      <nav class="row" aria-label="Pages of your runs">
        {runsPage > 1 && <a href={`/me?runs_page=${runsPage - 1}#runs-heading`}>Newer</a>}
        {runs.hasMore && <a href={`/me?runs_page=${runsPage + 1}#runs-heading`}>Older</a>}
      </nav>
    </section>
  );
}
