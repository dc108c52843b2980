import { z } from "zod";
import { trustedProxies } from "./trusted-proxies.ts";
import { integer, originList, serverUrl } from "./values.ts";

/** The settings of the web server: where it listens, and which proxies and origins it trusts. */
export const httpSettings = {
  /** The address on which the web process listens. */
  HOST: z.string().default("127.0.0.1"),
  /** The port on which the web process listens; 0 picks a free port. */
  PORT: integer(0, 65_535).default(3000),
  /** The URL that clients use, without a path; https makes the session cookie Secure. Default: http://HOST:PORT */
  PUBLIC_URL: serverUrl.optional(),
  /**
   * The reverse proxies in front of the service whose X-Forwarded-For is believed: their addresses and networks,
   * comma-separated, or their number. The client's address is the address that the outermost of these proxies has seen.
   * 0 = no proxy: the header is then not read, because any client could send it.
   */
  TRUST_PROXY: trustedProxies.default(0),
  /** Web origins, comma-separated, whose pages may send every request with the cookie and read the answer (CORS). */
  ALLOWED_ORIGINS: originList.default([]),
};
