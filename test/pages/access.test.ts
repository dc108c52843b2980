import test from "ava";
import { accessTo } from "../../src/access.ts";
import { rateLimitOf } from "../../src/http/limits/rate-limits.ts";
import type { Client } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";
import { visitsOf, type Visited } from "./page-visits.ts";

// The service has no workers, so that only the requests of the tests in this file change stored documents.
const service = await startTestService(test, { hasWorkers: false });

/** The ids of one person's resources, with which a test fills the fields of a form. */
interface Owned {
  buildId: number;
  runId: string;
  sessionId: string;
  tokenId: string;
}

type Fields = Readonly<Record<string, string>>;

/**
 * How to fill and post an HTML form as the owner of the resources that the form names, and the status of the response.
 */
interface PageForm {
  path?: (owned: Owned) => string;
  fields?: (owned: Owned) => Fields;
  hasFiles?: true;
  status?: number;
  /** True for a form that sets a cookie, and stores nothing. */
  storesNothing?: true;
}

const build = ({ buildId }: Owned) => `/b/${buildId}`;
/** The HTML form of every page, by the path to which the form is posted. */
const pageForms: Readonly<Record<string, PageForm>> = {
  "/login": { fields: () => ({ name: "new here" }) },
  "/me/rename": { fields: () => ({ name: "another name" }) },
  "/me/new-token": { fields: () => ({ token_name: "x", scopes: "read" }), status: 200 },
  "/me/revoke-token": { fields: ({ tokenId }) => ({ token_id: tokenId }) },
  "/me/end-session": { fields: ({ sessionId }) => ({ session_id: sessionId }) },
  "/me/sign-out": {},
  "/me/delete": { fields: () => ({ confirmation: "delete" }), status: 200 },
  "/b/:build_id/change": { path: (owned) => `${build(owned)}/change`, fields: () => ({ name: "changed" }) },
  "/b/:build_id/delete": { path: (owned) => `${build(owned)}/delete` },
  "/submit/build": { fields: () => ({ name: "new" }) },
  "/submit": {
    fields: ({ buildId }) => ({ build_id: String(buildId), benchmark_id: "15", scores: "900" }),
    hasFiles: true,
  },
  "/r/:run_id/change": { path: ({ runId }) => `/r/${runId}/change`, fields: () => ({ label: "changed" }) },
  "/compare/tray": { fields: ({ runId }) => ({ runs: runId }), storesNothing: true },
  "/r/:run_id/delete": { path: ({ runId }) => `/r/${runId}/delete` },
};

const BUILD = "tower-of-mine";
let people = 0;
const newPerson = () => service.signIn(`person ${(people += 1)}`);

async function ownedBy(owner: Client): Promise<Owned> {
  const buildId = await owner.makeBuild(BUILD);
  const { body } = await owner.add({ build_id: buildId, benchmarks: { id: 15, runs: [900] } });
  const sessions = await owner.get("/me/sessions");
  const token = await owner.post("/me/tokens", { name: "x", scopes: ["read"] });
  return {
    buildId,
    runId: body.runs[0].run_id as string,
    sessionId: sessions.body.results[0].session_id as string,
    tokenId: token.body.access_token.token_id as string,
  };
}

/**
 * Returns the stored documents that forms may change, without times of last use and the mark of a finished
 * submission.
 */
async function stored(): Promise<unknown> {
  const names = ["accounts", "builds", "submissions", "runs", "sessions", "access_tokens"];
  const options = { sort: { _id: 1 }, projection: { last_used_at: 0, runs_created: 0 } } as const;
  return Promise.all(names.map((name) => service.stores.db.collection(name).find({}, options).toArray()));
}

// Leave out the form of the theme: everybody may post it, and it sets only a cookie and changes no document.
const forms = service.pages.filter(({ method, path }) => method === "POST" && path !== "/theme");

test("every HTML form of the pages has an entry in the access table of the tests of pages", (t) => {
  t.deepEqual(Object.keys(pageForms).toSorted(), forms.map(({ path }) => path).toSorted());
});

for (const { path, action } of forms)
  test.serial(
    `the service accepts the form posted to ${path} only from people in the access table and from pages of its own site`,
    async (t) => {
      const {
        path: pathOf = () => path,
        fields = () => ({}),
        hasFiles,
        status = 303,
        storesNothing = false,
      } = pageForms[path] ?? {};
      const owner = await newPerson();
      const owned = await ownedBy(owner);
      const other = await newPerson();
      const program = await service.withToken(owner, "read", "submit");
      const asForm = { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" };
      const post = (
        client: Pick<Client, "cookie"> | null,
        headers: Record<string, string> = {},
      ): Promise<Visited> => {
        const visits = visitsOf(service, client);
        return hasFiles
          ? visits.postFiles(pathOf(owned), fields(owned), [], headers)
          : visits.post(pathOf(owned), fields(owned), headers);
      };
      const { who, isHidden = false } = accessTo(action);
      const before = await stored();
      const foreign = await post(owner, { Origin: "http://stranger.example" });
      t.is(foreign.status, 403, foreign.html);
      t.is((await post(owner, { Origin: "null" })).status, 403);
      if (!who.some((each) => each === "anybody")) {
        t.is((await post(null)).status, 401);
        // No token opens a page, whatever its scopes, because tokens may read only a part of the data on a page.
        const byToken = await program.post(pathOf(owned), String(new URLSearchParams(fields(owned))), asForm);
        t.is(byToken.status, 401, byToken.text);
      }
      if (who.some((each) => each === "owner")) t.is((await post(other)).status, isHidden ? 404 : 403);
      t.deepEqual(await stored(), before, "a refused form changed a document");
      const taken = await post(owner);
      t.is(taken.status, status, taken.html);
      if (storesNothing) t.deepEqual(await stored(), before);
      else t.notDeepEqual(await stored(), before);
    },
  );

test("a form counts against the same rate limit as the API call with the same effect", (t) => {
  for (const form of forms) {
    const calls = service.routes.filter(({ action, method }) => action === form.action && method !== "GET");
    t.true(calls.length > 0, form.action);
    for (const call of calls) t.is(rateLimitOf(form), rateLimitOf(call), `${form.path} and ${call.path}`);
  }
});

test("a private page shows nothing to a request without a session: neither to a token, which may read only a part, nor to a stranger", async (t) => {
  const owner = await newPerson();
  const { buildId } = await ownedBy(owner);
  const { name } = (await owner.get("/me")).body.account as { name: string };
  for (const client of [service.anonymous, await service.withToken(owner, "read", "submit")])
    for (const path of [
      "/me",
      "/me/runs",
      "/me/tokens",
      "/me/settings",
      "/submit",
      `/submit?build=${buildId}`,
      `/b/${buildId}/change`,
      `/b/${buildId}/delete`,
    ]) {
      const { status, text } = await client.get(path, { Accept: "text/html" });
      t.is(status, path.startsWith("/submit") ? 200 : 401, path);
      t.false(text.includes(name) || text.includes(BUILD), path);
    }
});

test("only the owner of a build is shown the pages that change the build", async (t) => {
  const { buildId } = await ownedBy(await newPerson());
  const other = visitsOf(service, await newPerson());
  for (const path of [`/b/${buildId}/change`, `/b/${buildId}/delete`, `/submit?build=${buildId}`])
    t.is((await other.open(path)).status, 403, path);
  const { html } = await other.open(`/b/${buildId}`);
  for (const way of ["change", "delete"]) t.false(html.includes(`/b/${buildId}/${way}`));
});
