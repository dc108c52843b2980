import { existsSync } from "node:fs";
import test from "ava";
import { settingNames } from "../../src/config.ts";
import { projectUrl } from "../helpers/project-files.ts";
import { compose, oneShots, services, smallServices, textOf } from "./compose-file.ts";
import { brokenRules, mebibytes, ruleCount, type ServicePlace } from "./service-rules.ts";

const root = projectUrl("");

/** The keys of the compose specification that docker-compose.yml uses. */
const knownKeys = {
  top: ["name", "services", "volumes"],
  service: (
    "build cap_add cap_drop command cpus depends_on entrypoint env_file environment healthcheck image init logging mem_limit " +
    "network_mode pids_limit ports read_only restart security_opt stop_grace_period tmpfs user volumes"
  ).split(" "),
  healthcheck: ["test", "interval", "timeout", "retries", "start_period", "start_interval"],
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
  const names = ["meilisearch", "meilisearch-volume", "mongodb", "mongodb-setup", "redis", "web", "worker"];
  t.deepEqual(Object.keys(services).toSorted(), names);
  t.regex(services["redis"]?.image ?? "", /^redis:7\./);
  t.regex(
    lastLine(services["redis"]?.command),
    /^exec redis-server .* --maxmemory-policy noeviction --appendonly yes$/,
  );
  t.regex(services["mongodb"]?.image ?? "", /^mongo:8\./);
  t.is(
    lastLine(services["mongodb"]?.command),
    "exec mongod --replSet rs0 --bind_ip_all --keyFile /tmp/node-key",
  );
  t.regex(services["meilisearch"]?.image ?? "", /^getmeili\/meilisearch:v1\.21\./);
  t.regex(services["meilisearch"]?.environment?.["MEILI_MASTER_KEY"] ?? "", /^\$\{MEILI_KEY:\?.+\}$/);
});

test("containers wait until the services that they need are healthy, and web and worker are healthy when they are ready", (t) => {
  for (const name of ["web", "worker"]) {
    t.true(services[name]?.healthcheck?.test.join(" ").includes("/health/ready"), name);
    t.deepEqual(Object.keys(services[name]?.depends_on ?? {}), ["mongodb-setup", "redis", "meilisearch"]);
  }
  for (const [waiting, { depends_on = {} }] of Object.entries(services)) {
    for (const [name, { condition }] of Object.entries(depends_on)) {
      const expected = oneShots.has(name) ? "service_completed_successfully" : "service_healthy";
      t.is(condition, expected, `${waiting} waits for ${name}`);
    }
  }
});

