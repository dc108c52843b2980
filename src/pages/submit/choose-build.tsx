import { benchmarkTypes } from "../../benchmarks/index.ts";
import type { ShownBuild } from "../../builds/index.ts";
import { Pages } from "../layout/pages.tsx";
import { partKinds } from "../../kinds/kinds.ts";
import { headlineOf } from "../lists/headline.ts";
import { BuildForm, type BuildFormProps } from "./build-form.tsx";

interface ChooseBuildProps {
  builds: readonly ShownBuild[];
  page: number;
  limit: number;
  total: number;
  form: BuildFormProps;
}

/** First step of a submission: the user chooses one of the user's builds, or creates a new one. */
export function ChooseBuild({ builds, page, limit, total, form }: ChooseBuildProps) {
  return (
    <article class="stack stack-wide">
      <header class="stack">
        <h1>Submit a result</h1>
        <p class="lead soft">
          <strong>Step 1 of 2: your PC.</strong> A result belongs to the computer that was measured.{" "}
          {builds.length > 0 ? "Choose it, or describe it" : "Describe it"}; in step 2 you upload a file or
          type a score.
        </p>
        <p class="soft">
          Everybody can see the build, its description and its results. You can delete them at any time.
        </p>
        <div>
          <p>
            You can send captures of CapFrameX, PresentMon, MangoHud and others (.json, .csv, .hml), results
            of 3DMark (.3dmark-result, .xml), or scores of Cinebench.
          </p>
          <details>
            <summary>All programs and benchmarks</summary>
            <TakenResults />
          </details>
        </div>
      </header>
      {builds.length > 0 && (
        <section class="stack" aria-labelledby="choose-heading">
          <h2 id="choose-heading">One of your builds</h2>
          <ul class="grid">
            {builds.map((build) => (
              <BuildChoice build={build} />
            ))}
          </ul>
          <Pages page={page} limit={limit} total={total} hrefOf={(number) => `/submit?page=${number}`} />
        </section>
      )}
      <section class="stack" aria-labelledby="make-heading">
        <h2 id="make-heading">{builds.length > 0 ? "Or a new build" : "Your first build"}</h2>
        <BuildForm {...form} />
      </section>
    </article>
  );
}

/** The scores that people type in, such as "Cinebench R23 multi-core and Cinebench R20 multi-core". */
const typedIn = new Intl.ListFormat("en").format(
  benchmarkTypes
    .filter(({ kind }) => kind === "score")
    .map(({ id, name }) => headlineOf({ benchmark_id: id, name, title: null })),
);

/** Says which results people can submit, and from which programs. */
const TakenResults = () => (
  <ul>
    <li>
      Frame times of a game, from CapFrameX, PresentMon, FrameView, OCAT, MangoHud, Fraps or MSI Afterburner
    </li>
    <li>
      3DMark: the graphics tests (such as Time Spy and Fire Strike), from its .3dmark-result file or its
      export as XML
    </li>
    <li>{typedIn}: scores to type in</li>
  </ul>
);

function BuildChoice({ build }: { build: ShownBuild }) {
  return (
    <li class="card">
      <a class="part-name" href={`/submit?build=${build.build_id}`}>
        <bdi>{build.name}</bdi>
      </a>
      <p class="note">{partsText(build)}</p>
    </li>
  );
}

/**
 * Returns the models of the first two known parts of a build as one line: usually the processor and the graphics card.
 */
export function partsText({ parts }: Pick<ShownBuild, "parts">): string {
  const models = partKinds.flatMap((kind) => parts[kind]?.model ?? []);
  return models.length === 0 ? "No parts named yet" : models.slice(0, 2).join(", ");
}

/** Page for visitors who are not signed in: it says what people can submit, and how. */
export function SignInFirst({ href }: { href: string }) {
  return (
    <article class="narrow submit-intro">
      <h1>Submit a result</h1>
      <p class="lead">
        Describe your PC once, then upload a result or type in a score, and see where it stands among PCs with
        the same parts. Everybody can see your name, your build and its results.
      </p>
      <p>
        <a class="button" href={href}>
          Sign in to begin
        </a>
      </p>
      <h2>Which results you can send</h2>
      <TakenResults />
    </article>
  );
}
