import { z } from "zod";
import type { Action } from "../../access.ts";
import type { Caller } from "../../authorization.ts";
import { InvalidInputError, RefusedError, type Fault } from "../../errors.ts";
import { groupFields, type PostedFields } from "../../http/bodies/posted-fields.ts";
import type { Hold } from "../../http/limits/waits.ts";
import type { RateLimitName } from "../../http/limits/rate-limits.ts";
import { digestOfKey } from "../../http/idempotency-key.ts";
import { pageBefore } from "../../http/page-before.ts";
import { errorToProblem } from "../../http/problems/error-to-problem.ts";
import { problemTypes, type Problem, type ProblemName } from "../../http/problems/problem-types.ts";
import { defineRoute, type Parsed, type Reply, type RouteContext, type Schema } from "../../http/route.ts";
import { parseInput } from "../../validation/faults.ts";
import type { UploadedForm } from "../../http/bodies/multipart.ts";
import { authOf, type PageAuth, type PageCaller } from "./define-page.tsx";
import { faultForPeople, forPeople } from "./for-people.ts";
import { showOnce, visitOf } from "./show-view.tsx";
import type { Page, Site, View } from "./site.ts";

/**
 * Declares the route to which the form of a page posts. The handler performs an action and redirects the browser to a
 * page (303), so that a reload repeats nothing. If the input has faults, `again` shows the form again (422), with the
 * typed values and the faults, which `<Field>` shows beside their fields. Any other problem is shown as a page.
 *
 * A form without files is posted as `application/x-www-form-urlencoded`, the default of `<form method="post">`. A form
 * with files has `enctype="multipart/form-data"`: its action sets `takesFiles` instead of `fields`, and the handler
 * reads `form`.
 *
 * Forms need no CSRF token: cookies are SameSite=Lax, and the service refuses the Origin of another site
 * (`src/http/cross-site.ts`).
 */
export function definePageAction<
  X extends Action,
  P extends Schema = undefined,
  F extends Schema = undefined,
>(definition: ActionDefinition<X, P, F>): Page {
  const { path, summary, action, params, fields, takesFiles = false, limit } = definition;
  const { problems = [], refusals = [] } = definition;
  const page = { other: { "text/html": z.string() } };
  return (site) =>
    defineRoute<Action, PageAuth, Schema>({
      method: "POST",
      path,
      summary,
      action,
      auth: authOf(action),
      takesTokens: false,
      ...(params && { params }),
      takesFields: fields !== undefined || takesFiles,
      takesFromBrowsers: "own pages",
      ...(limit && { limit }),
      problems: ["invalidInput", ...problems, ...refusals],
      responses: {
        200: { ...page, headers: { "Set-Cookie": "sometimes" } },
        303: { headers: { Location: "always", "Set-Cookie": "sometimes" } },
        422: page,
        ...Object.fromEntries(refusals.map((name) => [problemTypes[name].status, page])),
      },
      handler: createHandler(definition, site),
    });
}

/**
 * Creates the handler of a posted form. The casts in the handler are safe, because the route checks the caller and
 * parses the parameters.
 */
function createHandler<X extends Action, P extends Schema, F extends Schema>(
  { fields, refusals = [], ...definition }: ActionDefinition<X, P, F>,
  site: Site,
) {
  return async (given: PostedInput): Promise<Reply> => {
    const { context, caller, params, hold, postedFields } = given;
    // Let the links of the answer lead back to the page with the form, because browsers cannot open an address that
    // only accepts posted forms.
    const address = site.pagePaths.has(definition.path) ? context.url : (pageBefore(context) ?? "/");
    const visit = { context, caller, address };
    const noted = noteFields(given.form);
    const keyOf = (text: string) => digestOfKey(context, caller, text);
    const base = { context, caller, params, hold, address: context.url, keyOf };
    const posted = fields ? await postedFields() : null;
    const again = async (faults: readonly Fault[], refusal?: Problem): Promise<Reply> => {
      const values = posted ?? noted.values();
      const message = refusal && forPeople(refusal.message);
      const asked = { ...base, values, faults: faults.map(faultForPeople), refusal: message };
      const view = await definition.again(asked as AgainInput<X, P>);
      if (refusal) context.set(refusal.headers);
      const { status } = refusal?.type ?? problemTypes.invalidInput;
      return { status, ...showOnce(view, site, visitOf(visit)) };
    };
    const input = fields && parseInput(fields, posted);
    if (input?.faults) return again(input.faults);
    try {
      const asked = { ...base, form: noted.form, fields: input?.value };
      const done = await definition.handler(asked as unknown as ActionInput<X, P, F>);
      return "location" in done ? sendOn(done) : showDone(done, site, visit);
    } catch (error) {
      if (error instanceof InvalidInputError) return again(error.faults);
      const problem = error instanceof RefusedError ? errorToProblem(error) : undefined;
      if (problem && refusals.some((name) => problemTypes[name] === problem.type)) return again([], problem);
      throw error;
    }
  };
}

