import { registerSecret } from "./run-output.ts";

/** The names of secret query parameters in the URLs of redirects between the service and a provider. */
const SECRET_PARAMETERS = ["code", "state", "nonce"];

/** A minimal browser for signing in: it stores cookies by origin and follows redirects. */
export type Browser = ReturnType<typeof createBrowser>;

/**
 * Creates a browser without cookies.
 * @param hosts the real origins of made-up host names, such as `{ "http://bench.test": service.url }`
 */
export function createBrowser(hosts: Readonly<Record<string, string>> = {}) {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (origin: string) => {
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };

  /** Sends a request with the cookies of its origin, and stores the cookies of the response. */
  async function send(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin, pathname, search } = new URL(url);
    const jar = jarOf(origin);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(init.headers as Record<string, string>), ...(cookie !== "" && { Cookie: cookie }) };
    const target = `${hosts[origin] ?? origin}${pathname}${search}`;
    const response = await fetch(target, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const name = pair.slice(0, pair.indexOf("="));
      const value = pair.slice(pair.indexOf("=") + 1);
      const isEnd = value === "" || /max-age=0(?:;|$)/i.test(line) || /expires=[^;]* 1970/i.test(line);
      if (isEnd) jar.delete(name);
      else jar.set(name, value);
      registerSecret(value);
    }
    const location = URL.parse(response.headers.get("location") ?? "", url);
    for (const name of SECRET_PARAMETERS) registerSecret(location?.searchParams.get(name) ?? "");
    return response;
  }

  return {
    send,

    /**
     * Follows redirects from a URL until a response is no redirect, or until a redirect leads to a URL that begins with
     * `stopAt`. Returns the last URL, and the last response, if its URL was requested.
     */
    follow: async (start: string, stopAt?: string): Promise<{ url: string; response: Response | null }> => {
      let url = start;
      for (let hops = 0; hops < 20; hops++) {
        if (stopAt !== undefined && url.startsWith(stopAt)) return { url, response: null };
        const response = await send(url);
        const location = response.headers.get("location");
        if (location === null) return { url, response };
        await response.body?.cancel();
        url = new URL(location, url).href;
      }
      throw new Error(`expected fewer than 20 redirects, at last to ${url}`);
    },

    /** Returns the value of a cookie, or undefined if the browser has no such cookie. */
    cookie: (origin: string, name: string) => jarOf(origin).get(name),
    setCookie: (origin: string, name: string, value: string) => void jarOf(origin).set(name, value),
  };
}
