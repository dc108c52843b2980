import type { OwnAccountAnswer } from "../../accounts/index.ts";
import type { ShownBuild } from "../../builds/index.ts";
import { bytesText, countText } from "../builds/words.ts";
import { Day, formatFigure } from "../layout/figures.tsx";
import { Pages } from "../layout/pages.tsx";
import { BuildCards } from "../lists/build-cards.tsx";
import { BillingLinks, hasPayingPages } from "./billing-links.tsx";
import { Meter } from "./usage-meter.tsx";

/** The data of the first page of the visitor's own account. */
interface OverviewProps {
  own: OwnAccountAnswer;
  /** The tier of a new account. */
  firstTier: string;
  builds: { results: readonly ShownBuild[]; total: number };
  page: number;
  limit: number;
}

/**
 * The first page of the visitor's own account: the visitor's builds, and how much of its limits the account has used.
 */
export function Overview({ own, firstTier, builds, page, limit }: OverviewProps) {
  return (
    <div class="columns">
      <section class="stack" aria-labelledby="builds-heading">
        <h2 id="builds-heading">
          Builds <span class="unit">{formatFigure(builds.total)}</span>
        </h2>
        {builds.total === 0 ? (
          <p class="soft">Add your PC: choose its parts, then upload a file or type a score.</p>
        ) : (
          <BuildCards builds={builds.results} isOnlyOne={builds.total === 1} />
        )}
        <Pages page={page} limit={limit} total={builds.total} hrefOf={(number) => `/me?page=${number}`} />
        <p>
          <a class="button" href="/submit">
            {builds.total === 0 ? "Add your PC" : "Submit a result"}
          </a>
        </p>
      </section>
      <UsageSection own={own} firstTier={firstTier} />
    </div>
  );
}

/** The minimum used share of a limit, from 0 to 1, at which the page shows the details of the limit unfolded. */
const NEAR = 0.5;

const isNear = ({ used, limit }: { used: number; limit: number }): boolean => used >= NEAR * limit;

function UsageSection({ own, firstTier }: Pick<OverviewProps, "own" | "firstTier">) {
  const { account, usage, budgets, ...pages } = own;
  const { used, limit, resets_at } = usage;
  const isPlanTold = account.tier !== firstTier || hasPayingPages(pages);
  const { kept_bytes: bytes, waiting_runs: waiting, failed_runs: failed } = budgets;
  return (
    <section class="stack" aria-labelledby="usage-heading">
      <h2 id="usage-heading">Usage</h2>
      <div class="card stack">
        {limit === null ? (
          <>
            <p>{countText(used, "result")} in this month</p>
            <p class="note">Your account has no limit.</p>
          </>
        ) : (
          <Meter label="Results this month" used={used} limit={limit} />
        )}
        <p class="note">
          {isPlanTold && (
            <>
              Your plan is “<bdi>{account.tier}</bdi>”.{" "}
            </>
          )}
          {limit !== null && `You can submit ${countText(limit, "result")} a month. `}The count begins again
          on <Day at={resets_at} />.
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
      </div>
      <div class="card stack">
        <details open={[waiting, failed].some(isNear)}>
          <summary>Other limits</summary>
          <div class="stack">
            <Meter label="Files that wait to be read" used={waiting.used} limit={waiting.limit} />
            <Meter label="Files that failed today" used={failed.used} limit={failed.limit} />
          </div>
        </details>
      </div>
    </section>
  );
}
