import { z } from "zod";
import type { Action } from "../../access.ts";
import { InvalidInputError, type Fault } from "../../errors.ts";
import type { PostedFields } from "../../http/bodies/posted-fields.ts";
import type { Hold } from "../../http/limits/waits.ts";
import type { RateLimitName } from "../../http/limits/rate-limits.ts";
import type { ProblemName } from "../../http/problems/problem-types.ts";
import { defineRoute, type Parsed, type Reply, type RouteContext, type Schema } from "../../http/route.ts";
import { parseInput } from "../../validation/faults.ts";
import type { UploadedForm } from "../../validation/uploaded-form.ts";
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
  const { path, summary, action, params, fields, takesFiles = false, limit, problems = [] } = definition;
  return (site) =>
    defineRoute<Action, PageAuth, Schema>({
      method: "POST",
      path,
      summary,
      action,
      auth: authOf(action),
      ...(params && { params }),
      takesFields: fields !== undefined || takesFiles,
      takesFromBrowsers: "own pages",
      ...(limit && { limit }),
      problems: ["invalidInput", ...problems],
      responses: {
        303: { headers: { Location: "always", "Set-Cookie": "sometimes" } },
        422: { other: { "text/html": z.string() } },
      },
      handler: async ({ context, caller, params: parsed, ...rest }) => {
        const visit = { caller, address: context.url };
        const base = { ...rest, caller, params: parsed, address: context.url, context };
        const values = fields ? await rest.postedFields() : {};
        // The route asks for a caller and parses the parameters, so the inputs have these types.
        const again = (faults: readonly Fault[]) =>
          showAgain(definition.again({ ...base, values, faults } as AgainInput<X, P>), site, visit);
        const input = fields && parseInput(fields, values);
        if (input?.faults) return again(input.faults);
        try {
          return sendOn(await definition.handler({ ...base, fields: input?.value } as ActionInput<X, P, F>));
        } catch (error) {
          if (error instanceof InvalidInputError) return again(error.faults);
          throw error;
        }
      },
    });
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
  /** Does it. @throws InvalidInputError where the form is to be shown again */
  handler: (input: ActionInput<X, P, F>) => Promise<SentOn>;
  /** Returns the page with the form, with what was typed and its faults. */
  again: (input: AgainInput<X, P>) => Promise<View>;
}

/** Where a browser goes after an action: a path of this service, or the URL of a sign-in provider. */
interface SentOn {
  location: string;
  /** Values of Set-Cookie. */
  cookies?: readonly string[];
}

interface BaseInput<X extends Action, P extends Schema> {
  params: Parsed<P>;
  /** Who is signed in. */
  caller: PageCaller<X>;
  /** Path and query string to which the form was posted. */
  address: string;
  /** Does work for which the visitor waits: it bounds the waits of an address. */
  hold: Hold;
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
interface AgainInput<X extends Action, P extends Schema> extends BaseInput<X, P> {
  /** What was typed; empty for a form with files. */
  values: PostedFields;
  /** What is wrong with it: the pointer of a field is `/<name>`. */
  faults: readonly Fault[];
}

function sendOn({ location, cookies = [] }: SentOn): Reply {
  const setCookie = cookies.length > 0 && { "Set-Cookie": cookies };
  return { status: 303, headers: { Location: location, ...setCookie } };
}

async function showAgain(showing: Promise<View>, site: Site, visit: Visit): Promise<Reply> {
  return { status: 422, ...showOnce(await showing, site, visit) };
}