test("web and worker get only existing settings, with the URLs of the stores in their containers", (t) => {
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

test("web and worker run under an init process in their containers, because the first process of a container ignores signals that it does not handle", (t) => {
  for (const name of ["web", "worker"]) t.true(services[name]?.init, name);
});

const [, userOfOwnImage] = /\nUSER (\w+)\n(?:EXPOSE .*\n)?CMD /.exec(textOf("Dockerfile")) ?? [];
const placeOf = (name: string): ServicePlace => ({ isOneShot: oneShots.has(name), userOfOwnImage });

test("every service of docker-compose.yml follows the rules about rights, user, limits, logs, restarts, health, exact image and secrets", (t) => {
  const broken = Object.entries(services).map(([name, service]) => [
    name,
    brokenRules(service, placeOf(name)),
  ]);
  t.deepEqual(
    Object.fromEntries(broken),
    Object.fromEntries(Object.keys(services).map((name) => [name, []])),
  );
});

test("a Compose service with only an image and a secret breaks every rule for services", (t) => {
  const bare = { environment: { A_TOKEN: "in the file" }, image: "postgres:17" };
  const place = { isOneShot: false, userOfOwnImage };
  t.is(brokenRules(bare, place).length, ruleCount);
  t.is(
    brokenRules(services["web"] ?? {}, { ...place, userOfOwnImage: undefined }).length,
    1,
    "web takes its user from the image of the project",
  );
  t.true(
    brokenRules({ ...services["redis"], user: "0:0" }, place)
      .join("")
      .includes("root"),
  );
  t.true(
    brokenRules({ ...services["redis"], cap_add: ["CHOWN"] }, place)
      .join("")
      .includes("owners"),
  );
});

test("two services of docker-compose.yml do one task and exit, each with the image and volumes of its store, and other services wait for their success", (t) => {
  t.deepEqual([...oneShots].toSorted(), ["meilisearch-volume", "mongodb-setup"]);
  for (const [name, store] of [
    ["meilisearch-volume", "meilisearch"],
    ["mongodb-setup", "mongodb"],
  ] as const) {
    t.is(services[name]?.image, services[store]?.image, "the same image, so that Docker downloads no other");
    t.deepEqual(services[name]?.volumes, services[store]?.volumes);
  }
});

test("the health checks of containers run rarely, except while a container starts, and none starts mongosh or Node", (t) => {
  for (const [name, { healthcheck }] of Object.entries(services)) {
    if (healthcheck === undefined) continue;
    t.like(healthcheck, { interval: "60s", start_interval: "1s" }, name);
    t.notRegex(healthcheck.test.join(" "), /mongosh|node/, name);
  }
});

test("Redis refuses writes before it reaches the memory limit of its container", (t) => {
  for (const { redis } of [services, smallServices]) {
    const [, maxMemory] = /^(\d+)mb$/.exec(redis?.environment?.["REDIS_MAX_MEMORY"] ?? "") ?? [];
    t.true(
      Number(maxMemory) * 2 <= mebibytes(redis?.mem_limit),
      "Redis needs memory for rewriting the append-only file, too",
    );
  }
  t.regex(lastLine(services["redis"]?.command), / --maxmemory "\$\$REDIS_MAX_MEMORY" /);
});

test("docker-compose.small.yml limits all services that keep running to 1.75 GiB together and to one processor each, and changes only settings", (t) => {
  const going = Object.keys(services).filter((name) => !oneShots.has(name));
  t.deepEqual(Object.keys(smallServices).toSorted(), going.toSorted());
  const limits = Object.values(smallServices).map(({ mem_limit }) => mebibytes(mem_limit));
  t.is(
    limits.reduce((sum, limit) => sum + limit, 0),
    1792,
  );
  for (const [name, { environment = {}, cpus = services[name]?.cpus, ...rest }] of Object.entries(
    smallServices,
  )) {
    t.deepEqual(Object.keys(rest), ["mem_limit"], name);
    t.is(cpus, 1, `${name}: Docker refuses limits above the number of processors of the machine`);
    for (const variable of Object.keys(environment))
      t.true(
        settingNames.includes(variable) || Object.hasOwn(services[name]?.environment ?? {}, variable),
        variable,
      );
  }
});

test("the containers web and worker use the image that the variable VERSION names", (t) => {
  for (const name of ["web", "worker"])
    t.is(services[name]?.image, "${IMAGE:-pc-benchmarks}:${VERSION:-local}");
});

test("every store needs a password, and Compose fails without the password with a message that says where to set it", (t) => {
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

test("no process in docker-compose.yml gets a password as an argument, because every user of the host can read arguments", (t) => {
  for (const [name, { command = [], entrypoint = [], healthcheck }] of Object.entries(services)) {
    // Compose replaces $NAME and ${NAME} by their values, but $$NAME is expanded by a shell in the container.
    const words = [...entrypoint, ...command, ...(healthcheck?.test ?? [])];
    for (const word of words) t.notRegex(word.replaceAll("$$", ""), /\$/, name);
    t.notRegex(words.join(" "), /exec .*(?:PASSWORD|requirepass)|redis-cli .*-a |mongosh .*--password/, name);
  }
});

test("web and worker do not get the password of MongoDB's root user", (t) => {
  for (const name of ["web", "worker"]) t.is(services[name]?.environment?.["MONGODB_ROOT_PASSWORD"], "");
});

test("the service web is reachable from the local machine alone, no other service is reachable, and every volume is declared", (t) => {
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
