import { z } from "zod";
import { integer } from "./values.ts";

/**
 * The settings of the servers on which web and worker answer health checks and serve their metrics. Nobody signs in
 * there, so by default they answer this machine alone.
 */
export const metricsSettings = {
  /** Address on which web and worker serve metrics and health checks. */
  METRICS_HOST: z.string().default("127.0.0.1"),
  /** Port of the metrics of a web process; 0 picks a free one. */
  METRICS_PORT: integer(0, 65_535).default(9464),
  /** Port of the metrics and health checks of a worker; 0 picks a free one. */
  WORKER_METRICS_PORT: integer(0, 65_535).default(9474),
};
