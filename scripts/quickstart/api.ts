/** One answer of the service. */
export interface Answer {
  status: number;
  body: unknown;
}

/** An HTTP client of the service. */
export type Api = ReturnType<typeof createApi>;

interface BenchmarkForm {
  buildId: number;
  benchmarks: unknown;
  file?: { name: string; content: Buffer };
}

/** Creates a client that keeps its session cookie. */
export function createApi(baseUrl: string) {
  let cookie = "";
  async function send(path: string, init: RequestInit): Promise<Answer> {
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { Cookie: cookie }) };
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers });
    cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return { status: response.status, body: await response.json() };
  }
  return {
    get: (path: string) => send(path, {}),
    post: (path: string, body: unknown) =>
      send(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json" },
      }),
    /** Sends a benchmark of a build to POST /benchmarks/add: typed-in scores, or a result file. */
    add: ({ buildId, benchmarks, file }: BenchmarkForm) => {
      const form = new FormData();
      form.append("build_id", String(buildId));
      form.append("benchmarks", JSON.stringify(benchmarks));
      if (file) form.append("files", new Blob([file.content as BlobPart]), file.name);
      return send("/benchmarks/add", { method: "POST", body: form });
    },
  };
}
