import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { adminCommands } from "../../scripts/admin/commands.ts";
import { createClient, formOf, type Client } from "../helpers/client.ts";
import { until } from "../helpers/until.ts";
import { fileForm, scoreForm, smallCapture } from "../faults/results.ts";
import { buildImage, commandsBelow, createMachine, IMAGE, type Machine } from "./machine.ts";

// This test needs a Docker engine and takes minutes: npm test -- test/containers

const [readme = ""] = commandsBelow("README.md", "## I run it");
const [dump = ""] = commandsBelow("docs/operations/backup.md", "## Making a backup");
const [restore = ""] = commandsBelow("docs/operations/backup.md", "## Restoring");
const KINDS = ["cpu", "gpu", "ram", "motherboard"];
const SERVICES = ["web", "worker", "mongodb", "redis", "meilisearch"];

/**
 * A Compose file that allows the development log-in, which production refuses, and leaves all other settings unchanged.
 */
const signInByName = 'services: { web: { environment: { NODE_ENV: development, DEV_LOGIN: "true" } } }\n';

/** Starts the service by the commands of the README, on a port of its own and with the image under test. */
async function startByReadme(machine: Machine): Promise<void> {
  machine.set({ IMAGE, VERSION: "test", PORT: machine.port });
  // .env already has settings of this test, so the commands also have to work with a .env that lacks only the
  // passwords.
  await machine.run(readme.replace("up --build", "up --no-build"));
}

async function signIn(machine: Machine, name: string): Promise<Client> {
  const { status, headers } = await createClient(machine.url).post("/login/dev", { name, tier: "unlimited" });
  if (status !== 200) throw new Error(`POST /login/dev answered ${status}`);
  const cookie = headers.getSetCookie()[0]?.split(";")[0];
  return createClient(machine.url, cookie);
}

/**
 * Restarts the service with the development log-in.
 * @param files the Compose files before names.yml, which allows the log-in
 */
async function allowNames(machine: Machine, files = "docker-compose.yml"): Promise<void> {
  writeFileSync(join(machine.folder, "names.yml"), signInByName);
  machine.set({ COMPOSE_FILE: `${files}:names.yml` });
  await machine.run("docker compose up --no-build --detach");
  await machine.untilHealthy(["web"]);
}

/** Returns data that must be the same before the loss of a machine and after restoring its backup. */
async function factsOf(client: Client, runId: string) {
  const file = await client.get(`/benchmarks/runs/${runId}/file`);
  const [me, run, ...found] = await Promise.all(
    [
      "/me",
      `/benchmarks/runs/${runId}`,
      "/products/cpu?query=r7%205800x",
      "/products/gpu?query=rtx%203070",
      "/products/ram",
      "/products/motherboard",
    ].map((path) => client.get(path)),
  );
  return {
    sha256: createHash("sha256").update(file.text).digest("hex"),
    account: me?.body.account.account_id as string,
    usage: me?.body.usage as unknown,
    metrics: run?.body.metrics as unknown,
    found: found.map(({ body }) => [body.total, body.results[0]?.url_slug] as unknown),
  };
}

async function walkCommands(t: ExecutionContext, machine: Machine): Promise<void> {
  const names = adminCommands.map(({ name }) => name).join(" ");
  const help = await machine.run(
    `docker compose exec web sh -c 'for name in ${names}; do admin $name --help || exit; done'`,
  );
  for (const { name } of adminCommands)
    t.regex(help, new RegExp(`^In a container: docker compose (?:exec|run .*) web admin ${name}`, "m"));
  for (const script of ["admin", "import:products", "import:builds", "reindex"])
    t.regex(
      await machine.run(`docker compose exec web npm run --silent ${script} -- --help`),
      /^Usage: npm run/,
    );
  const unknown = machine.run(
    "docker compose run --rm web npm run admin -- set-role --account nobody --role admin",
  );
  t.regex((await t.throwsAsync(unknown)).message, /no account has the id nobody/);
  await machine.run("docker compose exec web npm run reindex -- --kind cpu");
}

