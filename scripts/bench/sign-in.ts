/** Sends a request with the session's cookie, and returns the JSON of the answer. @throws Error where the answer is no success */
export type Send = (method: string, path: string, body?: string | FormData) => Promise<unknown>;

/** Signs in by a log-in for development, as an account without limits. */
export async function signIn(url: string): Promise<{ accountId: string; cookie: string; send: Send }> {
  const json = { "Content-Type": "application/json" };
  let cookie = "";
  const call = async (method: string, path: string, body?: string | FormData): Promise<Response> => {
    const headers = { ...(cookie !== "" && { Cookie: cookie }), ...(typeof body === "string" && json) };
    const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body }) });
    if (response.ok) return response;
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  };
  const send: Send = async (method, path, body) => {
    const text = await (await call(method, path, body)).text();
    return text === "" ? undefined : JSON.parse(text);
  };
  const logIn = await call("POST", "/login/dev", JSON.stringify({ name: "bench", tier: "unlimited" }));
  cookie = logIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  const { account } = (await logIn.json()) as { account: { account_id: string } };
  return { accountId: account.account_id, cookie, send };
}

/** Makes a build without parts, and returns its id. */
export async function makeBuild(send: Send): Promise<number> {
  const made = (await send("POST", "/builds", JSON.stringify({ name: "a build" }))) as {
    build: { build_id: number };
  };
  return made.build.build_id;
}
