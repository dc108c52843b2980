import createClient from "openapi-fetch";
import type { components, paths } from "./api-types.ts";

/** A run as the service shows it. */
export type Run = components["schemas"]["Run"];

/** A client of the service whose paths, parameters, bodies and answers are checked by the compiler. */
export type Api = ReturnType<typeof createClient<paths>>;

/**
 * Creates a client of the service.
 * @param token a personal access token. A page in a browser needs no token: its requests carry the cookie.
 */
export function createApi(baseUrl: string, token?: string): Api {
  return createClient<paths>({
    baseUrl,
    ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
  });
}

/** Returns the data of an answer. @throws Error with the title and detail of the problem */
export function dataOf<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data !== undefined) return data;
  const { title, detail } = (error ?? {}) as { title?: string; detail?: string };
  throw new Error(`${title ?? "The request failed"}: ${detail ?? "the answer says no more."}`);
}

/** Polls a run until it is complete or failed, and returns the run. Each request waits for up to 30 seconds. */
export async function waitForRun(api: Api, runId: string): Promise<Run> {
  for (;;) {
    const params = { path: { run_id: runId }, query: { wait: 30 } };
    const run = dataOf(await api.GET("/benchmarks/runs/{run_id}", { params }));
    if (run.status === "complete" || run.status === "failed") return run;
  }
}
