import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { declareRoutes } from "../src/compose/contract.ts";
import { parseConfig } from "../src/config.ts";
import { describeContract } from "../src/openapi/contract-document.ts";
import { callsPage } from "./openapi/calls-page.ts";
import { clientTypes } from "./openapi/client-types.ts";
import { columnsPage } from "./openapi/columns-page.ts";
import { flag, readProgram } from "./script-arguments.ts";

const options = readProgram({
  call: "npm run openapi --",
  about:
    "Writes openapi.json, docs/calls.md and the types of the client from the declarations of the routes, and docs/import-columns.md from the kinds of product.",
  options: {
    check: flag("writes nothing; exit code 1 where a file differs from the generated one"),
  },
  example: "--check",
});
if (options !== null) await writeFiles(options.check);

async function writeFiles(isCheck: boolean): Promise<void> {
  // Use settings that switch on all routes of the service, such as the development log-in and the routes of payments.
  const routes = declareRoutes(
    parseConfig({
      DEV_LOGIN: "true",
      STRIPE_SECRET_KEY: "unused",
      STRIPE_WEBHOOK_SECRET: "unused",
      STRIPE_PRICES: '{"unused":"free"}',
    }),
  );
  const document = `${JSON.stringify(describeContract(routes), null, 2)}\n`;
  const files = {
    "openapi.json": document,
    "docs/calls.md": callsPage(document),
    "docs/import-columns.md": columnsPage(),
    "packages/client/src/api-types.ts": await clientTypes(document),
  };
  for (const [file, text] of Object.entries(files)) {
    if (!isCheck) writeFileSync(file, text);
    else if (readFileSync(file, "utf8") !== text) {
      console.error(`${file} differs from the declarations. Run npm run openapi, and commit the file.`);
      process.exitCode = 1;
    }
  }
}
