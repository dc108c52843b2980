import { limitMemory } from "./limit-memory.ts";

limitMemory();
const { run } = await import("./run.ts");
await run();
