import { existsSync, readFileSync } from "node:fs";
import test from "ava";
import { parse } from "yaml";
import { settingNames } from "../../src/config.ts";
import { fakeMongoDb } from "./fake-mongodb.ts";
import { projectUrl } from "../helpers/project-files.ts";

interface HealthCheck {
  test: string[];
}

interface ComposeService {
  image?: string;
  build?: string;
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
  healthcheck?: HealthCheck;
  depends_on?: Record<string, { condition: string }>;
}

interface Compose {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
}

const root = projectUrl("");
const textOf = (file: string) => readFileSync(new URL(file, root), "utf8");
const compose = parse(textOf("docker-compose.yml"), { merge: true }) as Compose;
const { services } = compose;

/** The keys of the compose specification that docker-compose.yml uses. */
const knownKeys = {
  top: ["name", "services", "volumes"],
  service: (
    "build cap_drop command cpus depends_on entrypoint env_file environment healthcheck image mem_limit pids_limit ports " +
    "read_only restart security_opt stop_grace_period tmpfs user volumes"
  ).split(" "),
  healthcheck: ["test", "interval", "timeout", "retries", "start_period"],
};

const lastLine = (command: string[] = []) => command.at(-1)?.trimEnd().split("\n").at(-1) ?? "";

const unknownKeys = (value: object, known: readonly string[]) =>
  Object.keys(value).filter((key) => !known.includes(key) && !key.startsWith("x-"));

test("docker-compose.yml has only keys of the compose specification", (t) => {
  t.deepEqual(unknownKeys(compose, knownKeys.top), []);
  for (const [name, service] of Object.entries(services)) {
    t.deepEqual(unknownKeys(service, knownKeys.service), [], name);
    t.deepEqual(unknownKeys(service.healthcheck ?? {}, knownKeys.healthcheck), [], name);
  }
});

test("docker-compose.yml starts the stores in the versions and modes that the application needs", (t) => {
  t.deepEqual(Object.keys(services).toSorted(), ["meilisearch", "mongodb", "redis", "web", "worker"]);
  t.is(services["redis"]?.image, "redis:7");
  t.regex(
    lastLine(services["redis"]?.command),
    /^exec redis-server .* --maxmemory-policy noeviction --appendonly yes$/,
  );
  t.is(services["mongodb"]?.image, "mongo:8");
  t.is(
    lastLine(services["mongodb"]?.command),
    "exec mongod --replSet rs0 --bind_ip_all --keyFile /tmp/node-key",
  );
  t.is(services["meilisearch"]?.image, "getmeili/meilisearch:v1.21");
  t.regex(services["meilisearch"]?.environment?.["MEILI_MASTER_KEY"] ?? "", /^\$\{MEILI_KEY:\?.+\}$/);
});

test("every container but the worker has a health check, and dependent containers wait until it passes", (t) => {
  const checked = Object.entries(services).filter(([, service]) => service.healthcheck);
  t.deepEqual(checked.map(([name]) => name).toSorted(), ["meilisearch", "mongodb", "redis", "web"]);
  for (const [name, { healthcheck }] of checked) {
    t.true(["CMD", "CMD-SHELL"].includes(healthcheck?.test[0] ?? ""), name);
    t.true(
      healthcheck?.test.every((word) => typeof word === "string"),
      name,
    );
  }
  t.true(services["web"]?.healthcheck?.test.join(" ").includes("/health/ready"));
  for (const { depends_on = {} } of Object.values(services)) {
    for (const [name, { condition }] of Object.entries(depends_on)) {
      t.is(condition, "service_healthy");
      t.truthy(services[name]?.healthcheck, name);
    }
  }
  for (const name of ["web", "worker"]) {
    t.deepEqual(Object.keys(services[name]?.depends_on ?? {}), ["mongodb", "redis", "meilisearch"]);
  }
});

const passwords = {
  MONGODB_DATABASE: "bench",
  MONGODB_PASSWORD: "s3cret-of-the-service",
  MONGODB_ROOT_PASSWORD: "s3cret-of-root",
};

