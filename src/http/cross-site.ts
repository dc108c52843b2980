import type { Context } from "koa";
import { Problem, problemTypes } from "./problems/problem-types.ts";

/**
 * Refuses a state-changing request that a browser sends with the cookie on behalf of another site's page. Browsers send a
 * multipart POST without a preflight, so the service itself has to refuse it. A client that sends neither Origin nor
 * Sec-Fetch-Site is not a browser and may pass.
 * @throws Problem 403
 */
export function refuseCrossSite(context: Context, allowedOrigins: ReadonlySet<string>): void {
  const origin = context.get("Origin");
  if (origin !== "") {
    if (allowedOrigins.has(origin) || URL.parse(origin)?.host === context.host) return;
    throw crossSiteProblem(`The page is at ${origin}.`);
  }
  const site = context.get("Sec-Fetch-Site");
  if (site === "cross-site" || site === "same-site") throw crossSiteProblem(`Sec-Fetch-Site is ${site}.`);
}

function crossSiteProblem(found: string): Problem {
  return new Problem(problemTypes.crossSiteRequest, {
    detail: `A page of another site sent this request with your cookie. ${found} It was refused.`,
  });
}
