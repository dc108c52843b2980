export { bySuite } from "../../benchmarks/index.ts";
