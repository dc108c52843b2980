import { ProviderUnavailableError } from "./errors.ts";
import type { ProviderDeps } from "./provider.ts";

/**
 * The maximum length of a sign-in provider's answer, in bytes. Answers with addresses, keys or tokens are much
 * shorter.
 */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Sends a request to a sign-in provider. @throws ProviderUnavailableError */
export type ProviderFetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Creates the HTTP client of one sign-in provider. The client limits the time, the number of simultaneous requests
 * and the length of an answer, so that a slow or broken provider delays no other requests. The client follows no
 * redirects.
 */
export function createProviderFetch(name: string, { config }: Pick<ProviderDeps, "config">): ProviderFetch {
  const { LOGIN_PROVIDER_TIMEOUT_MS: timeoutMs, LOGIN_PROVIDER_REQUESTS: maxRequests } = config;
  const unavailable = (fault: string) =>
    new ProviderUnavailableError(name, fault, config.LOGIN_PROVIDER_RETRY_MS);
  let underWay = 0;

  async function request(url: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { ...init, redirect: "manual", signal });
    const { status, headers } = response;
    if (status >= 500 || status === 429) {
      await response.body?.cancel();
      throw unavailable(`the provider answered ${status}`);
    }
    const body = await readBounded(response);
    if (body === null)
      throw unavailable(`the answer of the provider has more than ${MAX_ANSWER_BYTES} bytes`);
    return new Response(body.length === 0 ? null : body, { status, headers });
  }

  return async (url, init) => {
    if (underWay >= maxRequests) throw unavailable(`${underWay} requests to the provider are under way`);
    underWay += 1;
    try {
      return await request(url, init);
    } catch (error) {
      if (error instanceof ProviderUnavailableError) throw error;
      throw unavailable(faultOf(error, timeoutMs));
    } finally {
      underWay -= 1;
    }
  };
}

/** Reads the body of a sign-in provider's answer; null where the body has more than MAX_ANSWER_BYTES. */
async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function faultOf(error: unknown, timeoutMs: number): string {
  if (error instanceof DOMException && error.name === "TimeoutError")
    return `the provider gave no answer within ${timeoutMs} ms`;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "no answer";
  return `the provider cannot be reached (${code})`;
}
