import type { Context } from "koa";
import type { Config } from "../config.ts";
import { refuseCrossSite } from "./cross-site.ts";
import { Problem, problemTypes } from "./problems/problem-types.ts";
import type { Route } from "./route.ts";

/**
 * Refuses browser requests that a route does not accept. The refusal counts against no rate limit, because any page can
 * make its visitors send such requests. A client that sends none of the headers with which browsers describe a request
 * (Origin, Sec-Fetch-…) is not refused.
 * @throws Problem 403
 */
export function refuseFromBrowsers(
  context: Context,
  { takesFromBrowsers }: Pick<Route, "takesFromBrowsers">,
  config: Pick<Config, "PUBLIC_URL" | "ALLOWED_ORIGINS">,
): void {
  if (takesFromBrowsers === "own pages") refuseCrossSite(context, config);
  if (takesFromBrowsers === "visits") refuseUnlessVisit(context);
}

/**
 * Refuses a browser's request that does not open the address as a page. The header Sec-Fetch-Mode is no criterion: a
 * frame is also opened by a navigation, and some programs send this header without the other Sec-Fetch headers. The
 * header Sec-Purpose says that the browser only loads the page in advance.
 */
function refuseUnlessVisit(context: Context): void {
  const destination = context.get("Sec-Fetch-Dest");
  if (destination !== "" && destination !== "document")
    throw navigationRequired(`Sec-Fetch-Dest is ${destination}.`);
  const purpose = context.get("Sec-Purpose");
  if (purpose.startsWith("prefetch")) throw navigationRequired(`Sec-Purpose is ${purpose}.`);
}

function navigationRequired(found: string): Problem {
  return new Problem(problemTypes.navigationRequired, {
    detail: `Expected a browser that opens this address as a page, found a browser that loads the address within another page or in advance. ${found} No log-in was begun.`,
  });
}
