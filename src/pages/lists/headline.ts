export { headlineOf } from "../../benchmarks/index.ts";
