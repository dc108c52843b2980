import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";
import { fileForm, makeLongCapture } from "../faults/results.ts";
import { signIn } from "../faults/system.ts";
import { patience } from "../helpers/patience.ts";
import { envWithoutStores, runProgram, temporaryFolder } from "../helpers/processes.ts";
import { startS3Server } from "../helpers/s3-server.ts";
import { startCollector } from "../infra/traces/collector.ts";
import { programFolder, projectUrl } from "../helpers/project-files.ts";

/**
 * Creates a clone whose programs are compiled and bundled as by npm run build, without type checks and the files that
 * browsers load.
 */
function cloneWithBundle(t: ExecutionContext): string {
  const clone = temporaryFolder(t);
  const tsc = fileURLToPath(projectUrl("node_modules/.bin/tsc"));
  const options = ["-p", "tsconfig.build.json", "--noCheck", "--outDir", join(clone, "dist")];
  const compiler = spawnSync(tsc, options, { encoding: "utf8" });
  t.is(compiler.status, 0, compiler.stdout);
  for (const part of ["browser", "style"])
    cpSync(join(programFolder, "src/pages", part), join(clone, "dist/src/pages", part), { recursive: true });
  for (const part of ["package.json", "node_modules", "data", "embedded"])
    symlinkSync(fileURLToPath(projectUrl(part)), join(clone, part));
  const bundle = spawnSync(process.execPath, [join(clone, "dist/scripts/bundle.js")], {
    encoding: "utf8",
    env: {},
  });
  t.is(bundle.status, 0, bundle.stderr);
  t.is(bundle.stdout + bundle.stderr, "", "the bundler prints no warning");
  return clone;
}

/** Returns the texts of the bundled programs in a clone of the project, and of the files that these programs share. */
function joinedTexts(clone: string): string[] {
  const shared = readdirSync(join(clone, "dist/shared")).filter((name) => name.endsWith(".js"));
  const programs = ["src/server.js", "workers/index.js", "scripts/start.js", "scripts/mongodb.js"];
  const files = [...programs, ...shared.map((name) => join("shared", name))];
  return files.map((file) => readFileSync(join(clone, "dist", file), "utf8"));
}

test("npm run build bundles all packages except those that load files beside their own, and keeps the names of classes", (t) => {
  const texts = joinedTexts(cloneWithBundle(t));
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/^(?:import|export) .*?from "([^"]+)";$/gm)].map(([, name = ""]) => name),
  );
  const packages = imported.filter((name) => !name.startsWith(".") && !isBuiltin(name));
  t.deepEqual([...new Set(packages)].toSorted(), ["lmdb"]);

  const text = texts.join("\n");
  const numbered = [...text.matchAll(/\b([A-Za-z]+\d+) = class (?:_\w+ )?extends /g)].map(
    ([, name = ""]) => name,
  );
  t.true(
    numbered.some((name) => /^MongoServerError\d/.test(name)),
    "the bundler renames a class of errors",
  );
  for (const name of numbered)
    t.true(text.includes(`Object.defineProperty(${name}, "name", { value: "`), name);
  t.regex(text, /Object\.defineProperty\(MongoServerError\d+, "name", { value: "MongoServerError"/);
});

test("the programs that npm run build bundles serve pages, read a capture from S3, draw its chart, and send traces", async (t) => {
  const clone = cloneWithBundle(t);
  const s3 = await startS3Server(t);
  const collector = await startCollector(t);
  // Bundled programs must not need the compiled modules that they contain, so some of these modules are removed.
  for (const joined of ["src/products/index.js", "src/compose/services.js", "workers/run.js"]) {
    t.true(existsSync(join(clone, "dist", joined)), joined);
    rmSync(join(clone, "dist", joined));
  }
  const env = {
    ...envWithoutStores(),
    ...patience,
    NODE_ENV: "development",
    PORT: "0",
    DATA_DIR: temporaryFolder(t),
    TRACES_URL: collector.url,
    ...s3.env(),
  };
  const program = runProgram(t, "scripts/start.ts", { env, clone });
  const [, url = ""] = /^ready (\S+)$/.exec(await program.firstLine()) ?? [];
  const client = await signIn(url, "walker");
  const buildId = await client.makeBuild();
  // A small capture would be stored in its submission document instead of S3.
  const sent = await client.add(fileForm(buildId, makeLongCapture(8000)));
  const runId = String(sent.body.runs[0].run_id);
  const { body } = await client.waitForRun(runId);
  t.is(body.status, "complete", JSON.stringify(body));
  t.is(s3.files().length, 1);

  const account = (await client.get("/me")).body.account.account_id as string;
  const promotion = runProgram(t, "scripts/admin.ts", {
    env,
    args: ["set-role", "--account", account, "--role", "admin"],
    clone,
  });
  t.is(await promotion.ended, 0, promotion.output.stderr);

  const pages = ["/", `/r/${runId}`, "/docs", "/admin/queues"];
  const found = await Promise.all(pages.map((path) => client.get(path, { accept: "text/html" })));
  for (const [at, { status, text }] of found.entries()) t.is(status, 200, `${pages[at]}: ${text}`);
  const files = found.flatMap(({ text }) =>
    [...text.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path = ""]) => path),
  );
  t.true(files.length > pages.length, files.join(" "));
  const drawn = ["chart.svg", "preview.png"].map((view) => `/benchmarks/runs/${runId}/${view}`);
  for (const path of [...files, ...drawn, "/openapi.json"]) t.is((await client.get(path)).status, 200, path);
  program.child.kill("SIGTERM");
  t.is(await program.ended, 0, program.output.stderr);
  const senders = new Set(collector.spans.map(({ service }) => service));
  t.deepEqual([...senders].toSorted(), ["pc-benchmarks-web", "pc-benchmarks-worker"]);
});
