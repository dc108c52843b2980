export default {
  files: ["test/**/*.test.ts"],
  extensions: { ts: "module" },
  nodeArguments: ["--import=tsx"],
  workerThreads: false,
  concurrency: 2,
  timeout: "180s",
};
