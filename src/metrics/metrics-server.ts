import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ListenError } from "../infra/listen-error.ts";
import { areReady, type StoreStates } from "../infra/store-states.ts";
import { hostInUrl } from "../settings/values.ts";

/**
 * The time after which an idle connection is closed, in ms. Clients of this server send one short request at a time.
 */
const IDLE_TIMEOUT_MS = 60_000;
const MAX_CONNECTIONS = 100;

/**
 * The state of a process: `starting` until the process works and while a worker accepts no jobs, `draining` after a
 * request to stop.
 */
export type WorkState = "starting" | "working" | "draining";

/** A server that serves metrics and health checks. */
export type MetricsServer = Awaited<ReturnType<typeof startMetricsServer>>;

/**
 * Starts the server for the operator of a process, separate from the addresses for clients: `/metrics` in the text
 * format of Prometheus, `/health/live`, and `/health/ready` with the state of each store (503 if MongoDB or Redis is
 * unavailable, or the process is starting or stopping). The server has no authentication: everybody who reaches its
 * address may read.
 * @throws ListenError
 */
export async function startMetricsServer(options: MetricsServerOptions) {
  const { host, port, portName, scrape, storeStates, workState } = options;
  const answers: Readonly<Record<string, () => Promise<Answer>>> = {
    "/metrics": async () => {
      const { text, contentType } = await scrape();
      return { status: 200, type: contentType, body: text };
    },
    "/health/live": async () => jsonAnswer(200, { status: "live" }),
    "/health/ready": async () => {
      const stores = await storeStates();
      const status = readinessOf(workState(), stores);
      return jsonAnswer(status === "ready" ? 200 : 503, { status, stores });
    },
  };
  const server = createServer((request, response) => void respond(request, response, answers));
  server.timeout = IDLE_TIMEOUT_MS;
  server.maxConnections = MAX_CONNECTIONS;
  await bind(server, { host, port, portName });
  const { port: takenPort } = server.address() as AddressInfo;
  return {
    url: `http://${hostInUrl(host)}:${takenPort}`,

    /** Closes the server and all its connections. */
    close: async (): Promise<void> => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface MetricsServerOptions {
  host: string;
  /** The port on which the server listens. With 0, the operating system chooses a free port. */
  port: number;
  /** The name of the setting with the port, for the message about a port that is taken. */
  portName: string;
  /** Returns the metrics in the text format of Prometheus. */
  scrape: () => Promise<{ text: string; contentType: string }>;
  storeStates: () => Promise<StoreStates>;
  workState: () => WorkState;
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

type Readiness = "ready" | "not ready" | "starting" | "draining";

function readinessOf(state: WorkState, stores: StoreStates): Readiness {
  if (state !== "working") return state;
  return areReady(stores) ? "ready" : "not ready";
}

const jsonAnswer = (status: number, body: object): Answer => ({
  status,
  type: "application/json",
  body: JSON.stringify(body),
});

const textAnswer = (status: number, body: string): Answer => ({
  status,
  type: "text/plain; charset=utf-8",
  body: `${body}\n`,
});

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answers: Readonly<Record<string, () => Promise<Answer>>>,
): Promise<void> {
  const { status, type, body } = await answerTo(request, answers);
  response.writeHead(status, {
    "Content-Type": type,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...(status === 405 && { Allow: "GET, HEAD" }),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

async function answerTo(
  { method, url = "" }: IncomingMessage,
  answers: Readonly<Record<string, () => Promise<Answer>>>,
): Promise<Answer> {
  const [path = ""] = url.split("?");
  const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
  if (!answer) return textAnswer(404, `Expected one of ${Object.keys(answers).join(", ")}.`);
  if (method !== "GET" && method !== "HEAD") return textAnswer(405, "Expected GET or HEAD.");
  try {
    return await answer();
  } catch {
    return textAnswer(500, "The metrics or the health check could not be read.");
  }
}

async function bind(
  server: Server,
  { host, port, portName }: Pick<MetricsServerOptions, "host" | "port" | "portName">,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const names = { host: "METRICS_HOST", port: portName };
      reject(
        new ListenError({ HOST: host, PORT: port }, error.code ?? error.message, { names, cause: error }),
      );
    };
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      resolve();
    });
  });
}
