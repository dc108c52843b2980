import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { projectUrl } from "../helpers/project-files.ts";

interface HealthCheck {
  test: string[];
  interval?: string;
  timeout?: string;
  retries?: number;
  start_period?: string;
  start_interval?: string;
}

/** A service of docker-compose.yml, with the keys of the compose specification that the project uses. */
export interface ComposeService {
  image?: string;
  init?: boolean;
  build?: unknown;
  command?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  entrypoint?: string[];
  user?: string;
  cap_drop?: string[];
  cap_add?: string[];
  privileged?: boolean;
  security_opt?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  mem_limit?: string;
  cpus?: number;
  pids_limit?: number;
  restart?: string;
  stop_grace_period?: string;
  logging?: { driver?: string; options?: Record<string, string> };
  healthcheck?: HealthCheck;
  depends_on?: Record<string, { condition: string }>;
}

interface Compose {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
}

/** Returns the text of a file of the project. */
export const textOf = (file: string): string => readFileSync(projectUrl(file), "utf8");

const parseCompose = (file: string) => parse(textOf(file), { merge: true }) as Compose;

/** The content of docker-compose.yml, with merge keys resolved. */
export const compose = parseCompose("docker-compose.yml");

/** The services of docker-compose.small.yml, which change services of docker-compose.yml. */
export const smallServices = parseCompose("docker-compose.small.yml").services;

/** The services of docker-compose.yml, by their names. */
export const { services } = compose;

/** The names of the services that do one task and exit. Other services wait until such a service has succeeded. */
export const oneShots: ReadonlySet<string> = new Set(
  Object.values(services).flatMap(({ depends_on = {} }) =>
    Object.entries(depends_on).flatMap(([name, { condition }]) =>
      condition === "service_completed_successfully" ? [name] : [],
    ),
  ),
);
