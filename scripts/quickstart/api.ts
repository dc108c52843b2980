/** One answer of the service. */
export interface Answer {
  status: number;
  body: unknown;
}

/** What the show sends to the service, as any client would. */
export interface Api {
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  /** POST /benchmarks/add: a form with a build, the benchmark as JSON, and perhaps a file. */
  add(form: {
    buildId: number;
    benchmarks: unknown;
    file?: { name: string; content: Buffer };
  }): Promise<Answer>;
}

/** A client that keeps its session cookie. */
export function createApi(baseUrl: string): Api {
  let cookie = "";
  async function send(path: string, init: RequestInit): Promise<Answer> {
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { Cookie: cookie }) };
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers });
    cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return { status: response.status, body: await response.json() };
  }
  return {
    get: (path) => send(path, {}),
    post: (path, body) =>
      send(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json" },
      }),
    add: ({ buildId, benchmarks, file }) => {
      const form = new FormData();
      form.append("build_id", String(buildId));
      form.append("benchmarks", JSON.stringify(benchmarks));
      if (file) form.append("files", new Blob([file.content]), file.name);
      return send("/benchmarks/add", { method: "POST", body: form });
    },
  };
}
