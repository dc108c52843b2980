import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { IMPORT_RULES_FILE, writeImportRules } from "./lint-rules/import-rules.ts";
import { flag, readProgram } from "./script-arguments.ts";

const options = readProgram({
  call: "npm run lint-rules --",
  about: `Writes ${IMPORT_RULES_FILE}, the linter's rules of imports, out of scripts/lint-rules/import-table.ts.`,
  options: {
    check: flag("writes nothing; exit code 1 where the file differs from the generated one"),
  },
  example: "--check",
});
if (options?.check === false) writeFileSync(IMPORT_RULES_FILE, writeImportRules());
else if (options && readFileSync(IMPORT_RULES_FILE, "utf8") !== writeImportRules()) {
  console.error(
    `${IMPORT_RULES_FILE} differs from scripts/lint-rules/import-table.ts. Run npm run lint-rules, and commit the file.`,
  );
  process.exitCode = 1;
}
