import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";
import { DEEPEST, IMPORT_RULES_FILE, writeImportRules } from "../../scripts/lint-rules/import-rules.ts";
import { importTable } from "../../scripts/lint-rules/import-table.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { projectUrl } from "../helpers/project-files.ts";

const root = fileURLToPath(projectUrl(""));

/** Imports that the linter must refuse, each with the path of the file that contains the import. */
const refused = [
  ["src/readers/a.ts", `import { x } from "../errors.ts";`],
  ["src/readers/csv/b.ts", `import { x } from "../../infra/clock.ts";`],
  ["src/readers/formats/fraps/b.ts", `import { x } from "../../../infra/clock.ts";`],
  ["src/readers/c.ts", `import type { X } from "../benchmarks/types.ts";`],
  ["src/readers/d.ts", `import { Redis } from "ioredis";`],
  ["src/readers/formats/fraps/e.ts", `import type { Db } from "mongodb";`],
  ["src/infra/a.ts", `import { x } from "../builds/builds.ts";`],
  ["src/infra/b.ts", `import { x } from "../queues/job-queue.ts";`],
  ["src/infra/c.ts", `import { x } from "../compose/services.ts";`],
  ["src/charts/a.ts", `import { x } from "../benchmarks/index.ts";`],
  ["src/charts/b.ts", `import type { X } from "../http/route.ts";`],
  ["src/charts/c.ts", `import type { Db } from "mongodb";`],
  ["src/answers/a.ts", `import { x } from "../validation/faults.ts";`],
  ["src/answers/b.ts", `import type { Db } from "mongodb";`],
  ["src/kinds/a.ts", `import { x } from "../products/index.ts";`],
  ["src/kinds/b.ts", `import { x } from "../validation/faults.ts";`],
  ["src/infra/f.ts", `import { x } from "../answers/list-answer.ts";`],
  ["src/queues/a.ts", `import { x } from "../benchmarks/index.ts";`],
  ["src/validation/a.ts", `import { x } from "../http/route.ts";`],
  ["src/import-files/a.ts", `import { x } from "../products/index.ts";`],
  ["src/idempotency/a.ts", `import { x } from "../http/problems/problem-types.ts";`],
  ["src/accounts/a.ts", `import { x } from "../builds/records/builds-repository.ts";`],
  ["src/accounts/b.ts", `import { createBuilds } from "../builds/index.ts";`],
  ["src/benchmarks/submit/c.ts", `import { createUsage } from "../../accounts/index.ts";`],
  ["src/benchmarks/submit/d.ts", `import type { Usage } from "../../accounts/usage/usage.ts";`],
  ["src/benchmarks/submit/e.ts", `import { receiveForm } from "../../http/bodies/multipart.ts";`],
  ["src/builds/e.ts", `import type { View } from "../pages/index.ts";`],
  ["src/builds/f.ts", `import type { Services } from "../compose/services.ts";`],
  ["src/standings/model/d.ts", `import type { Clock } from "../../infra/clock.ts";`],
  ["src/http/f.ts", `import { createSessions } from "../accounts/index.ts";`],
  ["src/http/g.ts", `import type { Sessions } from "../accounts/sessions.ts";`],
  ["src/infra/j.ts", `import type { FilesLocation } from "../settings/files-url.ts";`],
  ["src/settings/a.ts", `import type { Route } from "../http/route.ts";`],
  ["src/builds/a.ts", `import { x } from "../benchmarks/records/runs-repository.ts";`],
  ["src/builds/b.ts", `import { x } from "../http/route.ts";`],
  ["src/builds/model/c.ts", `import { x } from "../records/builds-repository.ts";`],
  ["src/benchmarks/model/a.ts", `import type { Db } from "mongodb";`],
  ["src/benchmarks/submit/b.ts", `import type { Context } from "koa";`],
  ["src/frames/routes.ts", `import { x } from "../builds/builds.ts";`],
  ["src/frames/a.ts", `import type { X } from "../accounts/accounts.ts";`],
  ["src/frames/b.ts", `import { x } from "../compare/index.ts";`],
  ["src/benchmarks/e.ts", `import { x } from "../frames/index.ts";`],
  ["src/products/a.ts", `import { x } from "../accounts/accounts.ts";`],
  ["src/products/b.ts", `import { x } from "../compose/services.ts";`],
  ["src/products/c.ts", `import { startStores } from "../../embedded/index.ts";`],
  ["src/products/d.ts", `import { x } from "../standings/index.ts";`],
  ["src/standings/a.ts", `import { x } from "../benchmarks/index.ts";`],
  ["src/standings/update/b.ts", `import { x } from "../../http/route.ts";`],
  ["src/standings/model/c.ts", `import { x } from "../records/entries-repository.ts";`],
  ["src/benchmarks/runs/d.ts", `import { x } from "../../standings/standings.ts";`],
  ["src/infra/e.ts", `import { x } from "../standings/index.ts";`],
  ["src/queues/b.ts", `import { x } from "../standings/index.ts";`],
  ["src/validation/b.ts", `import { x } from "../standings/index.ts";`],
  ["src/openapi/a.ts", `import { x } from "../builds/index.ts";`],
  ["src/openapi/b.ts", `import { x } from "../compose/routes.ts";`],
  ["src/dashboard/a.ts", `import { x } from "../benchmarks/index.ts";`],
  ["src/dashboard/b.ts", `import { x } from "../queues/job-queue.ts";`],
  ["src/dashboard/c.ts", `import { Redis } from "ioredis";`],
  ["src/http/c.ts", `import { x } from "../standings/index.ts";`],
  ["src/compose/c.ts", `import { x } from "../standings/update/standing-updates.ts";`],
  ["scripts/c.ts", `import { x } from "../src/standings/standings.ts";`],
  ["workers/f.ts", `import { x } from "../src/standings/standings.ts";`],
  ["src/standings/d.ts", `import { Redis } from "ioredis";`],
  ["src/http/a.ts", `import { x } from "../../workers/create-worker.ts";`],
  ["src/http/problems/b.ts", `import { x } from "../../benchmarks/errors.ts";`],
  ["src/compose/a.ts", `import { x } from "../benchmarks/submit/submissions.ts";`],
  ["src/compose/d.ts", `import { x } from "../pages/home/pages.tsx";`],
  ["src/pages/home/a.ts", `import { x } from "../../builds/presenter.ts";`],
  ["src/pages/builds/b.ts", `import { x } from "../../products/search/search.ts";`],
  ["src/pages/home/c.ts", `import type { Context } from "koa";`],
  ["src/pages/home/d.ts", `import { x } from "../../infra/mongo.ts";`],
  ["src/pages/home/e.ts", `import type { Db } from "mongodb";`],
  ["src/pages/home/f.ts", `import { x } from "../../compose/services.ts";`],
  ["src/pages/browser/g.ts", `import { x } from "../layout/site.ts";`],
  ["src/http/d.ts", `import { x } from "../pages/index.ts";`],
  ["src/openapi/c.ts", `import { x } from "../pages/index.ts";`],
  ["src/builds/d.ts", `import { x } from "../pages/index.ts";`],
  ["src/infra/h.ts", `import { x } from "../metrics/metrics.ts";`],
  ["src/http/e.ts", `import { x } from "../metrics/metrics.ts";`],
  ["src/products/e.ts", `import { x } from "../metrics/metrics.ts";`],
  ["src/queues/c.ts", `import { x } from "../metrics/metrics.ts";`],
  ["src/metrics/a.ts", `import { x } from "../products/index.ts";`],
  ["src/metrics/b.ts", `import type { Context } from "koa";`],
  ["src/infra/g.ts", `import { x } from "../pages/index.ts";`],
  ["workers/g.ts", `import { x } from "../src/pages/index.ts";`],
  ["src/server.ts", `import { x } from "../scripts/start.ts";`],
  ["src/compose/b.ts", `import { startStores } from "../../embedded/index.ts";`],
  ["src/infra/d.ts", `import { startStores } from "../../embedded/index.ts";`],
  ["embedded/launchers/a.ts", `import { x } from "../../src/products/search.ts";`],
  ["embedded/launchers/b.ts", `import { x } from "../../src/errors.ts";`],
  ["embedded/launchers/c.ts", `import { startServer } from "@pc-benchmarks/mongodb-emulator";`],
  ["embedded/launchers/h.ts", `import { x } from "../../packages/mongodb-emulator/dist/index.js";`],
  ["embedded/launchers/stores/d.ts", `import { x } from "../../../scripts/script-config.ts";`],
  ["embedded/launchers/g.ts", `import { x } from "../local-provider/local-provider.ts";`],
  ["embedded/local-provider/a.ts", `import { x } from "../../src/config.ts";`],
  ["embedded/local-provider/b.ts", `import { x } from "../launchers/processes/free-port.ts";`],
  ["embedded/local-provider/c.ts", `import { startServer } from "@pc-benchmarks/mongodb-emulator";`],
  ["packages/mongodb-emulator/src/a.ts", `import { x } from "../../../src/infra/mongo.ts";`],
  ["packages/mongodb-emulator/src/b.ts", `import { x } from "../test/helpers/until.ts";`],
  ["packages/mongodb-emulator/src/bson/c.ts", `import { x } from "../../../../embedded/index.ts";`],
  ["packages/mongodb-emulator/src/bson/d.ts", `import { x } from "../../../another/src/index.ts";`],
  ["packages/mongodb-emulator/src/e.ts", `import type { Document } from "mongodb";`],
  ["packages/mongodb-emulator/src/bson/f.ts", `import { x } from "../../test/helpers/until.ts";`],
  ["packages/mongodb-emulator/test/a.test.ts", `import { x } from "../../../test/helpers/until.ts";`],
  ["packages/mongodb-emulator/test/manual/b.test.ts", `import { x } from "../../../../src/config.ts";`],
  [
    "packages/mongodb-emulator/test/specification/crud/c.test.ts",
    `import { x } from "../../../../../scripts/test.ts";`,
  ],
  ["src/infra/i.ts", `import { startServer } from "@pc-benchmarks/mongodb-emulator";`],
  ["src/products/f.ts", `import { x } from "../../packages/mongodb-emulator/src/server.ts";`],
  ["workers/h.ts", `import { startServer } from "@pc-benchmarks/mongodb-emulator";`],
  ["scripts/d.ts", `import { startServer } from "../packages/mongodb-emulator/src/index.ts";`],
  ["test/faults/b.ts", `import { startServer } from "../../packages/mongodb-emulator/src/server.ts";`],
  ["test/embedded/c.ts", `import { startServer } from "../../packages/mongodb-emulator/src/server.ts";`],
  ["scripts/a.ts", `import { startStores } from "../embedded/launchers/start-stores.ts";`],
  ["scripts/b.ts", `import { x } from "../src/benchmarks/records/ledger.ts";`],
  ["test/faults/a.ts", `import { startStores } from "../../embedded/launchers/start-stores.ts";`],
  ["workers/a.ts", `import { x } from "../src/http/problems/problem-types.ts";`],
  ["workers/d.ts", `import { x } from "../src/benchmarks/routes.ts";`],
  ["workers/e.ts", `import { x } from "../src/products/sync/sync.ts";`],
  ["workers/b.ts", `import { startStores } from "../embedded/index.ts";`],
  ["workers/c.ts", `import { x } from "../test/helpers/stores.ts";`],
  ["src/accounts/redis.ts", `import { Redis } from "ioredis";`],
  ["src/products/meilisearch.ts", `import { Meilisearch } from "meilisearch";`],
  ["src/http/mongo.ts", `import { MongoClient } from "mongodb";`],
  ["src/benchmarks/s3.ts", `import { S3Client } from "@aws-sdk/client-s3";`],
  ["src/benchmarks/spans.ts", `import { trace } from "@opentelemetry/api";`],
  ["workers/spans.ts", `import { BullMQOtel } from "bullmq-otel";`],
  ["workers/redis.ts", `import { Redis } from "ioredis";`],
] as const;

