import { isolated } from "../../charts/isolated.ts";
import { z } from "zod";
import type { Caller } from "../../authorization.ts";
import { benchmarkTypes, presentTypes, type Inspections, type Submissions } from "../../benchmarks/index.ts";
import { buildPolicy, newBuildBody, type BuildAnswer, type Builds } from "../../builds/index.ts";
import type { Config } from "../../config.ts";
import { InvalidInputError, type Fault } from "../../errors.ts";
import type { PostedFields } from "../../http/bodies/posted-fields.ts";
import { requestIdOf } from "../../http/request-id.ts";
import { isBuildId } from "../../validation/build-id.ts";
import { parseInput } from "../../validation/faults.ts";
import { queryInteger } from "../../validation/paging.ts";
import { definePage } from "../layout/define-page.tsx";
import { definePageAction } from "../layout/define-page-action.tsx";
import { typedText } from "../layout/field.tsx";
import { signInHref } from "../layout/header.tsx";
import type { Page, View } from "../layout/site.ts";
import { isCheck } from "./build-form.tsx";
import { ChooseBuild, SignInFirst } from "./choose-build.tsx";
import { faultsOfParts, partsOfForm, picksOf, picksOfBuild, type PartSearch } from "./part-pick.tsx";
import { ResultForm, type ResultFormProps } from "./result-form.tsx";
import { sentPage, type SentPageDeps } from "./sent-page.tsx";
import { asSubmission, faultsOfFields } from "./submission-fields.ts";

const BUILDS_A_PAGE = 12;
const MAX_PAGE = 500;
/** How many seconds the first request of the page after a submission waits for the files to be read. */
const WAIT_S = 10;

/** Dependencies of the submission pages. */
export interface SubmitPagesDeps extends SentPageDeps {
  builds: Builds;
  submissions: Submissions;
  inspections: Pick<Inspections, "describe">;
  partSearch: PartSearch;
  newId: () => string;
  config: Pick<Config, "MAX_FILES" | "MAX_FILE_BYTES" | "MAX_RUNS">;
}

/** Creates the pages of a submission: the user chooses or creates a build, then sends results and sees them. */
export function createSubmitPages(deps: SubmitPagesDeps): Page[] {
  return [submitPage(deps), submitAction(deps), newBuildAction(deps), sentPage(deps)];
}

const submitQuery = z.object({
  build: z.string().optional(),
  benchmark: z.string().max(9).optional(),
  page: queryInteger(z.int().min(1).max(MAX_PAGE)).default(1),
});

const submitPage = (deps: SubmitPagesDeps) =>
  definePage({
    path: "/submit",
    summary: "Choose or make a build, then attach results to it",
    action: "read what is public",
    query: submitQuery,
    problems: ["notFound", "notAllowed"],
    handler: async ({ caller, address, query: { build, benchmark = "", page } }) => {
      if (!caller) return { title: "Submit a result", body: <SignInFirst href={signInHref(address)} /> };
      if (build === undefined) return chooseView(deps, caller, { page });
      const values = { build_id: build, benchmark_id: benchmark };
      return resultView(deps, caller, { values, faults: [] });
    },
  });

interface ChooseOptions {
  page?: number;
  values?: PostedFields;
  faults?: readonly Fault[];
}

async function chooseView(
  { builds, partSearch, newId }: SubmitPagesDeps,
  caller: Caller,
  { page = 1, values, faults = [] }: ChooseOptions,
): Promise<View> {
  const own = await builds.listOf(caller.account_id, { page, limit: BUILDS_A_PAGE });
  const form = {
    action: "/submit/build",
    verb: "Next: add a result",
    name: typedText(values?.["name"]),
    description: typedText(values?.["description"]),
    ...(values ? await picksOf(values, partSearch) : picksOfBuild()),
    faults,
    formKey: newId(),
  };
  const props = {
    builds: await builds.present(own.builds),
    page,
    limit: BUILDS_A_PAGE,
    total: own.total,
    form,
  };
  return { title: "Submit a result", isForOneUse: true, body: <ChooseBuild {...props} /> };
}

/** Fields of the form of a new build. The handler checks the values by the schema of the API's body. */
const newBuildFields = z.looseObject({
  name: z.string().default(""),
  description: z.string().default(""),
  key: z.string().optional(),
});

