import { z } from "zod";
import { accessTo, type Action, type PublicAction } from "../../access.ts";
import type { Caller } from "../../authorization.ts";
import { InvalidInputError, type Fault } from "../../errors.ts";
import type { ProblemName } from "../../http/problems/problem-types.ts";
import {
  defineRoute,
  type Parsed,
  type Reply,
  type Route,
  type RouteContext,
  type Schema,
} from "../../http/route.ts";
import type { Hold } from "../../http/limits/waits.ts";
import { parseInput } from "../../validation/faults.ts";
import { faultForPeople } from "./for-people.ts";
import { createShowView, showOnce, visitOf } from "./show-view.tsx";
import type { Page, View } from "./site.ts";

/**
 * Declares a page at an address. The declaration determines who may open the page, how the address and its query are
 * checked, the headers, the ETag, and that problems are shown as pages. On a page whose action is open to everybody,
 * the caller may be null; on any other page the caller is signed in.
 */
export function definePage<X extends Action, P extends Schema = undefined, Q extends Schema = undefined>(
  definition: PageDefinition<X, P, Q>,
): Page {
  const {
    path,
    summary,
    action,
    params,
    query,
    furtherFaults,
    again,
    isStatic = false,
    problems = [],
    handler,
  } = definition;
  return (site) => {
    const showView = createShowView(site);
    return defineRoute<Action, PageAuth | "none", Schema, Schema>({
      method: "GET",
      path,
      summary,
      action,
      takesTokens: false,
      ...(isStatic ? { auth: "none", limit: "none" } : { auth: authOf(action) }),
      ...(params && { params }),
      // Let the page itself parse its query if the page is shown again for a faulty query.
      ...(query && { query: again ? z.unknown() : query }),
      ...(furtherFaults && { furtherFaults }),
      problems,
      responses: responsesOf(definition),
      handler: async ({ context, hold, caller, params, query: sent }) => {
        const address = context.url;
        const visit = { context, caller, address };
        const base = { params, caller: caller ?? null, hold, address, context };
        // The cast is safe, because the route, or `parseOrAgain`, parses the input by the schemas, and the route checks
        // the caller.
        const show = async (value: unknown): Promise<Reply> => {
          const view = await handler({ ...base, query: value } as PageInput<X, P, Q>);
          if ("location" in view) return { status: 303, headers: { Location: view.location } };
          return view.isForOneUse
            ? { status: 200, ...showOnce(view, site, visitOf(visit)) }
            : showView(view, visitOf(visit));
        };
        if (!again || !query) return show(sent);
        const showAgain = async (faults: readonly Fault[]): Promise<Reply> => {
          const view = await again({ query: sent as SentQuery, faults: faults.map(faultForPeople) });
          return { status: 422, ...showOnce(view, site, visitOf(visit)) };
        };
        return parseOrAgain({ query, furtherFaults, sent, show, showAgain });
      },
    });
  };
}

const htmlPage = { other: { "text/html": null } };

/** Returns the declarations of the answers that a page may give, for the contract of its route. */
const responsesOf = ({ again, hasOtherAddress = false }: { again?: object; hasOtherAddress?: boolean }) => ({
  200: { ...htmlPage, headers: { ETag: "sometimes" as const } },
  ...(hasOtherAddress && { 303: { headers: { Location: "always" as const } } }),
  ...(again && { 422: htmlPage }),
});

/**
 * Parses a query and shows the page for the query. If the schema or the handler finds faults in the query, shows the
 * page again with the faults.
 */
async function parseOrAgain({ query, furtherFaults, sent, show, showAgain }: QueryOfPage): Promise<Reply> {
  const parsed = parseInput(query, sent);
  if (parsed.faults) {
    const further = (await furtherFaults?.({ query: sent, body: undefined })) ?? [];
    const isNew = ({ pointer }: Fault) => !parsed.faults.some((known) => known.pointer === pointer);
    return showAgain([...parsed.faults, ...further.filter(isNew)]);
  }
  try {
    return await show(parsed.value);
  } catch (error) {
    if (error instanceof InvalidInputError) return showAgain(error.faults);
    throw error;
  }
}

interface QueryOfPage {
  query: z.ZodType;
  furtherFaults: Route["furtherFaults"];
  /** The query string as the browser sent it. */
  sent: unknown;
  show: (value: unknown) => Promise<Reply>;
  showAgain: (faults: readonly Fault[]) => Promise<Reply>;
}

/** A query string as the browser sent it: the texts of each parameter, by its name. */
export type SentQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

interface PageDefinition<X extends Action, P extends Schema, Q extends Schema> {
  /**
   * The path of the page, with parameters as `:name`. A page may have the same path as an API route: clients that ask
   * for HTML get the page.
   */
  path: string;
  /** A short description of what the page shows. */
  summary: string;
  /** Action from the table in `access.ts`, which says who may open the page. */
  action: X;
  /** The schema of the path parameters. A path that does not fit the schema is answered with 404. */
  params?: P;
  /** The schema of the query. A query that does not fit the schema is answered with 422; unknown names are ignored. */
  query?: Q;
  /** Returns those faults of a query that its schema cannot find, like `furtherFaults` of a route of the API. */
  furtherFaults?: Route["furtherFaults"];
  /**
   * Returns the page for a query that has faults: a form with the typed values and their faults. Without this function,
   * the answer to a faulty query is the page of the problem.
   */
  again?: (faulty: { query: SentQuery; faults: readonly Fault[] }) => Promise<View>;
  /**
   * True for a page that is the same for everybody and reads no store: the route neither looks up the caller, who is
   * always null, nor counts the request against a rate limit.
   */
  isStatic?: boolean;
  /** Problems that the handler may answer with, in addition to the problems of every page. */
  problems?: readonly ProblemName[];
  /** Returns the view of the page. A thrown error is shown as the page of its problem. */
  handler: (input: PageInput<X, P, Q>) => Promise<View | OtherAddress>;
  /**
   * True for a page whose handler may return an address in place of a view. The service then redirects the browser to
   * that address.
   */
  hasOtherAddress?: boolean;
}

/** The address to which the service redirects the browser in place of showing the page: a path of this service. */
interface OtherAddress {
  location: string;
}

/** The input of the handler that returns the content of a page. */
interface PageInput<X extends Action, P extends Schema, Q extends Schema> {
  params: Parsed<P>;
  query: Parsed<Q>;
  /** The account of the signed-in person who opens the page; null if nobody is signed in. */
  caller: PageCaller<X>;
  /** The path and query string with which the browser has requested the page. */
  address: string;
  /**
   * Runs work for which the visitor waits. The number of requests of one client address that wait in this way is
   * limited.
   */
  hold: Hold;
  /** The context of the request, for data that the parsed input does not contain, such as the session cookie. */
  context: RouteContext;
}

/** Type of the caller: null is possible only if the action is open to everybody. */
export type PageCaller<X extends Action> = X extends PublicAction ? Caller | null : Caller;

/**
 * Whether a page needs a signed-in user. No page has the value `none`, because the header of every page names the
 * signed-in user.
 */
export type PageAuth = "optional" | "session";

/** Returns "session" if the action needs a signed-in caller, else "optional". */
export const authOf = (action: Action): PageAuth =>
  accessTo(action).who.includes("anybody") ? "optional" : "session";
