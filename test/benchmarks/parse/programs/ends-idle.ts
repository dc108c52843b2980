import process from "node:process";

// A process that answers one task and ends as soon as it gets another: as if it had died in between.

process.once("message", () => {
  process.once("message", () => process.exit(1));
  process.send?.({ kind: "done", outcome: { kind: "result", result: "read" }, cpuMs: 0 });
});
