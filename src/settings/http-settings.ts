import { z } from "zod";
import { MIB, integer, originList, serverUrl } from "./values.ts";

/** The settings of the web server: where it listens, whom it believes, and what a request may cost. */
export const httpSettings = {
  /** Address the web process listens on. */
  HOST: z.string().default("127.0.0.1"),
  /** Port the web process listens on; 0 picks a free one. */
  PORT: integer(0, 65_535).default(3000),
  /** The URL that clients use, without a path; https makes the session cookie Secure. Default: http://HOST:PORT */
  PUBLIC_URL: serverUrl.optional(),
  /**
   * Reverse proxies in front of the service that set X-Forwarded-*: the client's address is the one that the outermost of them
   * has seen. 0 = none: the headers are not read, since any client could send them.
   */
  TRUST_PROXY: integer(0, 10).default(0),
  /** Web origins, comma-separated, whose pages may send every request with the cookie and read its answer (CORS). */
  ALLOWED_ORIGINS: originList.default([]),
  /** Largest JSON body. */
  MAX_JSON_BYTES: integer(1024, 100 * MIB).default(64 * 1024),
  /** How long a connection may be idle before it is closed. Must be longer than the longest wait for a result. */
  CONNECTION_IDLE_TIMEOUT_MS: integer(1000, 3_600_000).default(60_000),
  /** How much of a refused request is still read, so that its sender sees the response. */
  DRAIN_MAX_BYTES: integer(0, 4096 * MIB).default(16 * MIB),
  /** How long a refused request is still read, so that its sender sees the response. */
  DRAIN_TIMEOUT_MS: integer(0, 600_000).default(5000),
  /** How much of charts and frame times a web process keeps in its memory. */
  FRAME_CACHE_BYTES: integer(0, 4096 * MIB).default(16 * MIB),
  /** Requests that may wait for frame times which are drawn one series after the other; more get a 503. */
  FRAME_RENDERS_WAITING: integer(0, 100_000).default(200),
};
