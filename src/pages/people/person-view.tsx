import type { PublicAccount } from "../../accounts/index.ts";
import { benchmarkTypeOf, gameSettingsOf, isOfUnknownGame } from "../../benchmarks/index.ts";
import type { ShownBuild } from "../../builds/index.ts";
import { formatMonth } from "../../charts/format-day.ts";
import type { ListedRun } from "../runs/shown-run.ts";
import { RunsTable } from "../builds/runs-table.tsx";
import { BuildCards } from "../lists/build-cards.tsx";
import { NewerOlder } from "../lists/newer-older.tsx";
import { hrefOfPerson } from "../lists/owner-link.tsx";
import { settingsText } from "../lists/settings-note.tsx";

/** Data of the page of a person. */
export interface PersonViewProps {
  person: PublicAccount;
  /** One page of the public builds of the person, newest first. */
  builds: { results: readonly ShownBuild[]; hasMore: boolean };
  page: number;
  /** The newest public results on the person's builds; empty on all but the first page of the builds. */
  results: readonly ListedRun[];
  /** Whether the visitor is the person whom the page shows. */
  isOwn: boolean;
}

/**
 * The page of a person: the public name, the month in which the account was created, the public builds, and the newest
 * results.
 */
export function PersonView({ person, builds, page, results, isOwn }: PersonViewProps) {
  const { account_id, name, created_at } = person;
  return (
    <article class="stack stack-wide">
      <header>
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <p class="soft">
          Member since <time dateTime={created_at.toISOString().slice(0, 7)}>{formatMonth(created_at)}</time>
        </p>
        {isOwn && (
          <p class="note">
            Everybody sees this page as soon as you have a public build. <a href="/me">Your account</a>
          </p>
        )}
      </header>
      <section class="stack" aria-labelledby="builds-heading">
        <h2 id="builds-heading">Builds</h2>
        {builds.results.length === 0 &&
          (page === 1 ? (
            <p class="soft">No public build yet.</p>
          ) : (
            <p class="soft">
              The list ends before this page. <a href={hrefOfPerson(account_id)}>Go to its first page</a>
            </p>
          ))}
        <BuildCards
          builds={builds.results}
          isOnlyOne={page === 1 && !builds.hasMore && builds.results.length === 1}
        />
        <NewerOlder
          label="Pages of the builds"
          page={page}
          hasMore={builds.hasMore}
          hrefOf={(number) => `${hrefOfPerson(account_id)}?page=${number}`}
        />
      </section>
      {results.length > 0 && (
        <section class="stack" aria-labelledby="results-heading">
          <h2 id="results-heading">Recent results</h2>
          <RunsTable
            caption="The best recent run of each build in each benchmark, or game with its settings, newest first"
            runs={bestOfEach(results).toSorted(newestFirst).slice(0, RESULTS_SHOWN)}
            showsBuild
          />
          <p class="note">The page of each build lists all of its results.</p>
        </section>
      )}
    </article>
  );
}

/** The maximum number of results that the page shows. */
const RESULTS_SHOWN = 10;

/**
 * Returns the best run of each build in each benchmark, game and settings, with the number of the ranked runs among
 * which it is the best. A run whose game is unknown is listed by itself.
 */
function bestOfEach(runs: readonly ListedRun[]): (ListedRun & { best_of: number })[] {
  const keyOf = (run: ListedRun) =>
    isOfUnknownGame({ benchmark_id: run.benchmark.id, variant: run.variant })
      ? run.run_id
      : JSON.stringify([
          run.build.build_id,
          run.benchmark.id,
          run.variant,
          settingsText(gameSettingsOf(run)).toLowerCase(),
        ]);
  return [...new Set(runs.map(keyOf))].flatMap((key) => {
    const group = runs.filter((run) => keyOf(run) === key);
    const [best] = group.toSorted(bestFirst);
    return best ? [{ ...best, best_of: group.filter(({ unranked }) => unranked === null).length }] : [];
  });
}

const newestFirst = (a: ListedRun, b: ListedRun): number => b.created_at.localeCompare(a.created_at);

/** Compares runs of one benchmark by their scores. Unranked runs come last. */
function bestFirst(a: ListedRun, b: ListedRun): number {
  const sign = benchmarkTypeOf(a.benchmark.id).higher_is_better ? -1 : 1;
  return (
    Number(a.unranked !== null) - Number(b.unranked !== null) || sign * ((a.score ?? 0) - (b.score ?? 0))
  );
}

/** The number of characters of an account's id that tell people of the same name apart. */
const ID_CHARACTERS = 8;

/** Returns the beginning of an account's id, which tells people of the same name apart. */
export const shortIdOf = (accountId: string): string => accountId.slice(0, ID_CHARACTERS);
