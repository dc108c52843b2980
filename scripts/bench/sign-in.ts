/** Sends a request with the session's cookie, and returns the JSON of the answer. @throws Error where the answer is no success */
export type Send = (method: string, path: string, body?: string | FormData) => Promise<unknown>;

/** Signs in by a log-in for development, as an account without limits. */
export async function signIn(url: string): Promise<Send> {
  const body = JSON.stringify({ name: "bench", tier: "unlimited" });
  const json = { "Content-Type": "application/json" };
  const answer = await fetch(`${url}/login/dev`, { method: "POST", headers: json, body });
  const Cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  return async (method, path, sent) => {
    const headers = { Cookie, ...(typeof sent === "string" && json) };
    const response = await fetch(`${url}${path}`, { method, headers, ...(sent && { body: sent }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
}
