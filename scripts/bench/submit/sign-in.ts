import { createApiClient } from "../../api-client.ts";

/** Signs in an account without limits, by the log-in for development, and creates a build. */
export async function signInWithBuild(
  url: string,
): Promise<{ accountId: string; cookie: string; buildId: number }> {
  const api = createApiClient(url);
  const person = { name: "bench", tier: "unlimited" };
  const { account } = await api.post<{ account: { account_id: string } }>("/login/dev", person);
  const { build } = await api.post<{ build: { build_id: number } }>("/builds", { name: "a build" });
  return { accountId: account.account_id, cookie: api.cookie(), buildId: build.build_id };
}
