/** An answer, read whole. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON. The tests state what it should be, so it is not typed further. */
  // oxlint-disable-next-line typescript/no-explicit-any -- every use is an assertion on its form
  body: any;
}

/** A result file to send. */
export interface SentFile {
  name: string;
  content: string | Uint8Array;
}

/** A client of the service, as a stranger would write one: fetch, FormData and a cookie. */
export interface Client {
  cookie: string | undefined;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Any other method. */
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  /** POST /benchmarks/add with a form. */
  add(form: { build_id?: unknown; benchmarks?: unknown; files?: readonly SentFile[] }): Promise<Answer>;
  /** POST /benchmarks/add with a body of any kind. */
  addForm(body: FormData | string | Uint8Array, headers?: Record<string, string>): Promise<Answer>;
  /** A run once it is complete or failed. */
  waitForRun(runId: string): Promise<Answer>;
  /** Makes a build and answers with its id. */
  makeBuild(name?: string): Promise<number>;
}

/** A client of the service at a URL, with the Cookie header that it sends. */
export function createClient(baseUrl: string, cookie?: string): Client {
  async function send(path: string, init: RequestInit): Promise<Answer> {
    const headers = {
      ...(cookie !== undefined && { Cookie: cookie }),
      ...(init.headers as Record<string, string>),
    };
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
  }
  const sendJson = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(path, {
      method,
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      headers: { ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
    });
  const post = (path: string, body?: unknown, headers?: Record<string, string>) =>
    sendJson("POST", path, body, headers);
  const addForm = (body: FormData | string | Uint8Array, headers: Record<string, string> = {}) =>
    send("/benchmarks/add", { method: "POST", body: body as NonNullable<RequestInit["body"]>, headers });

  return {
    cookie,
    get: (path, headers = {}) => send(path, { headers }),
    post,
    send: sendJson,
    addForm,
    add: (fields) => addForm(formOf(fields)),
    waitForRun: (runId) => send(`/benchmarks/runs/${runId}?wait=30`, {}),
    makeBuild: async (name = "a build") => {
      const { status, text, body } = await post("/builds", { name });
      if (status !== 201) throw new Error(`POST /builds answered ${status}: ${text}`);
      return body.build.build_id as number;
    },
  };
}

/** A submission's form. An object in `benchmarks` is sent as JSON. */
export function formOf({ build_id, benchmarks, files = [] }: Parameters<Client["add"]>[0]): FormData {
  const form = new FormData();
  if (build_id !== undefined) form.append("build_id", textOf(build_id));
  if (benchmarks !== undefined) form.append("benchmarks", textOf(benchmarks));
  for (const { name, content } of files) form.append("files", new Blob([content]), name);
  return form;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
