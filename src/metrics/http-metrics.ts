import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/**
 * The buckets of request durations, in seconds: most requests end within 10 ms, and a request that waits for a run
 * takes up to 30 s.
 */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** The facts of an ended request that the metrics count. */
export interface EndedRequest {
  method: string;
  /**
   * The pattern of the route, such as `/builds/:build_id`; undefined where no route matched. Never the path itself,
   * because the number of paths is unlimited.
   */
  route: string | undefined;
  status: number;
  durationMs: number;
}

/**
 * The HTTP methods that may become a label of a metric. Any other method is counted under a common label, because a
 * client may send any word as a method.
 */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Creates the metrics of requests and connections. */
export function createHttpMetrics(registry: Registry) {
  const registers = [registry];
  const requests = new Counter({
    name: "pcb_http_requests_total",
    help: "Requests that were answered, by the pattern of their route",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "pcb_http_request_duration_seconds",
    help: "Time from the head of a request to the head of its response, by the pattern of the route",
    labelNames: ["method", "route"],
    buckets: SECONDS,
    registers,
  });
  const underWay = new Gauge({
    name: "pcb_http_requests_under_way",
    help: "Requests that are being answered",
    registers,
  });
  const connections = new Gauge({
    name: "pcb_http_connections",
    help: "Open connections of clients; reserved are those beyond MAX_CONNECTIONS",
    labelNames: ["kind"],
    registers,
  });
  const refusals = new Counter({
    name: "pcb_http_limits_reached_total",
    help: "Requests and connections that a limit has refused, by the limit",
    labelNames: ["limit"],
    registers,
  });
  return {
    requestBegan: (): void => underWay.inc(),

    requestEnded: ({ method, route = "none", status, durationMs }: EndedRequest): void => {
      const known = METHODS.has(method) ? method : "other";
      underWay.dec();
      requests.inc({ method: known, route, status });
      seconds.observe({ method: known, route }, durationMs / 1000);
    },

    limitReached: (limit: string): void => refusals.inc({ limit }),

    setConnections: ({ ordinary, reserved }: { ordinary: number; reserved: number }): void => {
      connections.set({ kind: "ordinary" }, ordinary);
      connections.set({ kind: "reserved" }, reserved);
    },
  };
}
