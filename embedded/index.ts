// The exports of the launchers (the code that starts the service and its stores on this machine) for scripts and tests.
// The module does not export the MongoDB emulator: the emulator is a package of its own and runs as a separate process,
// whose entry is scripts/mongodb.ts.

export { findExecutable, isExecutable } from "./launchers/processes/find-executable.ts";
export { freePort } from "./launchers/processes/free-port.ts";
export { onStopRequest } from "./launchers/processes/on-stop-request.ts";
export { projectEntry, projectFile } from "./launchers/processes/project-files.ts";
export { startGuarded, type GuardedProcess } from "./launchers/processes/start-guarded.ts";
export { startService, type Service } from "./launchers/start-service.ts";
export { startStores, type Stores } from "./launchers/start-stores.ts";
export { packagedMeilisearch } from "./launchers/stores/meilisearch-binary.ts";
export { mongodBinary } from "./launchers/stores/start-mongodb.ts";
