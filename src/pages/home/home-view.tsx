import { benchmarkTypeOf, gameSettingsOf, type RunViews } from "../../benchmarks/index.ts";
import type { Builds } from "../../builds/index.ts";
import { productKinds } from "../../kinds/kinds.ts";
import { allKindsInWords, headingOf } from "../../kinds/words.ts";
import { countText } from "../builds/words.ts";
import { FEED } from "../layout/feed-link.ts";
import { Figure, formatFigure, Moment } from "../layout/figures.tsx";
import { Scroll } from "../layout/scroll.tsx";
import type { View } from "../layout/site.ts";
import { headlineOf } from "../lists/headline.ts";
import { mainPartsOf } from "../lists/main-parts.ts";
import { OwnerLink } from "../lists/owner-link.tsx";
import { SettingsNote } from "../lists/settings-note.tsx";
import { SearchForm } from "../search/search-form.tsx";
import { TopListsView } from "./top-lists-view.tsx";
import type { TopLists } from "./top-lists.ts";

type Run = Awaited<ReturnType<RunViews["listNewest"]>>[number];
type Build = Awaited<ReturnType<Builds["present"]>>[number];

interface HomeViewProps {
  /** The latest results of different builds, newest first. */
  runs: readonly Run[];
  /** The builds to which the latest results belong, by build id. */
  builds: ReadonlyMap<number, Build>;
  /**
   * The progress of the ranking. `runs`: the approximate number of stored results. `due`: the number of results that
   * are not ranked yet; if `isMoreDue` is true, there are more. `dueBuilds`: the number of builds whose standings
   * (ranks) are not updated yet.
   */
  progress: { runs: number; due: number; isMoreDue: boolean; dueBuilds: number };
  lists: TopLists;
  isSignedIn: boolean;
}

/**
 * The minimum number of results that are not ranked yet, or of builds that are not updated yet, at which the home page
 * says so. A large import causes such numbers.
 */
const MANY_DUE = 100;

const DESCRIPTION = `Benchmark results of real PCs: scores and frame times, attached to the builds that reached them. Search ${allKindsInWords()}, and see what they measure.`;

/**
 * Returns the home page: the search, the best hardware, the most played games, the newest results, and how to take
 * part.
 */
export function homeView({ runs, builds, progress, lists, isSignedIn }: HomeViewProps): View {
  return {
    title: null,
    description: DESCRIPTION,
    hasLargeSearch: true,
    body: (
      <div class="stack stack-wide">
        <section class="stack hero">
          <h1>Benchmarks of real PCs</h1>
          <p class="lead soft">
            Look a part up, see where it stands, compare it, and find out what an upgrade would bring.
          </p>
          <SearchForm />
          <ul class="kinds">
            {productKinds.map((kind) => (
              <li>
                <a href={`/hardware/${kind.name}`}>{headingOf(kind)}</a>
              </li>
            ))}
          </ul>
          {progress.runs > 0 && (
            <p class="soft">
              About {countText(roughly(progress.runs), "result")} of{" "}
              {countText(roughly(lists.builds), "build")} so far.
            </p>
          )}
        </section>
        {Math.max(progress.due, progress.dueBuilds) >= MANY_DUE && <RankingProgress {...progress} />}
        <TopListsView lists={lists} />
        <TakePart isSignedIn={isSignedIn} />
        <section class="stack">
          <h2>Newest results</h2>
          {runs.length === 0 ? (
            <p class="soft">No result has been submitted yet.</p>
          ) : (
            <NewestResults {...{ runs, builds }} />
          )}
          <p class="note">
            {runs.length > 0 &&
              "The newest result of each build. One person has more than two only if too few others have results. "}
            <a href={FEED.href}>Feed of the newest results</a> for feed readers
          </p>
        </section>
      </div>
    ),
  };
}

/** Rounds an approximate number to two digits. */
const roughly = (count: number): number => Number(count.toPrecision(2));

function RankingProgress({ due, isMoreDue, dueBuilds }: HomeViewProps["progress"]) {
  const stillDue = `${isMoreDue ? "More than " : ""}${formatFigure(due)} results are still to be ranked.`;
  return (
    <p class="card">
      {due >= MANY_DUE
        ? `${stillDue} Until all results are ranked,`
        : `The results of at least ${formatFigure(dueBuilds)} builds are still to be ranked among the same parts. Until then`}{" "}
      rankings and medians are incomplete.
    </p>
  );
}

function NewestResults({ runs, builds }: Pick<HomeViewProps, "runs" | "builds">) {
  return (
    <Scroll label="Newest results">
      <table class="newest">
        <thead>
          <tr>
            <th scope="col">Result</th>
            <th scope="col">Benchmark</th>
            <th scope="col">Build</th>
            <th scope="col">Submitted</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <NewestResult run={run} build={builds.get(run.build_id)} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function NewestResult({ run, build }: { run: Run; build: Build | undefined }) {
  const { run_id, benchmark, title, score, unit, created_at } = run;
  return (
    <tr>
      <td class="number">
        <a href={`/r/${run_id}`}>{score !== null && <Figure value={score} unit={unit} />}</a>
      </td>
      <td>
        <bdi>{headlineOf({ benchmark_id: benchmark.id, name: benchmark.name, title })}</bdi>
        {benchmarkTypeOf(benchmark.id).is_of_games && <SettingsNote settings={gameSettingsOf(run)} />}
      </td>
      <td>
        <a href={`/b/${run.build_id}`}>
          <bdi>{run.build.name}</bdi>
        </a>{" "}
        {build?.owner && (
          <span class="note">
            by <OwnerLink owner={build.owner} />
          </span>
        )}
        <div class="note">{mainPartsOf(build)}</div>
      </td>
      <td class="date">
        <Moment at={created_at} />
      </td>
    </tr>
  );
}

function TakePart({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <section class="card stack">
      <h2>{isSignedIn ? "Your turn" : "Take part"}</h2>
      <p>
        Describe your PC, upload a capture of a game (from CapFrameX, PresentMon or MangoHud, for example) or
        a result of 3DMark, or type in a score of Cinebench, and share the result by a link.
      </p>
      <div class="row">
        <a class="button" href="/submit">
          Submit a result
        </a>
        {isSignedIn ? <a href="/me">Your builds</a> : <a href="/login">Sign in</a>}
      </div>
    </section>
  );
}
