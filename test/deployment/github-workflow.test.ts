import { existsSync, readdirSync, readFileSync } from "node:fs";
import test from "ava";
import { parse } from "yaml";
import { settingNames } from "../../src/config.ts";
import { projectUrl } from "../helpers/project-files.ts";

interface Step {
  id?: string;
  name?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}

interface Service {
  image: string;
  ports?: string[];
  env?: Record<string, string>;
  options?: string;
}

interface Job {
  name?: string;
  "runs-on": string;
  "timeout-minutes"?: number;
  permissions?: Record<string, string>;
  strategy?: { "fail-fast"?: boolean; matrix: Record<string, unknown[]> };
  services?: Record<string, Service>;
  env?: Record<string, string>;
  steps: Step[];
}

interface Workflow {
  on: Record<string, unknown>;
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

const root = projectUrl("");
const textOf = (file: string) => readFileSync(new URL(file, root), "utf8");
const folder = ".github/workflows/";
const workflows = readdirSync(new URL(folder, root)).map(
  (file) =>
    [file, parse(textOf(`${folder}${file}`), { strict: true, uniqueKeys: true }) as Workflow] as const,
);
const check = parse(textOf(`${folder}check.yml`)) as Workflow;
const audit = parse(textOf(`${folder}audit.yml`)) as Workflow;
const release = parse(textOf(`${folder}release.yml`)) as Workflow;
const scripts = (JSON.parse(textOf("package.json")) as { scripts: Record<string, string> }).scripts;
const { services: composed } = parse(textOf("docker-compose.yml"), { merge: true }) as {
  services: Record<string, { image?: string }>;
};

/** The keys of GitHub's workflow syntax that the workflows use. */
const knownKeys = {
  workflow: ["name", "on", "permissions", "concurrency", "jobs"],
  job: ["name", "runs-on", "timeout-minutes", "permissions", "strategy", "services", "env", "steps"],
  service: ["image", "ports", "env", "options"],
  step: ["id", "name", "uses", "run", "with", "env"],
};
/** Settings of Meilisearch itself, which no program of the project reads. */
const meilisearchVariables = new Set(["MEILI_MASTER_KEY", "MEILI_NO_ANALYTICS", "MEILI_MAX_INDEXING_MEMORY"]);
/** The beginnings of commands that run a program of the CI machine instead of a script of the project. */
const runnerCommands = ["sudo rm ", "sudo apt-get install ", "npm ci"];

const unknownKeys = (value: object, known: readonly string[]) =>
  Object.keys(value).filter((key) => !known.includes(key));

test("the GitHub workflows have only keys of GitHub's workflow syntax", (t) => {
  t.true(workflows.length > 0);
  for (const [file, workflow] of workflows) {
    t.deepEqual(unknownKeys(workflow, knownKeys.workflow), [], file);
    for (const [name, job] of Object.entries(workflow.jobs)) {
      t.deepEqual(unknownKeys(job, knownKeys.job), [], name);
      for (const service of Object.values(job.services ?? {}))
        t.deepEqual(unknownKeys(service, knownKeys.service), [], name);
      for (const step of job.steps) {
        t.deepEqual(unknownKeys(step, knownKeys.step), [], name);
        t.true((step.uses === undefined) !== (step.run === undefined), JSON.stringify(step));
      }
    }
  }
});

test("the GitHub workflow of the checks runs for every change and may only read the repository", (t) => {
  t.true(["push", "pull_request", "workflow_dispatch"].every((event) => Object.hasOwn(check.on, event)));
  t.deepEqual(check.on["push"], { branches: ["main"] });
  t.deepEqual(check.permissions, { contents: "read" });
  for (const job of Object.values(check.jobs)) {
    t.is(job["runs-on"], "ubuntu-latest");
    t.true((job["timeout-minutes"] ?? Infinity) <= 60, "a job that hangs must end");
  }
});

test("the GitHub workflows search for known vulnerabilities of packages with every change and once a week", (t) => {
  t.deepEqual(Object.keys(audit.on), ["push", "pull_request", "schedule", "workflow_dispatch"]);
  t.deepEqual(audit.permissions, { contents: "read" });
  const { steps } = audit.jobs["audit"] as Job;
  t.is(steps.at(-1)?.run, "npm audit --package-lock-only");
});

test("one job of the GitHub workflow runs the checks on the embedded stores with several Node versions: the oldest, the newest, and that of the Docker image", (t) => {
  const job = check.jobs["embedded-stores"];
  t.deepEqual(job?.strategy?.matrix["node"], ["20.19", "22", "24", "26"]);
  t.is(job?.strategy?.["fail-fast"], false);
  t.is(job?.services, undefined);
  t.is(job?.env, undefined);
  const { engines } = JSON.parse(textOf("package.json")) as { engines: { node: string } };
  t.is(engines.node, ">=20.19");
  const inImage = [...textOf("Dockerfile").matchAll(/^FROM node:(\d+)\./gm)].map(([, major]) => major);
  t.deepEqual(new Set(inImage), new Set(["24"]), "one supported release, in every stage");
  const node = job?.steps.find(({ uses }) => uses?.startsWith("actions/setup-node@"));
  t.is(node?.with?.["node-version"], "${{ matrix.node }}");
  t.is(node?.with?.["cache"], "npm");
  // A step of the job removes mongod, because the test run would use a mongod in the PATH instead of the emulator.
  t.true(job?.steps.some(({ run }) => run?.includes("mongod")));
});

test("one job of the GitHub workflow runs the check on the stores of production, and installs both proxies", (t) => {
  const { services = {}, env = {} } = check.jobs["real-stores"] ?? {};
  const ports = { mongodb: 27017, redis: 6379, meilisearch: 7700 };
  const openPorts = { ...ports, redis: 16379 };
  t.deepEqual(Object.keys(services), Object.keys(ports));
  for (const name of ["mongodb", "redis", "meilisearch"] as const) {
    const service = services[name];
    t.is(service?.image, composed[name]?.image, `${name} differs from docker-compose.yml`);
    t.deepEqual(service?.ports, [`${openPorts[name]}:${ports[name]}`]);
    for (const option of ["--health-cmd", "--health-interval", "--health-timeout", "--health-retries"])
      t.true(service?.options?.includes(`${option} `), `${name} ${option}`);
  }
  const installed = check.jobs["real-stores"]?.steps.find(({ run }) =>
    run?.startsWith("sudo apt-get install "),
  );
  for (const proxy of ["nginx-light", "caddy"])
    t.true(
      installed?.run?.includes(` ${proxy}`),
      `without ${proxy}, no job would run the tests behind proxies`,
    );
  t.deepEqual(env, {
    MONGODB_URL: `mongodb://127.0.0.1:${openPorts.mongodb}`,
    REDIS_URL: `redis://127.0.0.1:${openPorts.redis}`,
    MEILI_URL: `http://127.0.0.1:${openPorts.meilisearch}`,
    MEILI_KEY: services["meilisearch"]?.env?.["MEILI_MASTER_KEY"],
  });
  t.true((env["MEILI_KEY"] ?? "").length >= 16, "Meilisearch accepts no shorter key");
});

test("every environment variable of the GitHub workflows is a setting of the application, of the test runner, or of Meilisearch in its container", (t) => {
  for (const job of Object.values(check.jobs)) {
    const given = [job.env ?? {}, ...job.steps.map(({ env = {} }) => env)].flatMap((env) => Object.keys(env));
    t.deepEqual(
      given.filter((name) => !settingNames.includes(name) && name !== "TEST_MAX_SILENCE_MS"),
      [],
    );
    const inContainers = Object.values(job.services ?? {}).flatMap(({ env = {} }) => Object.keys(env));
    t.deepEqual(
      inContainers.filter((name) => !meilisearchVariables.has(name)),
      [],
    );
  }
});

test("a tag of a version builds the image for amd64 and arm64, with provenance and a list of its contents", (t) => {
  t.deepEqual(release.on, { push: { tags: ["v*.*.*"] } });
  t.deepEqual(release.permissions, { contents: "read" });
  const job = release.jobs["image"];
  t.deepEqual(job?.permissions, { contents: "read", packages: "write" });
  const build = job?.steps.find(({ uses }) => uses?.startsWith("docker/build-push-action@"));
  t.like(build?.with, {
    platforms: "linux/amd64,linux/arm64",
    push: true,
    provenance: "mode=max",
    sbom: true,
    tags: "${{ steps.names.outputs.tags }}",
  });
  t.true(job?.steps.some(({ id }) => id === "names"));
});

test("every job of the GitHub workflow checks out the code, sets up Node and runs tests, and the scripts that it runs exist", (t) => {
  for (const [name, { steps }] of Object.entries(check.jobs)) {
    t.regex(steps[0]?.uses ?? "", /^actions\/checkout@v\d+$/, name);
    t.regex(steps[1]?.uses ?? "", /^actions\/setup-node@v\d+$/, name);
    t.is(
      steps.at(-1)?.run,
      name === "containers" ? "npm test -- test/containers" : "npm run check:all",
      name,
    );
    for (const { run } of steps) {
      if (run === undefined || runnerCommands.some((command) => run.startsWith(command))) continue;
      const script = /^npm (?:run )?([\w:]+)(?: -- test\/\w+)?$/.exec(run)?.[1];
      const file = /^(?:node|bash) (\S+)(?: --for-checks)?$/.exec(run)?.[1];
      t.true(
        (script !== undefined && Object.hasOwn(scripts, script)) ||
          (file !== undefined && existsSync(new URL(file, root))),
        run,
      );
    }
  }
});
