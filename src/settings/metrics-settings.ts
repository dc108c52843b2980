import { z } from "zod";
import { integer } from "./values.ts";

/**
 * The settings of the servers on which web and worker processes answer health checks and serve their metrics. These
 * servers have no authentication, so by default they only answer requests from this machine.
 */
export const metricsSettings = {
  /** The address on which web and worker processes serve metrics and health checks. */
  METRICS_HOST: z.string().default("127.0.0.1"),
  /** The port of the metrics and health checks of a web process; 0 picks a free port. */
  METRICS_PORT: integer(0, 65_535).default(9464),
  /** The port of the metrics and health checks of a worker process; 0 picks a free port. */
  WORKER_METRICS_PORT: integer(0, 65_535).default(9474),
};
