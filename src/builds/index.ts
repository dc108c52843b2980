// Builds of PCs: accounts create, change, list and delete builds, and everybody sees the results of the builds' runs.

export { createBuilds, type BuildAnswer, type Builds, type ShownBuild } from "./builds.ts";
export { buildPolicy } from "./policies.ts";
export { changeBuildBody, newBuildBody } from "./schemas.ts";
export { importBuilds } from "./import/import-builds.ts";
export type { Build } from "./model/build.ts";
export { buildColumns, type BuildFileFormat } from "./import/read-build-records.ts";
export { createBuildsRepository, setUpBuilds, type BuildsRepository } from "./records/builds-repository.ts";