/** Runs the health check as mongosh would. `quit` ends the script there. */
function runHealthCheck({ rs, db }: ReturnType<typeof fakeMongoDb>): number | undefined {
  const script = services["mongodb"]?.healthcheck?.test.at(-1) ?? "";
  let exitCode: number | undefined;
  const quit = (code: number) => {
    exitCode = code;
    throw new Error("quit");
  };
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- the script is the project's own, and this test runs it
    new Function("rs", "db", "quit", "process", script)(rs, db, quit, { env: passwords });
  } catch (error) {
    if ((error as Error).message !== "quit") throw error;
  }
  return exitCode;
}

test("the health check of MongoDB makes the replica set and its users once, and passes when there is a primary with users", (t) => {
  const server = fakeMongoDb({ isInitiated: false, isPrimary: false, users: {} });
  t.is(runHealthCheck(server), 1);
  t.is(runHealthCheck(server), 1);
  const set = { _id: "rs0", members: [{ _id: 0, host: "mongodb:27017" }] };
  t.deepEqual(server.calls, [set]);
  server.state.isPrimary = true;
  t.is(runHealthCheck(server), 0);
  const users = [
    { user: "root", roles: ["root"] },
    { user: "pc-benchmarks", roles: [{ role: "readWrite", db: "bench" }] },
  ];
  t.deepEqual(server.calls, [set, ...users]);
  t.deepEqual(server.state.users, {
    root: passwords.MONGODB_ROOT_PASSWORD,
    "pc-benchmarks": passwords.MONGODB_PASSWORD,
  });
  const restarted = fakeMongoDb(server.state);
  t.is(runHealthCheck(restarted), 0);
  t.deepEqual(restarted.calls, []);
});

test("the health check of MongoDB goes on where an earlier one was cut off between the two users", (t) => {
  const server = fakeMongoDb({
    isInitiated: true,
    isPrimary: true,
    users: { root: passwords.MONGODB_ROOT_PASSWORD },
  });
  t.is(runHealthCheck(server), 0);
  t.deepEqual(server.calls, [{ user: "pc-benchmarks", roles: [{ role: "readWrite", db: "bench" }] }]);
});

test("web and worker get settings that exist, with the URLs of the stores in their containers", (t) => {
  for (const name of ["web", "worker"]) {
    const environment = services[name]?.environment ?? {};
    t.deepEqual(
      Object.keys(environment).filter((variable) => !settingNames.includes(variable)),
      ["MONGODB_ROOT_PASSWORD"],
    );
    t.like(environment, {
      NODE_ENV: "production",
      MEILI_URL: "http://meilisearch:7700",
      DEV_LOGIN: "false",
    });
    t.regex(environment["MEILI_KEY"] ?? "", /^\$\{MEILI_KEY:\?.+\}$/);
    const url = (variable: string) => environment[variable]?.replaceAll(/\$\{\w+:\?[^}]*\}/g, "pw");
    t.is(url("MONGODB_URL"), "mongodb://pc-benchmarks:pw@mongodb:27017/?replicaSet=rs0&authSource=admin");
    t.is(url("REDIS_URL"), "redis://:pw@redis:6379");
  }
  t.is(services["web"]?.environment?.["HOST"], "0.0.0.0");
});

test("no container has capabilities, can gain rights, or can change its file system but /tmp and its volumes", (t) => {
  for (const [name, service] of Object.entries(services)) {
    t.deepEqual(service.cap_drop, ["ALL"], name);
    t.is(service.cap_add, undefined, name);
    t.is(service.privileged, undefined, name);
    t.deepEqual(service.security_opt, ["no-new-privileges:true"], name);
    t.true(service.read_only, name);
    t.deepEqual(
      service.tmpfs?.map((mount) => mount.split(":")[0]),
      ["/tmp"],
      name,
    );
  }
});

