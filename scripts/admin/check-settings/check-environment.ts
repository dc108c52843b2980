import { existsSync, readdirSync, readFileSync } from "node:fs";
import { knownNames, settingsWithoutEffect, type Config } from "../../../src/config.ts";
import { isLoopbackName } from "../../../src/infra/loopback.ts";
import { DEVELOPMENT_SECRET } from "../../../src/settings/account-settings.ts";
import { readEnvText } from "../../../src/settings/env-file.ts";
import { secretValues } from "../../../src/settings/secret-settings.ts";
import { openDoorWarning, warningsOf } from "../../../src/settings/warnings.ts";
import { nearestNames } from "../../../src/validation/nearest.ts";

/** Returns a sentence for each setting, and each combination of settings, that is allowed, but seldom intended. */
export function environmentWarnings(config: Config): string[] {
  const ofEnvironment = settingsWithoutEffect();
  const ofFile = namesWithoutEffect().filter(
    (sentence) => !ofEnvironment.some((other) => other.split(" ")[0] === sentence.split(" ")[0]),
  );
  return [...ofEnvironment, ...ofFile, ...warningsOf(config), ...insecurities(config)];
}

/**
 * Returns a sentence for each variable of a file `.env` that is no setting, and that no file of Docker Compose in the
 * same folder uses.
 */
function namesWithoutEffect(): string[] {
  if (!existsSync(".env")) return [];
  const { variables } = readEnvText(readFileSync(".env", "utf8"), knownNames);
  const composeFiles = readdirSync(".").filter((name) => /^docker-compose\b.*\.ya?ml$/.test(name));
  const composed = composeFiles.map((name) => readFileSync(name, "utf8")).join("\n");
  const used = new Set([...knownNames, ...[...composed.matchAll(/\$\{(\w+)/g)].map(([, name]) => name)]);
  const unknown = Object.keys(variables).filter((name) => !used.has(name) && !name.startsWith("COMPOSE_"));
  return unknown.map((name) => {
    const [meant] = nearestNames(name, knownNames);
    return `${name} in .env is no setting and has no effect.${meant === undefined ? "" : ` Did you mean ${meant}?`}`;
  });
}

function insecurities(config: Config): string[] {
  const { NODE_ENV, HOST, PUBLIC_URL, SERVER_SECRET, RATE_LIMITS, ALLOWED_ORIGINS, MEILI_URL, MEILI_KEY } =
    config;
  const isPublic = leadsElsewhere(PUBLIC_URL);
  const openOrigins = ALLOWED_ORIGINS.filter(
    (origin) => origin.startsWith("http:") && leadsElsewhere(origin),
  );
  const withoutPassword = (["MONGODB_URL", "REDIS_URL"] as const).filter(
    (name) => leadsElsewhere(config[name]) && secretValues({ [name]: config[name] }).length === 0,
  );
  const candidates: readonly [boolean, string][] = [
    [
      openDoorWarning(config) !== null,
      `DEV_LOGIN is true and HOST is ${HOST}: everybody who reaches this machine can sign in under any name.`,
    ],
    [
      isPublic && NODE_ENV !== "production",
      "Other machines can reach PUBLIC_URL, but NODE_ENV is not production: the service accepts settings for development.",
    ],
    [
      isPublic && SERVER_SECRET === DEVELOPMENT_SECRET,
      "SERVER_SECRET is the default, which everybody knows. Make one, for instance by openssl rand -hex 32, and keep it.",
    ],
    [
      (isPublic || NODE_ENV === "production") && !RATE_LIMITS,
      "RATE_LIMITS is false: every client may send any number of requests.",
    ],
    [
      openOrigins.length > 0,
      `ALLOWED_ORIGINS names ${openOrigins.join(", ")}: over http, anybody on the way can change these pages and use the accounts of their visitors.`,
    ],
    [
      MEILI_KEY === undefined && leadsElsewhere(MEILI_URL),
      "MEILI_URL leads to another machine and MEILI_KEY is not set: everybody who reaches Meilisearch can change the search.",
    ],
  ];
  return [
    ...candidates.flatMap(([isFound, sentence]) => (isFound ? [sentence] : [])),
    ...withoutPassword.map(
      (name) =>
        `${name} leads to another machine and has no password: everybody who reaches the store can change the data.`,
    ),
  ];
}

/** Whether a URL leads to another machine. The URL of MongoDB may list several hosts. */
function leadsElsewhere(url: string): boolean {
  const [, authority = ""] = /^[\w+.-]+:\/\/([^/?#]*)/.exec(url) ?? [];
  const hosts = authority.slice(authority.lastIndexOf("@") + 1).split(",");
  return hosts.some((host) => !isLoopbackName(host.replace(/:\d+$/, "")));
}
