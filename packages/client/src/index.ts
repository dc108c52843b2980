// The public API of the package: only the exports of this file can be imported.

export type { Api } from "./api.ts";
export type { components, operations, paths } from "./api-types.ts";
export {
  createClient,
  type Client,
  type ClientOptions,
  type Inspected,
  type ListedRun,
  type Run,
} from "./client.ts";
export { ConnectionError, FileError, ProblemError, type Problem } from "./errors.ts";
export type { Found, Kind, Product, Resolved, Search } from "./products.ts";
export type { Benchmarks, Submission, Submitted } from "./submit.ts";
