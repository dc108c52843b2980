import { createHash } from "node:crypto";
import { buildIdParams } from "../validation/build-id.ts";
import type { Idempotency, KeptAnswer } from "../idempotency/idempotency.ts";
import { pagingQuery } from "../validation/paging.ts";
import { defineRoute, type Route } from "../http/route.ts";
import type { Clock } from "../infra/clock.ts";
import type { Build } from "./records/builds-repository.ts";
import type { Builds } from "./builds.ts";
import { presentBuild, presentSummary } from "./presenter.ts";
import {
  buildAnswer,
  changeBuildBody,
  createBuildAnswer,
  createBuildBody,
  listBuildsAnswer,
} from "./schemas.ts";

interface BuildRoutesParts {
  builds: Builds;
  idempotency: Idempotency;
  clock: Clock;
}

/** Making, listing, reading, changing and deleting builds. */
export function createBuildRoutes(parts: BuildRoutesParts): Route[] {
  const { builds } = parts;
  return [createBuild(parts), listBuilds(builds), getBuild(builds), changeBuild(builds), deleteBuild(builds)];
}

async function present(builds: Builds, build: Build) {
  return presentBuild(build, await builds.contextOf([build]));
}

const createBuild = ({ builds, idempotency, clock }: BuildRoutesParts) =>
  defineRoute({
    method: "POST",
    path: "/builds",
    summary: "Make a build",
    auth: "session",
    body: createBuildBody,
    responses: { 201: createBuildAnswer },
    handler: async ({ caller, body: { name, parts = {} }, context }) => {
      const answerOf = async (build: Build) =>
        build.answer ?? JSON.stringify({ build: await present(builds, build) });
      const { json, location } = await idempotency.once({
        key: idempotency.keyOf(context, caller.account_id),
        fingerprint: createHash("sha256")
          .update(JSON.stringify([name, parts]))
          .digest("hex"),
        newResourceId: async () => String(await builds.nextId()),
        findAnswer: async (id) => {
          const build = await builds.findAlsoDeleted(Number(id));
          return build && keptAnswerOf(build, await answerOf(build));
        },
        act: async (id) => {
          const fields = { name, parts, owner_id: caller.account_id, created_at: clock() };
          const answer = await answerOf({ _id: Number(id), ...fields });
          const build = { _id: Number(id), ...fields, answer };
          const isNew = await builds.create(build);
          const stored = isNew ? build : await builds.findAlsoDeleted(build._id);
          if (stored?.owner_id !== caller.account_id)
            throw new Error(`the id of build ${build._id} was taken meanwhile`);
          return keptAnswerOf(stored, await answerOf(stored));
        },
      });
      return { status: 201, json, ...(location !== null && { headers: { Location: location } }) };
    },
  });

function keptAnswerOf({ _id }: Build, json: string): KeptAnswer {
  return { json, location: `/builds/${_id}` };
}

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
    params: buildIdParams,
    responses: { 200: buildAnswer },
    handler: async ({ params: { build_id } }) => {
      const build = await builds.get(build_id);
      const [presented, summaries] = await Promise.all([present(builds, build), builds.summaries(build_id)]);
      return { status: 200, body: { build: presented, results: summaries.map(presentSummary) } };
    },
  });

const changeBuild = (builds: Builds) =>
  defineRoute({
    method: "PATCH",
    path: "/builds/:build_id",
    summary: "Change the name or the parts of a build of one's own",
    auth: "session",
    params: buildIdParams,
    body: changeBuildBody,
    responses: { 200: createBuildAnswer },
    handler: async ({ caller, params: { build_id }, body }) => {
      const { name, parts } = body;
      const fields = { ...(name !== undefined && { name }), ...(parts !== undefined && { parts }) };
      const build = await builds.change(build_id, caller.account_id, fields);
      return { status: 200, body: { build: await present(builds, build) } };
    },
  });

const deleteBuild = (builds: Builds) =>
  defineRoute({
    method: "DELETE",
    path: "/builds/:build_id",
    summary: "Delete a build of one's own, with its runs and files",
    auth: "session",
    params: buildIdParams,
    responses: { 204: null },
    handler: async ({ caller, params: { build_id } }) => {
      await builds.remove(build_id, caller.account_id);
      return { status: 204 };
    },
  });