test("every container has limits of memory, processors and processes, and Redis refuses writes before it reaches its own", (t) => {
  const mebibytes = (size = "") => Number.parseInt(size, 10) * (size.endsWith("g") ? 1024 : 1);
  for (const [name, { mem_limit, cpus, pids_limit }] of Object.entries(services)) {
    t.regex(mem_limit ?? "", /^\d+[mg]$/, name);
    t.true(mebibytes(mem_limit) <= 2048, name);
    t.true((cpus ?? Infinity) <= 2, name);
    t.true((pids_limit ?? Infinity) <= 1024, name);
  }
  const [, maxMemory] = / --maxmemory (\d+)mb /.exec(lastLine(services["redis"]?.command)) ?? [];
  t.true(
    Number(maxMemory) * 2 <= mebibytes(services["redis"]?.mem_limit),
    "a rewrite of the file needs memory, too",
  );
});

test("no container but Meilisearch's runs as root", (t) => {
  t.is(services["mongodb"]?.user, "mongodb");
  t.is(services["redis"]?.user, "redis");
  t.regex(textOf("Dockerfile"), /\nUSER node\n(?:EXPOSE .*\n)?CMD /);
});

test("every store asks for a password, which is missed with the advice where to set it", (t) => {
  const required = [
    "MONGODB_PASSWORD",
    "MONGODB_ROOT_PASSWORD",
    "REDIS_PASSWORD",
    "MEILI_KEY",
    "SERVER_SECRET",
  ];
  const text = textOf("docker-compose.yml");
  for (const name of required) {
    t.regex(text, new RegExp(`\\$\\{${name}:\\?set ${name} in \\.env - [^}]*README[^}]*\\}`), name);
    t.notRegex(text, new RegExp(`\\$\\{${name}(?:\\}|:-)`), `${name} has no default`);
    t.true(textOf("README.md").includes(name), name);
  }
  t.regex(services["redis"]?.command?.at(-1) ?? "", /requirepass/);
  t.regex(services["mongodb"]?.command?.at(-1) ?? "", /--keyFile/);
});

test("no argument of a process has a password, because every user of the host can read them", (t) => {
  for (const [name, { command = [], entrypoint = [], healthcheck }] of Object.entries(services)) {
    // Compose puts the value in place of $NAME and ${NAME}; a shell in the container reads $$NAME when it runs.
    const words = [...entrypoint, ...command, ...(healthcheck?.test ?? [])];
    for (const word of words) t.notRegex(word.replaceAll("$$", ""), /\$/, name);
    t.notRegex(words.join(" "), /exec .*(?:PASSWORD|requirepass)|redis-cli .*-a |mongosh .*--password/, name);
  }
});

test("web and worker do not get the password of MongoDB's root user", (t) => {
  for (const name of ["web", "worker"]) t.is(services[name]?.environment?.["MONGODB_ROOT_PASSWORD"], "");
});

test("web alone is reachable, from the local machine, and every volume is declared", (t) => {
  const reachable = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
  t.deepEqual(
    reachable.map(([name]) => name),
    ["web"],
  );
  for (const { ports = [], volumes = [] } of Object.values(services)) {
    for (const port of ports) t.regex(port, /^127\.0\.0\.1:/);
    for (const volume of volumes) t.true(Object.hasOwn(compose.volumes, volume.split(":")[0] ?? ""), volume);
  }
});

test("docker-compose.yml, Procfile and Dockerfile run programs that exist", (t) => {
  const commands = [
    ...["web", "worker"].map((name) => services[name]?.command?.join(" ") ?? ""),
    ...textOf("Procfile")
      .trimEnd()
      .split("\n")
      .map((line) => line.replace(/^\w+: /, "")),
    /^CMD (.*)$/m.exec(textOf("Dockerfile"))?.[1]?.replaceAll(/[[\],"]/g, "") ?? "",
  ];
  t.is(commands.length, 5);
  for (const command of commands) {
    const source = /^node dist\/(.+)\.js$/.exec(command)?.[1];
    t.true(existsSync(new URL(`${source}.ts`, root)), command);
  }
});
