import { once } from "node:events";
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import type { ExecutionContext } from "ava";
import { createClient } from "../helpers/client.ts";
import { runProgram, temporaryFolder } from "../helpers/processes.ts";
import { runScript } from "../helpers/run-script.ts";
import type { TestService } from "../helpers/service.ts";

/** Signs in, creates a token and a build, and returns functions that run the command pc-benchmarks with the token. */
export async function openCommand(
  t: ExecutionContext,
  service: TestService,
  { name, tier, url = service.url }: { name: string; tier?: string; url?: string },
) {
  const session = await service.signIn(name, tier);
  const answer = await session.post("/me/tokens", { name: "a program", scopes: ["read", "submit"] });
  const token = answer.body.token as string;
  const buildId = await session.makeBuild("Quiet tower");
  // Use a token: a session would expire when a test sets the clock of the service forward by a month.
  const withToken = createClient(service.url, undefined, token);
  const configFolder = temporaryFolder(t);
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: configFolder,
    PC_BENCHMARKS_URL: url,
    PC_BENCHMARKS_TOKEN: token,
  };
  const program = "packages/client/src/bin.ts";
  return {
    session,
    token,
    buildId,
    configFolder,
    /** Starts the command pc-benchmarks. @param more variables of its environment; undefined removes a variable */
    start: (args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
      runProgram(t, program, { args, env: { ...env, ...more } }),
    /** Runs the command pc-benchmarks to its end. */
    run: async (args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
      const result = await runScript(program, args, { ...env, ...more });
      return { ...result, entries: entriesIn(result.stdout) };
    },
    /** Returns all runs of the build, by the names of their files. */
    runsByFile: async (): Promise<Map<string, string[]>> => {
      const { body } = await withToken.get(`/builds/${buildId}/runs?limit=1000`);
      const runs = new Map<string, string[]>();
      for (const { run_id, file } of body.results as { run_id: string; file: { name: string } | null }[])
        if (file !== null) runs.set(file.name, [...(runs.get(file.name) ?? []), run_id]);
      return runs;
    },
  };
}

/** An object that the command pc-benchmarks prints with --json. */
type Entry = Record<string, unknown>;

/** Returns the JSON objects in the output of a command; an empty list if the output is text for people. */
export function entriesIn(stdout: string): Entry[] {
  const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line) as Entry);
}

/** Returns the time in ms until one minute after the start of the next month, when the counts of runs start again. */
export function msUntilNextMonth(): number {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 0, 1) - now.getTime();
}

/**
 * A port that leads to a service, and that a test closes and opens as if the service stopped and started. While the
 * port is closed, it breaks each connection at once. The port stays in use, so that no other program takes it.
 */
export async function openStoppable(t: ExecutionContext, service: TestService) {
  const target = Number(new URL(service.url).port);
  const sockets = new Set<Socket>();
  let isStopped = false;
  const server = createServer((client) => {
    if (isStopped) return void client.destroy();
    const onward = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [client, onward],
      [onward, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    isStopped = true;
    for (const socket of sockets) socket.destroy();
  };
  t.teardown(() => {
    stop();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop,
    start: () => {
      isStopped = false;
    },
  };
}
