import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExecutionContext } from "ava";
import { freePort } from "../../embedded/index.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { projectUrl } from "../helpers/project-files.ts";
import { until } from "../helpers/until.ts";

/** The image of web and worker that the tests build from this checkout. */
export const IMAGE = "pc-benchmarks-under-test";

/** Returns the text of a documentation page of the project. */
const pageOf = (path: string) => readFileSync(projectUrl(path), "utf8");

/** Returns the blocks of shell commands in a section of a page, up to the next heading of the same level. */
export function commandsBelow(path: string, heading: string): string[] {
  const [level = ""] = heading.split(" ");
  const [section = ""] = pageOf(path).split(`\n${heading}\n`)[1]?.split(`\n${level} `) ?? [];
  // A code block within a list is indented, so the pattern allows blanks before the fences.
  const blocks = [...section.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)];
  if (blocks.length === 0) throw new Error(`expected commands below ${heading} in ${path}`);
  return blocks.map(([, indent = "", block = ""]) => block.replaceAll(new RegExp(`^${indent}`, "gm"), ""));
}

/** Runs shell commands. Returns what they wrote to standard output and standard error. */
async function shell(commands: string, cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn("bash", ["-euo", "pipefail", "-c", commands], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

/** Builds the image of web and worker from this checkout. */
export async function buildImage(tag: string): Promise<void> {
  const { code, output } = await shell(
    `docker build --quiet --tag ${IMAGE}:${tag} .`,
    projectUrl("").pathname,
    process.env,
  );
  if (code !== 0) throw new Error(output);
}

/** A folder with only the Compose files and .env, like a machine without a checkout, and with its own containers. */
export type Machine = Awaited<ReturnType<typeof createMachine>>;

/** Creates the folder of a machine. Its containers and volumes are removed when the test ends. */
export async function createMachine(t: ExecutionContext, name: string) {
  const folder = temporaryFolder(t);
  const port = await freePort();
  copyFileSync(projectUrl("docker-compose.yml"), join(folder, "docker-compose.yml"));
  copyFileSync(projectUrl("docker-compose.small.yml"), join(folder, "docker-compose.small.yml"));
  // Pass only the variables that Docker needs, because Compose prefers a variable of the environment to a line of .env.
  const { PATH, HOME, DOCKER_HOST, DOCKER_CONFIG } = process.env;
  const project = `pc-benchmarks-test-${name}-${process.pid}`;
  const env = { PATH, HOME, DOCKER_HOST, DOCKER_CONFIG, COMPOSE_PROJECT_NAME: project };

  /** Runs commands in the folder. @returns their output @throws Error with the output where a command fails */
  const run = async (commands: string): Promise<string> => {
    const { code, output } = await shell(commands, folder, env);
    if (code !== 0) throw new Error(`exit code ${code} of: ${commands}\n${output}`);
    return output;
  };
  const remove = () => shell("docker compose down --volumes --timeout 1", folder, env);
  t.teardown(remove);

  /** Returns a field of the state of a service's container, as `docker inspect` prints it. */
  const inspect = async (service: string, field: string): Promise<string> =>
    (
      await run(`docker inspect --format '{{${field}}}' $(docker compose ps --all --quiet ${service})`)
    ).trim();

  return {
    url: `http://127.0.0.1:${port}`,
    port: String(port),
    folder,
    run,
    remove,
    inspect,

    /** Appends settings to .env. */
    set: (settings: Readonly<Record<string, string>>): void => {
      const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`);
      appendFileSync(join(folder, ".env"), lines.join(""));
    },

    /** Returns the value of a setting in .env. */
    valueOf: (setting: string): string =>
      new RegExp(`^${setting}=(.*)$`, "m").exec(readFileSync(join(folder, ".env"), "utf8"))?.[1] ?? "",

    /** Waits until Docker reports that services are healthy. */
    untilHealthy: (services: readonly string[]): Promise<void> =>
      until(
        async () => {
          const states = await Promise.all(services.map((one) => inspect(one, ".State.Health.Status")));
          return states.every((state) => state === "healthy");
        },
        `${services.join(", ")} are healthy`,
      ),

    /**
     * Kills the first process of a service's container from outside the container, like a crash. Docker does not
     * restart a container after `docker kill`.
     */
    crash: async (service: string): Promise<void> => {
      const pid = await inspect(service, ".State.Pid");
      await run(`docker run --rm --pid host --user root ${IMAGE}:test bash -c 'kill -9 ${pid}'`);
    },
  };
}
