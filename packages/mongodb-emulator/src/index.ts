// The public API of the package. All other files are internal.

export type { Credentials } from "./authentication.ts";
export {
  elementsOf,
  fieldsOf,
  getField,
  isArray,
  isDocument,
  type Field,
  type Value,
} from "./bson/raw-bson.ts";
export { runCommandLine, type CommandLine } from "./command-line.ts";
export { FolderInUseError } from "./folder-lock.ts";
export { startServer, type RunningServer, type ServerOptions } from "./server.ts";
export { createShapeLog, type ExchangeListener } from "./shape-log.ts";
export type { Request } from "./wire.ts";