/** Imports that the linter must accept, each with the path of the file that contains the import. */
const allowed = [
  ["src/readers/csv/ok.ts", `import { x } from "../limits.ts";`],
  ["src/readers/formats/fraps/ok.ts", `import { x } from "../../limits.ts";`],
  ["src/infra/ok.ts", `import { MongoClient } from "mongodb"; import { Redis } from "ioredis";`],
  ["src/infra/ok3.ts", `import { S3Client } from "@aws-sdk/client-s3";`],
  ["src/infra/ok2.ts", `import { x } from "../errors.ts"; import { Meilisearch } from "meilisearch";`],
  [
    "src/benchmarks/ok.ts",
    `import { GridFSBucket, ObjectId } from "mongodb"; import { x } from "../readers/index.ts";`,
  ],
  [
    "src/benchmarks/preview/ok.ts",
    `import { x } from "../runs/runs.ts"; import { y } from "../../infra/clock.ts";`,
  ],
  ["src/frames/chart/ok.ts", `import { x } from "../../charts/scales.ts";`],
  [
    "src/compare/ok.ts",
    `import { x } from "../frames/index.ts"; import { y } from "../benchmarks/index.ts";`,
  ],
  ["src/charts/ok.ts", `import { x } from "./scales.ts";`],
  ["src/answers/ok.ts", `import { x } from "./figures.ts"; import { y } from "../kinds/kinds.ts";`],
  ["src/builds/model/ok.ts", `import { x } from "../../kinds/kinds.ts";`],
  ["src/accounts/ok.ts", `import type { Redis } from "ioredis"; import { x } from "../validation/names.ts";`],
  ["src/accounts/routes.ts", `import { x } from "../http/route.ts";`],
  ["src/accounts/usage/ok.ts", `import type { Ledger } from "../../benchmarks/index.ts";`],
  ["src/benchmarks/submit/ok.ts", `import type { UploadedForm } from "../../http/bodies/multipart.ts";`],
  ["src/standings/model/ok2.ts", `import type { RankedRun } from "../../benchmarks/index.ts";`],
  ["src/http/ok2.ts", `import type { Sessions } from "../accounts/index.ts";`],
  ["src/settings/ok.ts", `import { x } from "../infra/scrub.ts";`],
  ["src/benchmarks/model/ok.ts", `import { x } from "./run.ts"; import { y } from "../../readers/index.ts";`],
  [
    "src/products/ok.ts",
    `import type { Meilisearch } from "meilisearch"; import { x } from "../queues/job-queue.ts";`,
  ],
  [
    "src/standings/ok.ts",
    `import type { Redis } from "ioredis"; import { x } from "../queues/job-queue.ts"; import { y } from "./model/entry.ts";`,
  ],
  ["src/standings/routes.ts", `import { x } from "../http/route.ts";`],
  ["src/standings/model/ok.ts", `import { titleOfVariant } from "../../readers/index.ts";`],
  [
    "src/compose/ok2.ts",
    `import { x } from "../standings/index.ts"; import { y } from "../standings/routes.ts";`,
  ],
  ["src/dashboard/ok.ts", `import { x } from "../http/route.ts"; import type { Queue } from "bullmq";`],
  ["src/http/ok.ts", `import { x } from "../errors.ts"; import Koa from "koa";`],
  [
    "src/compose/ok.ts",
    `import { x } from "../benchmarks/index.ts"; import { y } from "../builds/routes.ts";`,
  ],
  [
    "src/pages/builds/ok.ts",
    `import { x } from "../../builds/index.ts"; import { y } from "../layout/site.ts"; import { z } from "../../http/cacheable-reply.ts";`,
  ],
  ["src/pages/runs/ok2.ts", `import { x } from "../builds/build-view.tsx";`],
  ["src/compose/ok3.ts", `import { x } from "../pages/index.ts";`],
  ["embedded/launchers/ok.ts", `import { x } from "../../src/infra/mongo.ts";`],
  ["embedded/launchers/ok2.ts", `import { x } from "../../src/config.ts"; import { Db } from "mongodb";`],
  [
    "embedded/local-provider/ok.ts",
    `import { Provider } from "oidc-provider"; import { x } from "./sign-in-page.ts";`,
  ],
  [
    "packages/mongodb-emulator/src/ok.ts",
    `import { x } from "./bson/raw-bson.ts"; import { open } from "lmdb";`,
  ],
  ["packages/mongodb-emulator/src/bson/ok.ts", `import { x } from "../errors.ts";`],
  ["packages/mongodb-emulator/test/ok.ts", `import { x } from "../src/server.ts";`],
  [
    "packages/mongodb-emulator/test/specification/crud/ok.ts",
    `import { x } from "../../../src/server.ts"; import { MongoClient } from "mongodb";`,
  ],
  [
    "workers/ok.ts",
    `import { x } from "../src/compose/services.ts"; import { y } from "../src/products/index.ts";`,
  ],
  ["scripts/ok.ts", `import { startStores } from "../embedded/index.ts";`],
  ["scripts/ok2.ts", `import { startServer } from "@pc-benchmarks/mongodb-emulator";`],
  ["test/faults/ok.ts", `import { startServer } from "@pc-benchmarks/mongodb-emulator";`],
  [
    "test/embedded/launchers/ok.ts",
    `import { MongoClient } from "mongodb"; import { x } from "../../../embedded/launchers/processes/free-port.ts";`,
  ],
] as const;

