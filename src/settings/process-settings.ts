import { testConstants } from "./test-constants.ts";
import { integer, oneOf, url } from "./values.ts";

/** The settings that every process has: its environment, its shutdown, its log and its traces. */
export const processSettings = {
  /**
   * The environment. With `production`, the service does not start with settings for development; with `test`, a
   * response that breaks its contract throws.
   */
  NODE_ENV: oneOf("development", "production", "test").default("development"),
  /** How long a stopping process waits for requests and jobs to finish, in ms. */
  SHUTDOWN_TIMEOUT_MS: integer(100, 600_000).default(10_000),
  /**
   * How long a stopping web process still takes requests, in ms: longer than the proxies need to notice that
   * `/health/ready` says `draining`; 0 if no proxy asks `/health/ready`. SHUTDOWN_TIMEOUT_MS begins afterwards.
   */
  SHUTDOWN_DELAY_MS: integer(0, 600_000).default(0),
  /**
   * Values that replace constants in a program that a test starts, as JSON. In production, the service does not start
   * with this setting.
   */
  TEST_CONSTANTS: testConstants.default({}),
  /**
   * The URL to which traces are sent, by OTLP over HTTP. If this setting is absent, nothing is traced, and no module of
   * OpenTelemetry is loaded.
   */
  TRACES_URL: url("http:", "https:").optional(),
  /** The percentage of requests that are traced. A job is traced if the request that has added the job is traced. */
  TRACES_SAMPLE_PERCENT: integer(0, 100).default(100),
  LOG_LEVEL: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent").default("info"),
};
