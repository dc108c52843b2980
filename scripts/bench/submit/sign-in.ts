/** Signs an account without limits in, by a log-in for development, and makes a build. */
export async function signInWithBuild(
  url: string,
): Promise<{ accountId: string; cookie: string; buildId: number }> {
  const post = async (path: string, body: object, headers = {}): Promise<Response> => {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (response.ok) return response;
    throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
  };
  const logIn = await post("/login/dev", { name: "bench", tier: "unlimited" });
  const Cookie = logIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  const { account } = (await logIn.json()) as { account: { account_id: string } };
  const made = await post("/builds", { name: "a build" }, { Cookie });
  const { build } = (await made.json()) as { build: { build_id: number } };
  return { accountId: account.account_id, cookie: Cookie, buildId: build.build_id };
}
