import process from "node:process";

// A process that reads files: it completes one task and exits when it gets another, as if it had died while it was
// idle.

process.once("message", () => {
  process.once("message", () => process.exit(1));
  process.send?.({ kind: "done", outcome: { kind: "result", result: "read" }, cpuMs: 0 });
});
