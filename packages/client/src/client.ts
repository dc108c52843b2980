import { createApi } from "./api.ts";
import type { components, operations } from "./api-types.ts";
import { createAsk, type Patience } from "./ask.ts";
import { formOfBeginnings } from "./files.ts";
import { resolveProduct, search, type Kind, type Search } from "./products.ts";
import { submit, type Submission } from "./submit.ts";

/** A run with its result, as the service shows it. */
export type Run = components["schemas"]["Run"];

/** A run as the list of a build's runs contains it. */
export type ListedRun = components["schemas"]["ListedRun"];

/** The facts that the service finds in an uploaded file before the file is submitted as a result. */
export type Inspected =
  operations["postBenchmarksInspect"]["responses"][200]["content"]["application/json"]["results"][number];

/** The address of a service, and the token of the person who uses the client. */
export interface ClientOptions extends Patience {
  /** The address of the service, such as `https://bench.example`. */
  url: string;
  /** A personal access token. Searches and public data need no token. */
  token?: string | undefined;
}

/** A client of one PC Benchmarks service. */
export type Client = ReturnType<typeof createClient>;

/** The longest time in seconds for which one request waits for a run. */
const WAIT_S = 30;

/** Creates a client of a service. @throws Error if `url` is no web address */
export function createClient({ url, token, ...patience }: ClientOptions) {
  const baseUrl = baseUrlOf(url);
  const api = createApi(baseUrl, token);
  const ask = createAsk(patience);
  return {
    /** The address of the service, without a slash at the end. */
    url: baseUrl,
    /** All calls of the service's API, to be passed to `ask`: `client.ask(() => client.api.GET("/me"))`. */
    api,
    /** Sends a request, repeats the request while the service is away or busy, and returns the answer's data. */
    ask,

    /** Submits scores or files. Files are read from the disk during the upload. */
    submit: (submission: Submission) => submit(api, ask, submission),

    /** Returns what 1 to 10 files contain. Sends only the beginnings of large files; the service stores nothing. */
    inspect: async (files: readonly string[], signal?: AbortSignal): Promise<Inspected[]> => {
      const { results } = await ask(async () => {
        const form = await formOfBeginnings(files);
        return api.POST("/benchmarks/inspect", {
          body: { files: [] },
          bodySerializer: () => form,
          ...(signal && { signal }),
        });
      }, signal);
      return results;
    },

    /**
     * Waits until a run is complete or failed, and returns the run.
     * @param maxS the maximum wait in seconds, after which an unfinished run is returned; default: no limit
     */
    waitFor: async (runId: string, { maxS = Infinity, signal }: WaitOptions = {}): Promise<Run> => {
      const end = performance.now() + maxS * 1000;
      for (;;) {
        const leftS = Math.ceil((end - performance.now()) / 1000);
        const params = { path: { run_id: runId }, query: { wait: Math.max(1, Math.min(WAIT_S, leftS)) } };
        const get = () => api.GET("/benchmarks/runs/{run_id}", { params, ...(signal && { signal }) });
        const run = await ask(get, signal);
        if (run.status === "complete" || run.status === "failed" || performance.now() >= end) return run;
      }
    },

    /** Searches for products by their names, as people type them. */
    search: (wanted: Search) => search(api, ask, wanted),

    /** Finds the part that a name means. Returns its id only if the service is certain, otherwise candidates. */
    resolveProduct: (named: { name: string; kind: Kind; signal?: AbortSignal }) =>
      resolveProduct(api, ask, named),
  };
}

/** The limits of a wait for a run: the maximum time in seconds, and a signal that ends the wait. */
interface WaitOptions {
  maxS?: number;
  signal?: AbortSignal;
}

function baseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error(`expected the address of a service, such as https://bench.example, found ${text}`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}
