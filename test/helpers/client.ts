import { inspect } from "node:util";
import { registerSecret } from "./run-output.ts";

/** The names of response fields that contain secrets: the fields of a new access token and of a started log-in. */
const SECRET_FIELDS = ["token", "nonce", "state"];

/**
 * The maximum number of requests that wait for one run. The service responds to such a request after at most 30
 * seconds.
 */
const WAIT_ROUNDS = 4;
const UNREAD: ReadonlySet<unknown> = new Set(["queued", "processing"]);

/**
 * A client of the service, written as users would write it: with fetch, FormData and a cookie. The client follows no
 * redirects.
 */
export type Client = ReturnType<typeof createClient>;

/**
 * Creates a client of the service at a URL.
 * @param cookie the Cookie header of its requests
 * @param token the bearer token of its requests
 */
export function createClient(baseUrl: string, cookie?: string, token?: string) {
  if (cookie !== undefined) registerCookies(cookie);
  if (token !== undefined) registerSecret(token);
  async function send(path: string, init: RequestInit): Promise<Answer> {
    const headers = {
      // Ask for no compression, which would only cost time: client and service mostly run in one process.
      "Accept-Encoding": "identity",
      ...(cookie !== undefined && { Cookie: cookie }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(init.headers as Record<string, string>),
    };
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers, redirect: "manual" }).catch(
      (error: unknown) => {
        // Name the cause of the error in the message, because ava omits the causes of errors.
        throw new Error(`no answer to ${init.method ?? "GET"} ${path}: ${inspect(error)}`, { cause: error });
      },
    );
    const text = await response.text();
    for (const set of response.headers.getSetCookie()) registerCookies(set.split(";")[0] ?? "");
    const isJson = /[/+]json\b/.test(response.headers.get("content-type") ?? "");
    const body = isJson && text !== "" ? JSON.parse(text) : undefined;
    for (const name of SECRET_FIELDS) if (typeof body?.[name] === "string") registerSecret(body[name]);
    return { status: response.status, headers: response.headers, text, body };
  }
  const sendJson = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
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
    get: (path: string, headers: Record<string, string> = {}) => send(path, { headers }),
    post,
    /** Sends a request with any method, and with a JSON body if one is given. */
    send: sendJson,
    /** Sends POST /benchmarks/add with the given body, of any type. */
    addForm,
    /** Sends POST /benchmarks/add with a submission form. */
    add: (form: SubmissionForm) => addForm(formOf(form)),
    /** Sends POST /benchmarks/inspect with the given files, or with a form of any content. */
    inspect: (files: readonly SentFile[] | FormData) =>
      send("/benchmarks/inspect", {
        method: "POST",
        body: files instanceof FormData ? files : formOf({ files }),
      }),
    /** Waits until a run is complete or failed, at most two minutes. Returns the last response. */
    waitForRun: async (runId: string): Promise<Answer> => {
      const wait = () => send(`/benchmarks/runs/${runId}?wait=30`, {});
      let answer = await wait();
      for (let round = 1; round < WAIT_ROUNDS && UNREAD.has(answer.body?.status); round += 1)
        answer = await wait();
      return answer;
    },
    /** Creates a build. Returns its id. */
    makeBuild: async (name = "a build"): Promise<number> => {
      const { status, text, body } = await post("/builds", { name });
      if (status !== 201) throw new Error(`POST /builds answered ${status}: ${text}`);
      return body.build.build_id as number;
    },
  };
}

/** The response to a request, after the whole body was read. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed JSON body; undefined where the response has another type or no body. */
  // oxlint-disable-next-line typescript/no-explicit-any -- every use is an assertion on its shape
  body: any;
}

/** A result file that a test submits. */
export interface SentFile {
  name: string;
  content: string | Uint8Array;
}

/** The fields of a submission form. Any value is accepted, so that tests can send faulty values. */
export interface SubmissionForm {
  build_id?: unknown;
  /** The form's field `benchmarks` as it is sent: a string unchanged, any other value as JSON. */
  benchmarks?: unknown;
  files?: readonly SentFile[];
}

/** Registers the values of all cookies in a Cookie header as secrets, for which the test run searches all output. */
function registerCookies(header: string): void {
  for (const pair of header.split(";")) registerSecret(pair.slice(pair.indexOf("=") + 1).trim());
}

/** Returns the multipart form of a submission. */
export function formOf({ build_id, benchmarks, files = [] }: SubmissionForm): FormData {
  const form = new FormData();
  if (build_id !== undefined) form.append("build_id", textOf(build_id));
  if (benchmarks !== undefined) form.append("benchmarks", textOf(benchmarks));
  for (const { name, content } of files) form.append("files", new Blob([content as BlobPart]), name);
  return form;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
