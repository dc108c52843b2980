/** An HTTP client of the service. */
export type ApiClient = ReturnType<typeof createApiClient>;

interface BenchmarkForm {
  buildId: number;
  benchmarks: unknown;
  file?: { name: string; content: Buffer } | null;
}

/** Returns the form data of POST /benchmarks/add: typed-in scores of a build, or a result file. */
export function benchmarkForm({ buildId, benchmarks, file }: BenchmarkForm): FormData {
  const form = new FormData();
  form.append("build_id", String(buildId));
  form.append("benchmarks", JSON.stringify(benchmarks));
  if (file) form.append("files", new Blob([file.content as BlobPart]), file.name);
  return form;
}

/**
 * Creates a client that remembers its session cookie. Each method returns the body of the response, typed as the
 * caller's type argument.
 * @throws Error from each call whose response is an error; the message contains the body
 */
export function createApiClient(baseUrl: string) {
  let cookie = "";
  async function send<T>(path: string, init: RequestInit = {}): Promise<T> {
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { Cookie: cookie }) };
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return (await response.json()) as T;
  }
  return {
    /** Returns the session cookie; an empty string before the log-in. */
    cookie: () => cookie,
    get: <T>(path: string) => send<T>(path),
    post: <T>(path: string, body: object) =>
      send<T>(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json" },
      }),
    /** Submits a benchmark of a build to POST /benchmarks/add. */
    add: <T>(form: BenchmarkForm) =>
      send<T>("/benchmarks/add", { method: "POST", body: benchmarkForm(form) }),
  };
}
