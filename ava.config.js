export default {
  // Each loads some test files out of the joined ones: test/runner/test-processes.ts writes them.
  files: ["dist-test/entries/*/*.test.js"],
  workerThreads: false,
  // test/runner/run-test-files.ts limits each test, and test/runner/test-run.ts the silence of a whole run.
  timeout: "24h",
  // A process of tests makes much that lives shortly: with more room for it, a process takes 5 to 8 % less processor time.
  // It runs most functions seldom, so optimizing them later than usual saves another 5 to 10 %.
  nodeArguments: ["--max-semi-space-size=32", "--interrupt-budget=1000000"],
};
