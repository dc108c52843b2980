import { writeFileSync } from "node:fs";
import { IMPORT_RULES_FILE, writeImportRules } from "./lint-rules/import-rules.ts";

// npm run lint-rules: writes the linter's rules of imports out of the table of imports.

writeFileSync(IMPORT_RULES_FILE, writeImportRules());