/** The input that the route of a form passes to the handler of the form. */
interface PostedInput {
  context: RouteContext;
  caller: Caller | null;
  params: unknown;
  hold: Hold;
  form: UploadedForm;
  postedFields: () => Promise<PostedFields>;
}

interface ActionDefinition<X extends Action, P extends Schema, F extends Schema> {
  /**
   * The path to which the form posts, with parameters as `:name`. Usually this is the path of the page with the form,
   * because the browser shows this path in the address bar when the form is shown again with its faults.
   */
  path: string;
  /** A short description of the action that the form performs. */
  summary: string;
  /** Action from the table in `access.ts`, which says who may perform the action. */
  action: X;
  params?: P;
  /** Schema of the form fields. A field arrives as a text, or as a list of texts if its name occurs several times. */
  fields?: F;
  /** True for a form with files, which the handler receives as `form`. */
  takesFiles?: boolean;
  /** Rate limit that counts the request. Default: the limit of changes; below /login the limit of log-ins. */
  limit?: RateLimitName;
  /** Problems that the handler may answer with, in addition to the problems of every form. */
  problems?: readonly ProblemName[];
  /**
   * The problems after which the service shows the form again, with the typed values and the message, instead of the
   * page of the problem.
   */
  refusals?: readonly ProblemName[];
  /** Performs the action of the form. @throws InvalidInputError to show the form again */
  handler: (input: ActionInput<X, P, F>) => Promise<SentOn | ShownDone>;
  /** Returns the page with the form, the typed values and their faults. */
  again: (input: AgainInput<X, P>) => Promise<View>;
}

/** The redirect after an action: to a path of this service, or to the URL of a sign-in provider. */
interface SentOn {
  location: string;
  /** The values of the header Set-Cookie. */
  cookies?: readonly string[];
}

/** Page that an action shows instead of a redirect, for content that no later page can show, such as a new token. */
interface ShownDone {
  view: View;
  /** The values of the header Set-Cookie. */
  cookies?: readonly string[];
  /** Whether the action has signed the visitor out, so that the page shows nobody as signed in. */
  isSignedOut?: boolean;
}

interface BaseInput<X extends Action, P extends Schema> {
  params: Parsed<P>;
  /** The account of the signed-in person who has posted the form; null if nobody is signed in. */
  caller: PageCaller<X>;
  /** Path and query string to which the form was posted. */
  address: string;
  /**
   * Runs work for which the visitor waits. The number of requests of one client address that wait in this way is
   * limited.
   */
  hold: Hold;
  /** Derives an idempotency key from the key text that the page has written into the form. @throws InvalidInputError */
  keyOf: (text: unknown) => string;
  /** The context of the request, for data that the parsed input does not contain, such as the session cookie. */
  context: RouteContext;
}

/** The input of the handler that performs the action of a posted form. */
interface ActionInput<X extends Action, P extends Schema, F extends Schema> extends BaseInput<X, P> {
  fields: Parsed<F>;
  /** The posted form with files, for an action that has set `takesFiles`. */
  form: UploadedForm;
}

/** The input of `again`, the function that shows a refused form again. */
interface AgainInput<X extends Action, P extends Schema> extends BaseInput<X, P> {
  /** The typed values. Of a form with files, only the fields that arrived before the refusal are known. */
  values: PostedFields;
  /** Faults of the input; the pointer of a field is `/<name>`. */
  faults: readonly Fault[];
  /** The message of the problem for which the service refused the form, if the problem is one of `refusals`. */
  refusal?: string | undefined;
}

/**
 * Wraps a posted form with files. The wrapper remembers the fields that have arrived, so that the service can show
 * their values again if it refuses the form.
 */
function noteFields(form: UploadedForm) {
  let fields: readonly (readonly [string, string])[] = [];
  const noted: UploadedForm = {
    bytes: form.bytes,
    receive: async (rules) => {
      const beforeFile: typeof rules.beforeFile = async (soFar) => {
        fields = [...soFar.fields];
        await rules.beforeFile(soFar);
      };
      const received = await form.receive({ ...rules, beforeFile });
      ({ fields } = received);
      return received;
    },
  };
  return { form: noted, values: (): PostedFields => groupFields(fields) };
}

/** Shows the page of a completed action. No cache stores the page. */
function showDone(
  { view, cookies = [], isSignedOut = false }: ShownDone,
  site: Site,
  visit: Parameters<typeof visitOf>[0],
): Reply {
  const shown = showOnce(view, site, visitOf(isSignedOut ? { ...visit, caller: null } : visit));
  const setCookie = cookies.length > 0 && { "Set-Cookie": cookies };
  return { ...shown, status: 200, headers: { ...shown.headers, ...setCookie } };
}

function sendOn({ location, cookies = [] }: SentOn): Reply {
  const setCookie = cookies.length > 0 && { "Set-Cookie": cookies };
  return { status: 303, headers: { Location: location, ...setCookie } };
}