test("the containers start as the README describes, do the main work of the service, survive crashes, and can be restored on another machine", async (t) => {
  t.timeout(1_800_000);
  await buildImage("test");
  const first = await createMachine(t, "first");
  const start = performance.now();
  await startByReadme(first);
  await first.untilHealthy(SERVICES);
  t.log(`all services were healthy after ${Math.round((performance.now() - start) / 100) / 10} s`);
  const anonymous = createClient(first.url);
  t.deepEqual(
    (await anonymous.get("/login")).body,
    { results: [], total: 0 },
    "production has no log-in by name",
  );
  for (const kind of KINDS) {
    const isFound = async () => (await anonymous.get(`/products/${kind}`)).body?.total > 10;
    await until(isFound, `the products of the kind ${kind} are found`);
  }
  await walkCommands(t, first);

  await allowNames(first);
  const ada = await signIn(first, "ada");
  const build = await ada.makeBuild();
  const added = await ada.add(fileForm(build));
  t.is(added.status, 200, added.text);
  const runId = added.body.runs[0].run_id as string;
  t.is((await ada.waitForRun(runId)).body.status, "complete");
  let sent = 1;

  for (const service of SERVICES) {
    const crashed = performance.now();
    await first.crash(service);
    // Use one idempotency key for all tries, so that a score that was stored without a response is not stored again.
    const key = { "Idempotency-Key": service };
    const isAdded = async () =>
      (await ada.addForm(formOf(scoreForm(build)), key).catch(() => null))?.status === 200;
    await until(isAdded, `a score is taken after a crash of ${service}`);
    const file = await ada.add(fileForm(build));
    t.is(file.status, 200, `${service}: ${file.text}`);
    sent += 2;
    t.is((await ada.waitForRun(file.body.runs[0].run_id as string)).body.status, "complete", service);
    const isSearching = async () => (await anonymous.get("/products/cpu?query=r7%205800x")).status === 200;
    await until(isSearching, `searches are answered after a crash of ${service}`);
    t.log(`${service}: all worked ${Math.round((performance.now() - crashed) / 100) / 10} s after a crash`);
  }
  t.is((await ada.get(`/builds/${build}/runs`)).body.total, sent, "no run is lost, and none is there twice");
  const before = await factsOf(ada, runId);
  t.is(before.sha256, createHash("sha256").update(smallCapture.content).digest("hex"));

  await first.run(dump);
  const second = await createMachine(t, "second");
  await first.run(`mv copy.gz ${second.folder}/`);
  const secret = first.valueOf("SERVER_SECRET");
  await first.remove();
  // The second machine uses the Compose file for small machines. The commands of the README keep SERVER_SECRET in .env.
  second.set({ COMPOSE_FILE: "docker-compose.yml:docker-compose.small.yml", SERVER_SECRET: secret });
  await startByReadme(second);
  t.not(second.valueOf("MONGODB_ROOT_PASSWORD"), first.valueOf("MONGODB_ROOT_PASSWORD"));
  await second.run(restore);
  await allowNames(second, "docker-compose.yml:docker-compose.small.yml");
  t.deepEqual(await factsOf(await signIn(second, "ada"), runId), before);
  const session = createClient(second.url, ada.cookie);
  t.is((await session.get("/me")).status, 200, "sessions of the first machine go on");
  t.is((await session.add(fileForm(build))).status, 200);

  // Changing to another version needs no checkout, because docker-compose.yml uses the image that VERSION names.
  await second.run(`docker tag ${IMAGE}:test ${IMAGE}:earlier`);
  second.set({ VERSION: "earlier" });
  await second.run("docker compose up --no-build --detach");
  await second.untilHealthy(["web", "worker"]);
  for (const service of ["web", "worker"])
    t.is(await second.inspect(service, ".Config.Image"), `${IMAGE}:earlier`);
  t.deepEqual((await factsOf(await signIn(second, "ada"), runId)).sha256, before.sha256);

  // Stop a process that may not have set up its signal handlers yet: it must end without being killed (exit code 137).
  await second.run("docker compose stop web && docker compose start web && docker compose stop web");
  t.not(await second.inspect("web", ".State.ExitCode"), "137");
  await second.run("docker compose start web");

  // A version of the service that is older than the stored documents must not start.
  const newer = '{ _id: 1000, name: "of a newer version", begun_at: new Date(), ended_at: new Date() }';
  const script = `db.getSiblingDB("pc_benchmarks").migrations.insertOne(${newer})`;
  await second.run(
    `docker compose exec --env 'SCRIPT=${script}' mongodb sh -c 'mongosh --quiet --eval "$SCRIPT" \\
      "mongodb://root:$MONGODB_ROOT_PASSWORD@127.0.0.1/?directConnection=true&authSource=admin"'`,
  );
  await second.run("docker compose restart web");
  const isRefused = async () => (await second.run("docker compose logs web")).includes("have form 1000");
  await until(isRefused, "web refuses documents of a newer version");
});
