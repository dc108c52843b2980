import { z } from "zod";
import { accessTo, type Action, type PublicAction } from "../../access.ts";
import type { Caller } from "../../authorization.ts";
import type { ProblemName } from "../../http/problems/problem-types.ts";
import { defineRoute, type Parsed, type RouteContext, type Schema } from "../../http/route.ts";
import type { Hold } from "../../http/limits/waits.ts";
import { showOnce, showView } from "./show-view.tsx";
import type { Page, View } from "./site.ts";

/**
 * Declares a page at an address. Everything else follows from the declaration: who may open it, the check of the address and its
 * query, the headers, the ETag, and that a problem is shown as a page, too. A page whose action everybody may do has a caller who
 * may be null; on any other page the caller is signed in.
 */
export function definePage<X extends Action, P extends Schema = undefined, Q extends Schema = undefined>(
  definition: PageDefinition<X, P, Q>,
): Page {
  const { path, summary, action, params, query, isStatic = false, problems = [], handler } = definition;
  return (site) =>
    defineRoute<Action, PageAuth | "none", Schema, Schema>({
      method: "GET",
      path,
      summary,
      action,
      takesTokens: false,
      ...(isStatic ? { auth: "none", limit: "none" } : { auth: authOf(action) }),
      ...(params && { params }),
      ...(query && { query }),
      problems,
      responses: { 200: { other: { "text/html": z.string() }, headers: { ETag: "sometimes" } } },
      handler: async ({ context, hold, caller, ...input }) => {
        const address = context.url;
        // The route parses by the schemas and asks for a caller, so the input has these types.
        const view = await handler({ ...input, caller: caller ?? null, hold, address, context } as PageInput<
          X,
          P,
          Q
        >);
        const visit = { caller, address };
        return view.isForOneUse
          ? { status: 200, ...showOnce(view, site, visit) }
          : showView(view, site, visit);
      },
    });
}

interface PageDefinition<X extends Action, P extends Schema, Q extends Schema> {
  /** Path with parameters as `:name`. It may be the one of a route of the API: the page is for those who ask for HTML. */
  path: string;
  /** What the page shows, in a few words. */
  summary: string;
  /** What the visitor does, as the table in `access.ts` names it: it says who may. */
  action: X;
  /** Parameters that do not fit are a 404. */
  params?: P;
  /** Values that do not fit are a 422; unknown names are ignored. */
  query?: Q;
  /**
   * True for a page that is the same for everybody and reads no store: nobody is looked up for it, and no rate limit counts it. Its
   * caller is always null.
   */
  isStatic?: boolean;
  /** The kinds of problem that the handler answers with, beside those that any page may have. */
  problems?: readonly ProblemName[];
  /** Returns what the page shows. What it throws is shown as a page, in the words of the problem. */
  handler: (input: PageInput<X, P, Q>) => Promise<View>;
}

/** What the handler of a page receives. */
interface PageInput<X extends Action, P extends Schema, Q extends Schema> {
  params: Parsed<P>;
  query: Parsed<Q>;
  /** Who is signed in. */
  caller: PageCaller<X>;
  /** Path and query string of the page. */
  address: string;
  /** Does work for which the visitor waits: it bounds the waits of an address. */
  hold: Hold;
  /** For what the declaration does not cover: the cookie of the session. */
  context: RouteContext;
}

/** Who visits: signed in, unless everybody may do the action. */
export type PageCaller<X extends Action> = X extends PublicAction ? Caller | null : Caller;

/** Every page knows who is signed in, because its header says it. */
export type PageAuth = "optional" | "session";

/** Returns whether a page with this action needs somebody who is signed in. */
export const authOf = (action: Action): PageAuth =>
  accessTo(action).who.includes("anybody") ? "optional" : "session";
