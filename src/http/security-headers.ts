import type { Context, Middleware } from "koa";
import type { Config } from "../config.ts";

const YEAR_S = 365 * 24 * 60 * 60;

/** The directive of a content security policy that forbids all pages to show an answer in a frame. */
const NO_FRAMES = "frame-ancestors 'none'";

/**
 * The headers of every answer: Helmet's defaults (helmetjs.github.io), but stricter where an API needs less than a
 * website. The headers forbid an answer that is no page to load anything, forbid all pages to show the answer in a
 * frame, and forbid pages of other origins to load it as an image or a script. These headers do not change CORS, which
 * determines which pages may read an answer by fetch.
 */
const defaults: Readonly<Record<string, string>> = {
  "Content-Security-Policy": `default-src 'none'; base-uri 'none'; form-action 'none'; ${NO_FRAMES}`,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Origin-Agent-Cluster": "?1",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-DNS-Prefetch-Control": "off",
  "X-Download-Options": "noopen",
  "X-Frame-Options": "DENY",
  "X-Permitted-Cross-Domain-Policies": "none",
  "X-XSS-Protection": "0",
};

/**
 * Returns the headers of every answer, including answers that are made outside of the app. If PUBLIC_URL is an https
 * URL, a header tells browsers to use only https for a year, for the host name and all names below it.
 */
export function securityHeaders({
  PUBLIC_URL,
}: Pick<Config, "PUBLIC_URL">): Readonly<Record<string, string>> {
  if (!PUBLIC_URL.startsWith("https:")) return defaults;
  return { ...defaults, "Strict-Transport-Security": `max-age=${YEAR_S}; includeSubDomains` };
}

/**
 * Sets the headers of every answer. An answer that sets its own content security policy keeps that policy, but may not
 * be shown in a frame either.
 */
export function setSecurityHeaders(config: Pick<Config, "PUBLIC_URL">): Middleware {
  const headers = securityHeaders(config);
  return async (context, next) => {
    context.set(headers);
    await next();
    const policy = context.response.get("Content-Security-Policy");
    if (context.res.hasHeader("X-Frame-Options") && !policy.includes("frame-ancestors"))
      context.set("Content-Security-Policy", `${policy}; ${NO_FRAMES}`);
  };
}

/**
 * Lets pages of any origin show an answer, as an image or in a frame. The answer needs its own Content-Security-Policy,
 * which forbids it to run scripts.
 */
export function allowEmbedding(context: Context): void {
  context.set("Cross-Origin-Resource-Policy", "cross-origin");
  context.remove("X-Frame-Options");
}
