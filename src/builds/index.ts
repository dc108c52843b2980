export { createBuilds, type Builds } from "./builds.ts";
export { importBuilds, type BuildImportSummary } from "./import/import-builds.ts";
export { setUpBuilds } from "./records/builds-repository.ts";
