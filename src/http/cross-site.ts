import type { Context } from "koa";
import type { Config } from "../config.ts";
import { isLoopbackName } from "../infra/loopback.ts";
import { Problem, problemTypes } from "./problems/problem-types.ts";

/**
 * Refuses a state-changing request that a browser sends with the cookie on behalf of another site's page. Browsers send
 * a multipart POST without a preflight, so the service itself has to refuse such a request. A client that sends neither
 * Origin nor Sec-Fetch-Site is not a browser, and its request is accepted.
 * @throws Problem 403
 */
export function refuseCrossSite(
  context: Context,
  { PUBLIC_URL, ALLOWED_ORIGINS }: Pick<Config, "PUBLIC_URL" | "ALLOWED_ORIGINS">,
): void {
  const origin = context.get("Origin");
  if (origin !== "") {
    const allowed = [PUBLIC_URL, ...ALLOWED_ORIGINS, ...loopbackOriginOf(context)];
    if (allowed.includes(origin)) return;
    throw crossSiteProblem(`The page is at ${origin}.`);
  }
  const site = context.get("Sec-Fetch-Site");
  if (site !== "" && site !== "same-origin" && site !== "none")
    throw crossSiteProblem(`Sec-Fetch-Site is ${site}.`);
}

/**
 * Returns the origin that the request itself names, if its host is a name of this machine such as `localhost`:
 * developers call the service by such a name, even if PUBLIC_URL names another host. Any other host name proves
 * nothing, because anybody can make a host name lead to this machine (DNS rebinding).
 */
function loopbackOriginOf({ protocol, host }: Context): string[] {
  const url = URL.parse(`${protocol}://${host}`);
  return url && isLoopbackName(url.hostname) ? [url.origin] : [];
}

function crossSiteProblem(found: string): Problem {
  return new Problem(problemTypes.crossSiteRequest, {
    detail: `A page of another site sent this request with your cookie. ${found} The service refused the request.`,
  });
}
