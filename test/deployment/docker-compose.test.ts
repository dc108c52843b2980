import { existsSync, readFileSync } from "node:fs";
import test from "ava";
import { parse } from "yaml";
import { settingNames } from "../../src/config.ts";

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
  healthcheck?: HealthCheck;
  depends_on?: Record<string, { condition: string }>;
}

interface Compose {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
}

const root = new URL("../../", import.meta.url);
const textOf = (file: string) => readFileSync(new URL(file, root), "utf8");
const compose = parse(textOf("docker-compose.yml"), { merge: true }) as Compose;
const { services } = compose;

/** The keys of the compose specification that docker-compose.yml uses. */
const knownKeys = {
  top: ["name", "services", "volumes"],
  service:
    "build command depends_on env_file environment healthcheck image ports restart stop_grace_period volumes".split(
      " ",
    ),
  healthcheck: ["test", "interval", "timeout", "retries", "start_period"],
};

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
  t.is(services["redis"]?.command?.join(" "), "redis-server --maxmemory-policy noeviction --appendonly yes");
  t.is(services["mongodb"]?.image, "mongo:8");
  t.is(services["mongodb"]?.command?.join(" "), "mongod --replSet rs0 --bind_ip_all");
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

test("the health check of MongoDB creates the replica set once and passes when there is a primary", (t) => {
  const script = services["mongodb"]?.healthcheck?.test.at(-1) ?? "";
  const run = (state: { isInitiated: boolean; isPrimary: boolean }) => {
    const calls: unknown[] = [];
    const rs = {
      status: () => {
        if (!state.isInitiated)
          throw Object.assign(new Error("no replset config"), { codeName: "NotYetInitialized" });
      },
      initiate: (config: unknown) => calls.push(config),
    };
    const db = { hello: () => ({ isWritablePrimary: state.isPrimary }) };
    let exitCode: number | undefined;
    // oxlint-disable-next-line typescript/no-implied-eval -- the script is the project's own, and this test runs it
    new Function("rs", "db", "quit", script)(rs, db, (code: number) => (exitCode = code));
    return { exitCode, calls };
  };
  t.deepEqual(run({ isInitiated: false, isPrimary: false }), {
    exitCode: 1,
    calls: [{ _id: "rs0", members: [{ _id: 0, host: "mongodb:27017" }] }],
  });
  t.deepEqual(run({ isInitiated: true, isPrimary: false }), { exitCode: 1, calls: [] });
  t.deepEqual(run({ isInitiated: true, isPrimary: true }), { exitCode: 0, calls: [] });
});

test("web and worker get settings that exist, with the URLs of the stores in their containers", (t) => {
  for (const name of ["web", "worker"]) {
    const environment = services[name]?.environment ?? {};
    t.deepEqual(
      Object.keys(environment).filter((variable) => !settingNames.includes(variable)),
      [],
    );
    t.like(environment, {
      NODE_ENV: "production",
      MONGODB_URL: "mongodb://mongodb:27017/?replicaSet=rs0",
      REDIS_URL: "redis://redis:6379",
      MEILI_URL: "http://meilisearch:7700",
      DEV_LOGIN: "false",
    });
    t.regex(environment["MEILI_KEY"] ?? "", /^\$\{MEILI_KEY:\?.+\}$/);
  }
  t.is(services["web"]?.environment?.["HOST"], "0.0.0.0");
});

test("ports are open to the local machine only, and every volume is declared", (t) => {
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
