import { existsSync } from "node:fs";
import { z } from "zod";

const MIB = 1024 * 1024;

const flag = z.enum(["true", "false"], "expected true or false").transform((text) => text === "true");

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, "expected a whole number")
    .transform(Number)
    .refine((n) => n >= min && n <= max, `expected a whole number from ${min} to ${max}`);

const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => protocols.includes(URL.parse(text)?.protocol ?? ""),
      `expected a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
    );

const commaList = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean),
);

/** The table of tiers: runs a calendar month by tier; null = no limit. A new account has the first tier. */
const tierLimits = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('expected JSON such as {"free":100,"unlimited":null}');
      return z.NEVER;
    }
  })
  .pipe(
    z
      .record(z.string().min(1), z.int().min(0).nullable())
      .refine((table) => Object.keys(table).length > 0, "expected at least one tier"),
  );

/**
 * Every setting: its variable, its format and its default. `.env.example` lists the same variables in the same order.
 * A variable that is set to the empty string counts as not set.
 */
const settings = z.object({
  /** `production` refuses development conveniences; in `test`, a response that breaks its contract throws. */
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  /** Address the web process listens on. */
  HOST: z.string().default("127.0.0.1"),
  /** Port the web process listens on; 0 picks a free one. */
  PORT: integer(0, 65_535).default(3000),
  /** The URL that clients use, without a trailing slash; https makes the session cookie Secure. Default: http://HOST:PORT */
  PUBLIC_URL: url("http:", "https:").optional(),
  /**
   * Reverse proxies in front of the service that set X-Forwarded-*: the client's address is the one that the outermost of them
   * has seen. 0 = none: the headers are not read, since any client could send them.
   */
  TRUST_PROXY: integer(0, 10).default(0),
  /** Web origins, comma-separated, whose pages may send state-changing requests with the cookie. */
  ALLOWED_ORIGINS: commaList.default([]),

  MONGODB_URL: url("mongodb:", "mongodb+srv:").default("mongodb://127.0.0.1:27017"),
  MONGODB_DATABASE: z
    .string()
    .regex(/^[\w-]{1,63}$/, "expected letters, digits, _ and -")
    .default("pc_benchmarks"),
  REDIS_URL: url("redis:", "rediss:").default("redis://127.0.0.1:6379"),
  /** Begins every key in Redis, so that several deployments can share one Redis. */
  REDIS_KEY_PREFIX: z
    .string()
    .regex(/^[\w-]{1,63}$/, "expected letters, digits, _ and -")
    .default("pcb"),
  MEILI_URL: url("http:", "https:").default("http://127.0.0.1:7700"),
  /** Meilisearch's master key, or a key that may manage indexes, documents, settings and tasks. */
  MEILI_KEY: z.string().min(1).optional(),
  /** Begins the name of every index in Meilisearch. */
  MEILI_INDEX_PREFIX: z
    .string()
    .regex(/^[\w-]{1,63}$/, "expected letters, digits, _ and -")
    .default("pcb"),
  /** Connections a process keeps to Meilisearch. */
  MEILI_CONNECTIONS: integer(1, 1000).default(16),

  /** How long a request waits for one answer of a store before the response is a 503. */
  STORE_TIMEOUT_MS: integer(50, 60_000).default(900),
  /** How long a file that is read from or written to MongoDB may stall. */
  FILE_STALL_TIMEOUT_MS: integer(100, 600_000).default(15_000),
  /** How long a starting process or script waits for MongoDB and for the indexes that it creates there. */
  START_TIMEOUT_MS: integer(100, 3_600_000).default(30_000),
  /** How long a worker waits for one answer of a store before the job is tried again. */
  WORKER_STORE_TIMEOUT_MS: integer(100, 600_000).default(10_000),

  /** POST /login/dev signs anybody in by a name. For development and tests: production refuses it. */
  DEV_LOGIN: flag.default(false),
  /** Days without use after which a session ends. */
  SESSION_DAYS: integer(1, 3650).default(30),
  /** Days after a sign-in after which its session ends, however often it is used. */
  SESSION_MAX_DAYS: integer(1, 3650).default(90),
  /** Runs a calendar month by tier, as JSON; null = no limit; a new account has the first tier. */
  TIER_LIMITS: tierLimits.default({ free: 100, plus: 1000, pro: 10_000, unlimited: null }),

  /** How long units stay reserved for a submission that is never stored, for instance after a crash. */
  RESERVATION_STALE_MS: integer(2000, 3_600_000).default(60_000),
  /** How long the response to a request with an Idempotency-Key is kept. */
  IDEMPOTENCY_HOURS: integer(1, 8760).default(24),
  /** How long a request keeps its Idempotency-Key to itself; after that the next request with the key takes over. */
  IDEMPOTENCY_LEASE_MS: integer(1000, 3_600_000).default(60_000),

  /** Largest JSON body. */
  MAX_JSON_BYTES: integer(1024, 100 * MIB).default(64 * 1024),
  /** Largest result file. */
  MAX_FILE_BYTES: integer(1, 4096 * MIB).default(100 * MIB),
  /** Most files in one submission. */
  MAX_FILES: integer(1, 1000).default(10),
  /** Most typed-in scores in one submission. */
  MAX_RUNS: integer(1, 10_000).default(100),
  /** How long a connection may be idle before it is closed. Must be longer than the longest wait for a result. */
  CONNECTION_IDLE_TIMEOUT_MS: integer(1000, 3_600_000).default(60_000),
  /** How much of a refused request is still read, so that its sender sees the response. */
  DRAIN_MAX_BYTES: integer(0, 4096 * MIB).default(16 * MIB),
  /** How long a refused request is still read, so that its sender sees the response. */
  DRAIN_TIMEOUT_MS: integer(0, 600_000).default(5000),

  /** Result files a worker process reads at the same time. */
  PARSE_CONCURRENCY: integer(1, 64).default(2),
  /** How often workers may begin to read a file before its run fails. */
  PARSE_MAX_ATTEMPTS: integer(1, 100).default(3),
  /** How long a worker may be silent before its job counts as stalled and another worker gets the job. */
  JOB_LOCK_MS: integer(500, 600_000).default(5000),
  /** How often workers check for stalled jobs. */
  JOB_STALLED_CHECK_MS: integer(100, 600_000).default(2000),
  /** How often a worker checks for products that are not yet in the search index, in case a job was lost. */
  SYNC_INTERVAL_MS: integer(50, 3_600_000).default(5000),
  /** How often the sweeps check for work that a crashed process has left unfinished. */
  SWEEP_INTERVAL_MS: integer(50, 3_600_000).default(10_000),
  /** How old unfinished work must be before a sweep finishes it. */
  SWEEP_AGE_MS: integer(50, 86_400_000).default(30_000),
  /** How old an uploaded file without a submission must be before a sweep removes it. Must be longer than an upload takes. */
  UPLOAD_AGE_MS: integer(50, 604_800_000).default(3_600_000),

  /** How long a stopping process waits for requests and jobs to finish. */
  SHUTDOWN_TIMEOUT_MS: integer(100, 600_000).default(10_000),
  /** The step at which every submission stops, so that a test can crash the process there; `none` stops nowhere. */
  TEST_PAUSE_AT: z.enum(["none", "received", "reserved", "attached", "inserted", "finished"]).default("none"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

/** The parsed settings, by the names of their variables. */
export type Config = Readonly<Omit<z.output<typeof settings>, "PUBLIC_URL"> & { PUBLIC_URL: string }>;

/** The variables that are settings, in the order of the schema. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

/** The settings of the environment are not valid. The message lists every fault, one a line. */
export class InvalidConfigError extends Error {
  override name = "InvalidConfigError";

  constructor(faults: readonly string[]) {
    super(`The settings are not valid:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  }
}

