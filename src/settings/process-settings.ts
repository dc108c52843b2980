import { testConstants } from "./test-constants.ts";
import { integer, oneOf, url } from "./values.ts";

/** The settings of every process: its surroundings, its stop and its log. */
export const processSettings = {
  /** `production` refuses development conveniences; in `test`, a response that breaks its contract throws. */
  NODE_ENV: oneOf("development", "production", "test").default("development"),
  /** How long a stopping process waits for requests and jobs to finish. */
  SHUTDOWN_TIMEOUT_MS: integer(100, 600_000).default(10_000),
  /** Values of constants for tests that start a program, as JSON. Production refuses it. */
  TEST_CONSTANTS: testConstants.default({}),
  /** Where traces are sent, by OTLP over HTTP. Not set: nothing is traced, and nothing of OpenTelemetry is loaded. */
  TRACES_URL: url("http:", "https:").optional(),
  /** How many of a hundred requests are traced. A job is traced if the request that has added the job is traced. */
  TRACES_SAMPLE_PERCENT: integer(0, 100).default(100),
  LOG_LEVEL: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent").default("info"),
};
