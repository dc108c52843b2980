import { isolated } from "../../charts/isolated.ts";
import { z } from "zod";
import { benchmarkTypes, type RunViews } from "../../benchmarks/index.ts";
import {
  buildPolicy,
  changeBuildBody,
  type BuildAnswer,
  type Builds,
  type ShownBuild,
} from "../../builds/index.ts";
import { InvalidInputError, type Fault } from "../../errors.ts";
import type { PostedFields } from "../../http/bodies/posted-fields.ts";
import { buildIdParams } from "../../validation/build-id.ts";
import { parseInput } from "../../validation/faults.ts";
import { queryInteger } from "../../validation/paging.ts";
import { definePage } from "../layout/define-page.tsx";
import { definePageAction } from "../layout/define-page-action.tsx";
import type { Shared } from "../layout/share.tsx";
import type { Page, View } from "../layout/site.ts";
import { typedText } from "../layout/field.tsx";
import { BuildForm, isCheck, type BuildFormProps } from "../submit/build-form.tsx";
import { faultsOfParts, partsOfForm, picksOf, picksOfBuild, type PartSearch } from "../submit/part-pick.tsx";
import { BuildView, type BuildViewProps } from "./build-view.tsx";
import { DeleteBuild } from "./delete-build.tsx";
import { formatFigure } from "../layout/figures.tsx";
import { headlineOf } from "../lists/headline.ts";
import { findUpgrades, type FindUpgradesDeps } from "./find-upgrades.ts";

const RUNS_A_PAGE = 20;
const MAX_PAGE = 500;

/** Dependencies of the build pages. */
export interface BuildPagesDeps extends FindUpgradesDeps {
  builds: Builds;
  runViews: RunViews;
  partSearch: PartSearch;
  publicUrl: string;
}

/** Creates the pages of builds: a public page, and for the owner the pages that change and delete the build. */
export function createBuildPages(deps: BuildPagesDeps): Page[] {
  return [buildPage(deps), changePage(deps), changeAction(deps), deletePage(deps), deleteAction(deps)];
}

const buildPage = (deps: BuildPagesDeps) =>
  definePage({
    path: "/b/:build_id",
    summary: "A build: its parts and where they stand, its results, its upgrades, comparing and sharing it",
    action: "read what is public",
    params: buildIdParams,
    query: z.object({
      page: queryInteger(z.int().min(1).max(MAX_PAGE)).optional(),
      benchmark_id: queryInteger(z.int()).optional().catch(undefined),
    }),
    handler: async ({ params: { build_id }, query: { page: asked, benchmark_id }, caller }) => {
      const { builds, runViews, rankings, publicUrl } = deps;
      const stored = await builds.get(build_id, caller);
      const ofBenchmark = benchmarkTypes.find(({ id }) => id === benchmark_id);
      const page = asked ?? 1;
      const listed = { page, limit: RUNS_A_PAGE, benchmark_id: ofBenchmark?.id };
      const reading = builds.withHardware(stored);
      const [answer, upgrades, runs] = await Promise.all([
        reading,
        stored.hidden ? [] : findUpgrades(deps, { buildId: build_id, parts: stored.parts, reading }),
        runViews.listOfBuild(stored, listed, caller),
      ]);
      const results = await rankings.withTitles(answer.results);
      const view = {
        ...answer,
        results,
        upgrades,
        runs,
        ofBenchmark,
        page,
        isAsked: asked !== undefined,
        limit: RUNS_A_PAGE,
        mayChange: buildPolicy.allows(caller, "change a build", stored),
        mayDelete: buildPolicy.allows(caller, "delete a build", stored),
        maySubmit: buildPolicy.allows(caller, "attach a result to a build", stored),
        shared: sharedOf(answer, publicUrl),
      };
      return {
        title: answer.build.name,
        description: describe(view),
        body: <BuildView {...view} />,
        showsTray: true,
        reportPath: `/b/${build_id}`,
        scripts: ["copy.js"],
        // Link previews in chats show no picture of a hidden build.
        ...(stored.hidden ? { isUnlisted: true } : { preview: previewOf(answer) }),
      };
    },
  });

/** Returns the picture of a build for previews in chats. */
function previewOf({ build: { build_id, name }, hardware }: Pick<BuildViewProps, "build" | "hardware">) {
  const alt = [name, ...hardware].join(" · ");
  return { href: pathOfPicture(build_id), alt, width: 1200, height: 630 };
}

const pathOfPicture = (buildId: number): string => `/builds/${buildId}/preview.png`;

/** Returns the link to the page of a build, and the picture, with which a visitor can share the build. */
function sharedOf(
  { build: { build_id }, hardware }: Pick<BuildViewProps, "build" | "hardware">,
  publicUrl: string,
): Shared {
  return {
    link: `${publicUrl}/b/${build_id}`,
    picture: `${publicUrl}${pathOfPicture(build_id)}`,
    alt: ["Results of a PC", ...hardware].join(" · "),
  };
}

