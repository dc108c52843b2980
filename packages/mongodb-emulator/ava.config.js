export default {
  files: ["dist-test/test/**/*.test.js"],
  workerThreads: false,
  concurrency: 2,
  // ava ends the run if no test ends for this long. No test takes so long on the slowest machine, so only a
  // hanging test exceeds the limit.
  timeout: "10m",
};
