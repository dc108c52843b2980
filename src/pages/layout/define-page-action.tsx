import { z } from "zod";
import type { Action } from "../../access.ts";
import type { Caller } from "../../authorization.ts";
import { InvalidInputError, RefusedError, type Fault } from "../../errors.ts";
import type { PostedFields } from "../../http/bodies/posted-fields.ts";
import type { Hold } from "../../http/limits/waits.ts";
import type { RateLimitName } from "../../http/limits/rate-limits.ts";
import { digestOfKey } from "../../http/idempotency-key.ts";
import { errorToProblem } from "../../http/problems/error-to-problem.ts";
import { problemTypes, type Problem, type ProblemName } from "../../http/problems/problem-types.ts";
import { defineRoute, type Parsed, type Reply, type RouteContext, type Schema } from "../../http/route.ts";
import { parseInput } from "../../validation/faults.ts";
import type { UploadedForm } from "../../http/bodies/multipart.ts";
import { authOf, type PageAuth, type PageCaller } from "./define-page.tsx";
import { showOnce } from "./show-view.tsx";
import type { Page, Site, View, Visit } from "./site.ts";

/**
 * Declares what the form of a page posts to. It does something and sends the browser on to a page (303), so that loading that
 * page again repeats nothing. Where what was typed has faults, `again` shows the form again (422), with what was typed and the
 * faults, which `<Field>` shows beside their fields. Any other problem is a page, as everywhere.
 *
 * A form of fields is posted as `application/x-www-form-urlencoded`, which `<form method="post">` does by itself. A form with
 * files has `enctype="multipart/form-data"`: its action sets `takesFiles`, has no `fields`, and receives by `form`.
 *
 * A form of another site's page is refused: cookies are SameSite=Lax, and the service looks at Origin (`src/http/cross-site.ts`).
 * So a form needs no token.
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

/** Creates what answers a posted form. The route asks for a caller and parses the parameters, so the inputs have these types. */
function createHandler<X extends Action, P extends Schema, F extends Schema>(
  { fields, refusals = [], ...definition }: ActionDefinition<X, P, F>,
  site: Site,
) {
  return async (given: PostedInput): Promise<Reply> => {
    const { context, caller, params, hold, postedFields } = given;
    const visit = { caller, address: context.url };
    const noted = noteFields(given.form);
    const keyOf = (text: string) => digestOfKey(context, caller, text);
    const base = { context, caller, params, hold, address: context.url, keyOf };
    const posted = fields ? await postedFields() : null;
    const again = async (faults: readonly Fault[], refusal?: Problem): Promise<Reply> => {
      const asked = { ...base, values: posted ?? noted.values(), faults, refusal: refusal?.message };
      const view = await definition.again(asked as AgainInput<X, P>);
      if (refusal) context.set(refusal.headers);
      const { status } = refusal?.type ?? problemTypes.invalidInput;
      return { status, ...showOnce(view, site, visit) };
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

/** What the route hands over. */
interface PostedInput {
  context: RouteContext;
  caller: Caller | null;
  params: unknown;
  hold: Hold;
  form: UploadedForm;
  postedFields: () => Promise<PostedFields>;
}

interface ActionDefinition<X extends Action, P extends Schema, F extends Schema> {
  /** Path with parameters as `:name`. Usually the one of the page with the form, since a browser shows it over the form's faults. */
  path: string;
  /** What it does, in a few words. */
  summary: string;
  /** What the visitor does, as the table in `access.ts` names it: it says who may. */
  action: X;
  params?: P;
  /** The fields of the form. They arrive as texts, a list of texts where a name comes several times. */
  fields?: F;
  /** True for a form with files, which the handler receives by `form`. */
  takesFiles?: boolean;
  /** The rate limit that counts it. By default the one of changes, below /login the one of log-ins. */
  limit?: RateLimitName;
  /** The kinds of problem that the handler answers with, beside those that any form may have. */
  problems?: readonly ProblemName[];
  /** Those after which the form is shown again with what was typed and what was refused, instead of the page of the problem. */
  refusals?: readonly ProblemName[];
  /** Does it. @throws InvalidInputError where the form is to be shown again */
  handler: (input: ActionInput<X, P, F>) => Promise<SentOn | ShownDone>;
  /** Returns the page with the form, with what was typed and its faults. */
  again: (input: AgainInput<X, P>) => Promise<View>;
}

/** Where a browser goes after an action: a path of this service, or the URL of a sign-in provider. */
interface SentOn {
  location: string;
  /** Values of Set-Cookie. */
  cookies?: readonly string[];
}

/** What an action shows instead of sending the browser on: what no page can show a second time, such as a new token. */
interface ShownDone {
  view: View;
  /** Values of Set-Cookie. */
  cookies?: readonly string[];
  /** Whether nobody is signed in any more. */
  isSignedOut?: boolean;
}

interface BaseInput<X extends Action, P extends Schema> {
  params: Parsed<P>;
  /** Who is signed in. */
  caller: PageCaller<X>;
  /** Path and query string to which the form was posted. */
  address: string;
  /** Does work for which the visitor waits: it bounds the waits of an address. */
  hold: Hold;
  /** Returns the idempotency key of a form out of the text that its page has made for it. @throws InvalidInputError */
  keyOf: (text: unknown) => string;
  /** For what the declaration does not cover: the cookie of the session. */
  context: RouteContext;
}

/** What the handler of an action receives. */
interface ActionInput<X extends Action, P extends Schema, F extends Schema> extends BaseInput<X, P> {
  fields: Parsed<F>;
  /** The multipart form of an action with `takesFiles`. */
  form: UploadedForm;
}

/** What shows a form again. */
export interface AgainInput<X extends Action, P extends Schema> extends BaseInput<X, P> {
  /** What was typed; of a form with files what has arrived before it was refused. */
  values: PostedFields;
  /** What is wrong with it: the pointer of a field is `/<name>`. */
  faults: readonly Fault[];
  /** What was refused as a whole, where it is one of `refusals`. */
  refusal?: string | undefined;
}

/** Returns a form with files that remembers which fields have arrived. */
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
  return { form: noted, values: (): PostedFields => Object.fromEntries(fields) };
}

/** Shows what was done. Nothing keeps it. */
function showDone({ view, cookies = [], isSignedOut = false }: ShownDone, site: Site, visit: Visit): Reply {
  const shown = showOnce(view, site, isSignedOut ? { ...visit, caller: null } : visit);
  const setCookie = cookies.length > 0 && { "Set-Cookie": cookies };
  return { ...shown, status: 200, headers: { ...shown.headers, ...setCookie } };
}

function sendOn({ location, cookies = [] }: SentOn): Reply {
  const setCookie = cookies.length > 0 && { "Set-Cookie": cookies };
  return { status: 303, headers: { Location: location, ...setCookie } };
}