function faultsInProduction(config: z.output<typeof settings>): string[] {
  if (config.NODE_ENV !== "production") return [];
  const faults: string[] = [];
  if (config.TEST_PAUSE_AT !== "none")
    faults.push("TEST_PAUSE_AT: it stops submissions; production refuses it.");
  if (config.DEV_LOGIN)
    faults.push("DEV_LOGIN: it signs anybody in; production refuses it. Set it to false.");
  if (config.MEILI_KEY === undefined)
    faults.push("MEILI_KEY: production needs one. Set it to Meilisearch's key.");
  return faults;
}

/**
 * Parses the settings.
 * @param env environment variables; those that are not settings are ignored
 * @throws InvalidConfigError with every fault at once
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    settingNames.map((name) => [name, env[name] === "" ? undefined : env[name]]),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    throw new InvalidConfigError(
      parsed.error.issues.map(({ path: [name], message }) => {
        const found = typeof name === "string" ? given[name] : undefined;
        const shown = name === "MEILI_KEY" || found === undefined ? "" : `, found ${JSON.stringify(found)}`;
        return `${String(name)}: ${message}${shown}`;
      }),
    );
  }
  const faults = faultsInProduction(parsed.data);
  if (faults.length > 0) throw new InvalidConfigError(faults);
  const { PUBLIC_URL, ...rest } = parsed.data;
  return { ...rest, PUBLIC_URL: (PUBLIC_URL ?? `http://${rest.HOST}:${rest.PORT}`).replace(/\/+$/, "") };
}

/** Adds the variables of a file `.env`, if there is one, to the environment. Variables of the environment keep their values. */
export function loadEnvFile(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
}

/** Reads the settings of this process from its environment and from `.env`. @throws InvalidConfigError */
export function readConfig(): Config {
  loadEnvFile();
  // oxlint-disable-next-line node/no-process-env -- the one place that reads the environment
  return parseConfig(process.env);
}
