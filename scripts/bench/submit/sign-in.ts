import { createApiClient } from "../../api-client.ts";

/** Signs an account without limits in, by a log-in for development, and makes a build. */
export async function signInWithBuild(
  url: string,
): Promise<{ accountId: string; cookie: string; buildId: number }> {
  const api = createApiClient(url);
  const person = { name: "bench", tier: "unlimited" };
  const { account } = await api.post<{ account: { account_id: string } }>("/login/dev", person);
  const { build } = await api.post<{ build: { build_id: number } }>("/builds", { name: "a build" });
  return { accountId: account.account_id, cookie: api.cookie(), buildId: build.build_id };
}
