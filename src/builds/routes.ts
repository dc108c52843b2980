import { pagingQuery } from "../http/paging.ts";
import { defineRoute } from "../http/route.ts";
import type { Route } from "../http/route.ts";
import type { Builds } from "./builds.ts";
import type { Build } from "./builds-repository.ts";
import { presentBuild, presentSummary } from "./presenter.ts";
import { buildAnswer, buildParams, createBuildAnswer, createBuildBody, listBuildsAnswer } from "./schemas.ts";

/** Making, listing and reading builds. */
export function createBuildRoutes(builds: Builds): Route[] {
  return [createBuild(builds), listBuilds(builds), getBuild(builds)];
}

async function present(builds: Builds, build: Build) {
  return presentBuild(build, await builds.contextOf([build]));
}

const createBuild = (builds: Builds) =>
  defineRoute({
    method: "POST",
    path: "/builds",
    summary: "Make a build",
    auth: "session",
    body: createBuildBody,
    responses: { 201: createBuildAnswer },
    handler: async ({ caller, body: { name, parts } }) => {
      const build = await builds.create(caller.account_id, { name, parts: parts ?? {} });
      return {
        status: 201,
        body: { build: await present(builds, build) },
        headers: { Location: `/builds/${build._id}` },
      };
    },
  });

const listBuilds = (builds: Builds) =>
  defineRoute({
    method: "GET",
    path: "/builds",
    summary: "The caller's own builds, newest first",
    auth: "session",
    query: pagingQuery,
    responses: { 200: listBuildsAnswer },
    handler: async ({ caller, query }) => {
      const page = await builds.listOf(caller.account_id, query);
      const context = await builds.contextOf(page.builds);
      const results = page.builds.map((build) => presentBuild(build, context));
      return { status: 200, body: { results, total: page.total } };
    },
  });

const getBuild = (builds: Builds) =>
  defineRoute({
    method: "GET",
    path: "/builds/:build_id",
    summary: "A build and the figures of its complete runs",
    auth: "none",
    params: buildParams,
    responses: { 200: buildAnswer },
    handler: async ({ params: { build_id } }) => {
      const build = await builds.get(build_id);
      const [presented, summaries] = await Promise.all([present(builds, build), builds.summaries(build_id)]);
      return { status: 200, body: { build: presented, results: summaries.map(presentSummary) } };
    },
  });
