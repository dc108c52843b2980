import { limitMemory } from "./limit-memory.ts";

limitMemory();
const { run } = await import("./run.ts");
const { startProcess } = await import("../src/compose/start-process.ts");
await startProcess("worker", run);