/** Describes a build in a sentence, for search engines and previews in chats. */
function describe({ hardware, results }: Pick<BuildViewProps, "hardware" | "results">): string {
  const scores = results
    .flatMap((result) =>
      result.best === null
        ? []
        : [`${headlineOf(result)} ${formatFigure(result.best, result.unit)} ${result.unit}`],
    )
    .slice(0, 3);
  return [hardware.join(" · "), scores.join(", ")].filter((text) => text !== "").join(". ") || "A build.";
}

/**
 * Returns the public representation of a build that the caller may change or delete.
 * @throws NotFoundError, NotAllowedError
 */
async function findForOwner(
  builds: Builds,
  buildId: number,
  ...[caller, action]: Parameters<typeof buildPolicy.require> extends [infer C, infer A, unknown]
    ? [C, A]
    : never
): Promise<BuildAnswer["build"]> {
  const stored = await builds.get(buildId, caller);
  buildPolicy.require(caller, action, stored);
  return builds.presentChecked(stored);
}

const changePage = ({ builds }: BuildPagesDeps) =>
  definePage({
    path: "/b/:build_id/change",
    summary: "The name, the description and the parts of a build of one's own, to be changed",
    action: "change a build",
    params: buildIdParams,
    problems: ["notAllowed"],
    handler: async ({ params: { build_id }, caller }) => {
      const build = await findForOwner(builds, build_id, caller, "change a build");
      const { name, description } = build;
      return changeView(build, { name, description: description ?? "", ...picksOfBuild(build), faults: [] });
    },
  });

/** Fields of the form of a build. The handler checks the values by the schema of the API's body. */
const buildFields = z.looseObject({ name: z.string().default(""), description: z.string().optional() });

const changeAction = ({ builds, partSearch }: BuildPagesDeps) =>
  definePageAction({
    path: "/b/:build_id/change",
    summary: "Change the name, the description and the parts of a build of one's own",
    action: "change a build",
    params: buildIdParams,
    fields: buildFields,
    problems: ["notAllowed"],
    handler: async ({ params: { build_id }, caller, fields }) => {
      const build = await findForOwner(builds, build_id, caller, "change a build");
      if (isCheck(fields)) return { view: await changedView(partSearch, build, fields as PostedFields) };
      const { parts, unchosen } = partsOfForm(fields as Record<string, string>, null, build.parts);
      const { name, description } = fields;
      const parsed = parseInput(changeBuildBody, {
        name,
        ...(description !== undefined && { description }),
        parts,
      });
      const faults = [...faultsOfParts(parsed.faults ?? []), ...unchosen];
      if (parsed.faults || faults.length > 0) throw new InvalidInputError(faults);
      await builds.change(build_id, caller, parsed.value);
      return { location: `/b/${build_id}` };
    },
    again: async ({ params: { build_id }, caller, values, faults }) => {
      const build = await findForOwner(builds, build_id, caller, "change a build");
      return changedView(partSearch, build, values, faultsOfParts(faults));
    },
  });

/** Returns the form that changes a build, with the values that were posted. */
async function changedView(
  partSearch: PartSearch,
  build: BuildAnswer["build"],
  values: PostedFields,
  faults: readonly Fault[] = [],
): Promise<View> {
  const picked = await picksOf(values, partSearch, build.parts);
  const typed = { name: typedText(values["name"]), description: typedText(values["description"]) };
  return changeView(build, { ...typed, ...picked, faults });
}

function changeView({ build_id, name }: ShownBuild, form: Omit<BuildFormProps, "action" | "verb">): View {
  return {
    title: `Edit ${isolated(name)}`,
    body: (
      <article class="stack">
        <h1>
          Edit <bdi>{name}</bdi>
        </h1>
        <BuildForm {...form} action={`/b/${build_id}/change`} verb="Save" />
        <p>
          <a href={`/b/${build_id}`}>Back to the build</a>
        </p>
      </article>
    ),
  };
}

const deletePage = ({ builds }: BuildPagesDeps) =>
  definePage({
    path: "/b/:build_id/delete",
    summary: "What deleting a build takes away, and its confirmation",
    action: "delete a build",
    params: buildIdParams,
    problems: ["notAllowed"],
    handler: async ({ params: { build_id }, caller }) => {
      const build = await findForOwner(builds, build_id, caller, "delete a build");
      return deleteView(build);
    },
  });

const deleteAction = ({ builds }: BuildPagesDeps) =>
  definePageAction({
    path: "/b/:build_id/delete",
    summary: "Delete a build of one's own, with its runs and files",
    action: "delete a build",
    params: buildIdParams,
    fields: z.object({}),
    problems: ["notAllowed"],
    handler: async ({ params: { build_id }, caller, context }) => {
      await builds.delete(build_id, caller, context.ip);
      return { location: "/me" };
    },
    again: async ({ params: { build_id }, caller }) =>
      deleteView(await findForOwner(builds, build_id, caller, "delete a build")),
  });

const deleteView = (build: ShownBuild): View => ({
  title: `Delete ${isolated(build.name)}`,
  body: <DeleteBuild build={build} />,
});
