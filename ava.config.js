export default {
  files: ["dist-test/test/**/*.test.js"],
  workerThreads: false,
  concurrency: 2,
  timeout: "180s",
};