const newBuildAction = (deps: SubmitPagesDeps) =>
  definePageAction({
    path: "/submit/build",
    summary: "Make a build, once for each form",
    action: "make a build",
    fields: newBuildFields,
    handler: async ({ caller, fields, keyOf }) => {
      if (isCheck(fields))
        return { view: await chooseView(deps, caller, { values: fields as PostedFields }) };
      const { parts, unchosen } = partsOfForm(fields as Record<string, string>, undefined);
      const { name, description } = fields;
      const parsed = parseInput(newBuildBody, { name, description, parts });
      const faults = [...(parsed.faults ?? []), ...unchosen];
      if (parsed.faults || faults.length > 0) throw new InvalidInputError(faults);
      const key = fields.key === undefined ? null : keyOf(fields.key);
      const { json } = await deps.builds.create(caller.account_id, parsed.value, key);
      const { build } = JSON.parse(json) as { build: BuildAnswer["build"] };
      // If parts of the new build do not fit each other, open the page of the build, which names these parts.
      const page = build.compatibility.length > 0 ? "/b/" : "/submit?build=";
      return { location: `${page}${build.build_id}` };
    },
    again: ({ caller, values, faults }) =>
      chooseView(deps, caller, { values, faults: faultsOfParts(faults) }),
  });

type ResultOptions = Pick<ResultFormProps, "values" | "faults"> & { refusal?: string | undefined };

/**
 * Returns the page with the result form.
 * @throws InvalidInputError for a malformed build id; NotFoundError, NotAllowedError for the build
 */
async function resultView(
  { builds, ownAccount, newId, config }: SubmitPagesDeps,
  caller: Caller,
  { values, faults, refusal }: ResultOptions,
): Promise<View> {
  const buildId = values["build_id"];
  if (typeof buildId !== "string" || !isBuildId(buildId))
    throw new InvalidInputError([
      {
        pointer: "/build",
        detail: "Expected the number of a build (a whole number from 1), found another text.",
      },
    ]);
  const build = await builds.get(Number(buildId), caller);
  buildPolicy.require(caller, "attach a result to a build", build);
  const own = await ownAccount.show(caller);
  const props: ResultFormProps = {
    build: { build_id: build._id, name: build.name },
    types: presentTypes(benchmarkTypes).results,
    values,
    faults,
    usage: own.usage,
    payingPages: own,
    hasNoFiles: own.budgets.kept_bytes.used === 0,
    formKey: newId(),
    maxFiles: config.MAX_FILES,
    maxFileBytes: config.MAX_FILE_BYTES,
    ...(refusal !== undefined && { refusal }),
  };
  return {
    title: `Submit a result for ${isolated(build.name)}`,
    isForOneUse: true,
    body: <ResultForm {...props} />,
    scripts: ["upload.js"],
  };
}

const submitAction = (deps: SubmitPagesDeps) =>
  definePageAction({
    path: "/submit",
    summary: "Attach results to a build: files or typed-in scores, stored once for each form",
    action: "attach a result to a build",
    takesFiles: true,
    limit: "submissions",
    refusals: [
      "runLimitReached",
      "failedRunLimitReached",
      "waitingLimitReached",
      "uploadLimitReached",
      "storageFull",
      "payloadTooLarge",
      "overloaded",
    ],
    problems: ["notFound", "notAllowed"],
    handler: async ({ caller, form, keyOf, context }) => {
      const given = context.query["key"];
      const key = given === undefined ? null : keyOf(given);
      const sent = {
        form: asSubmission(form, deps.inspections),
        key,
        address: context.ip,
        requestId: requestIdOf(context),
      };
      const { json } = await deps.submissions.receive(caller, sent);
      const { runs } = JSON.parse(json) as { runs: readonly { run_id: string; file: object | null }[] };
      const ids = runs.map(({ run_id }) => run_id).join(",");
      const isRead = runs.every(({ file }) => file === null);
      return { location: `/submit/sent?runs=${ids}${isRead ? "" : `&wait=${WAIT_S}`}` };
    },
    again: async ({ caller, values, faults, refusal, context }) =>
      resultView(deps, caller, {
        // Take the build from the form's address by default, because the service may refuse a form before its fields
        // arrive.
        values: { build_id: String(context.query["build"] ?? ""), ...values },
        faults: faultsOfFields(faults),
        refusal,
      }),
  });
