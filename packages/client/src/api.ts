import createFetchClient from "openapi-fetch";
import type { paths } from "./api-types.ts";

/** All calls of the service's API. The compiler checks their paths, parameters, bodies and answers. */
export type Api = ReturnType<typeof createApi>;

/**
 * Creates functions that send the calls of the API.
 * @param url the address of the service, without a slash at the end
 */
export function createApi(url: string, token: string | undefined) {
  return createFetchClient<paths>({
    baseUrl: url,
    // Do not follow redirects: fetch would follow a redirect without the token, and a form cannot be sent twice.
    redirect: "manual",
    headers: { Accept: "application/json", ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
  });
}
