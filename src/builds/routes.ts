import { cachedHeaders, cacheableReply } from "../http/cacheable-reply.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { buildIdParams } from "../validation/build-id.ts";
import { pagingQuery } from "../validation/paging.ts";
import type { Builds } from "./builds.ts";
import { buildAnswer, changeBuildBody, buildOnlyAnswer, newBuildBody, buildsAnswer } from "./schemas.ts";

interface BuildRoutesDeps {
  builds: Builds;
}

/** Creates the routes for creating, listing, reading, changing and deleting builds. */
export function createBuildRoutes({ builds }: BuildRoutesDeps): Route[] {
  return [
    createBuild(builds),
    listBuilds(builds),
    getBuild(builds),
    changeBuild(builds),
    deleteBuild(builds),
  ];
}

const createBuild = (builds: Builds) =>
  defineRoute({
    method: "POST",
    path: "/builds",
    summary: "Make a build",
    action: "make a build",
    auth: "session",
    isIdempotent: true,
    body: newBuildBody,
    responses: { 201: { json: buildOnlyAnswer, headers: { Location: "sometimes" } } },
    handler: async ({ caller, body, key }) => {
      const { json, location } = await builds.create(caller.account_id, body, key);
      return { status: 201, json, ...(location !== null && { headers: { Location: location } }) };
    },
  });

const listBuilds = (builds: Builds) =>
  defineRoute({
    method: "GET",
    path: "/builds",
    summary: "The caller's own builds, newest first",
    action: "list one's builds",
    auth: "session",
    query: pagingQuery,
    responses: { 200: { json: buildsAnswer } },
    handler: async ({ caller, query }) => {
      const page = await builds.listOf(caller.account_id, query);
      return { status: 200, body: { results: await builds.present(page.builds), total: page.total } };
    },
  });

const getBuild = (builds: Builds) =>
  defineRoute({
    method: "GET",
    path: "/builds/:build_id",
    summary: "A build and the figures of its complete runs",
    action: "read what is public",
    auth: "optional",
    params: buildIdParams,
    responses: { 200: { json: buildAnswer, headers: cachedHeaders } },
    handler: async ({ params: { build_id }, caller }) =>
      cacheableReply(await builds.show(build_id, caller), { isPrivate: caller !== null }),
  });

const changeBuild = (builds: Builds) =>
  defineRoute({
    method: "PATCH",
    path: "/builds/:build_id",
    summary: "Change the name or the parts of a build of one's own",
    action: "change a build",
    auth: "session",
    params: buildIdParams,
    body: changeBuildBody,
    example: { body: { name: "Quiet tower", parts: { gpu: 2, ram: null } } },
    problems: ["notAllowed"],
    responses: { 200: { json: buildOnlyAnswer } },
    handler: async ({ caller, params: { build_id }, body }) => {
      const changed = await builds.change(build_id, caller, body);
      return { status: 200, body: { build: await builds.presentChecked(changed) } };
    },
  });

const deleteBuild = (builds: Builds) =>
  defineRoute({
    method: "DELETE",
    path: "/builds/:build_id",
    summary: "Delete a build of one's own, with its runs and files",
    action: "delete a build",
    auth: "session",
    params: buildIdParams,
    problems: ["notAllowed"],
    responses: { 204: {} },
    handler: async ({ caller, params: { build_id }, context }) => {
      await builds.delete(build_id, caller, context.ip);
      return { status: 204 };
    },
  });