/** Lints files, which are given as name and text. Returns the file name of each breach of the rule. */
function findBreaches(t: ExecutionContext, rule: string, files: readonly (readonly [string, string])[]) {
  const folder = temporaryFolder(t);
  for (const name of [".oxlintrc.json", IMPORT_RULES_FILE])
    copyFileSync(join(root, name), join(folder, name));
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${text}\n`);
  }
  const { stdout, stderr } = spawnSync(join(root, "node_modules", ".bin", "oxlint"), ["--format=json"], {
    cwd: folder,
    encoding: "utf8",
  });
  t.is(stderr, "");
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  return diagnostics
    .filter(({ code }) => code.includes(rule))
    .map(({ filename }) => filename)
    .toSorted();
}

test("the generated import rules of the linter agree with the table of imports", (t) => {
  const text = readFileSync(join(root, IMPORT_RULES_FILE), "utf8");
  t.is(text, writeImportRules(), "npm run lint-rules writes them");
});

test("each folder of src has a row in the table of imports, and no file lies deeper than the rules apply", (t) => {
  const named: ReadonlySet<string> = new Set(importTable.map(([room]) => room));
  const src = readdirSync(join(root, "src"), { withFileTypes: true });
  const rooms = src.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  t.deepEqual(
    rooms.filter((room) => !named.has(room)),
    [],
  );
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  t.deepEqual(
    files.filter((file) => /\.tsx?$/.test(file) && file.split(sep).length > DEEPEST + 2),
    [],
  );
});

test("the linter refuses each forbidden import between folders of src, and accepts each allowed import", (t) => {
  t.deepEqual(
    findBreaches(t, "no-restricted-imports", [...refused, ...allowed]),
    refused.map(([file]) => file as string).toSorted(),
  );
});

test("the linter refuses browser globals in code of the service, and accepts them in browser scripts", (t) => {
  const files = [
    ["src/pages/home/a.tsx", "export const a = () => document.title;"],
    ["src/pages/home/b.ts", "export const b = () => window.innerWidth;"],
    ["src/http/c.ts", "export const c = () => location.href;"],
    ["src/infra/d.ts", "export const d = () => localStorage.length;"],
    ["src/pages/home/e.ts", "export const e = () => name;"],
  ] as const;
  const taken = [
    ["src/pages/browser/ok.ts", "export const f = () => [document.title, window.innerWidth, location.href];"],
    ["src/pages/home/ok.ts", "export const g = (document: string, name: string) => document + name;"],
  ] as const;
  t.deepEqual(
    findBreaches(t, "no-restricted-globals", [...files, ...taken]),
    files.map(([file]) => file as string).toSorted(),
  );
});
