export default {
  files: ["dist-test/test/**/*.test.js"],
  workerThreads: false,
  concurrency: 2,
  // How long no test may end before the run does: a bound on hanging tests alone, on the slowest machine, too.
  timeout: "10m",
};
