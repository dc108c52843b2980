import createFetchClient from "openapi-fetch";
import type { paths } from "./api-types.ts";

/** All calls of the service, whose paths, parameters, bodies and answers the compiler checks. */
export type Api = ReturnType<typeof createApi>;

/** @param url the address of the service, without a slash at the end */
export function createApi(url: string, token: string | undefined) {
  return createFetchClient<paths>({
    baseUrl: url,
    // fetch would follow without the token, and a form cannot be sent twice.
    redirect: "manual",
    headers: { Accept: "application/json", ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
  });
}
