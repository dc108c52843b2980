import { execFile } from "node:child_process";
import { promisify } from "node:util";
import test from "ava";
import { projectUrl } from "../helpers/project-files.ts";
import { startTestService } from "../helpers/service.ts";

const run = promisify(execFile);
const sample = "data/samples/presentmon-capture.csv";
const service = await startTestService(test);

test("the example script with curl signs in, submits scores and a file, and prints their results", async (t) => {
  const { stdout, stderr } = await run("bash", ["examples/curl.sh", service.url, sample], {
    cwd: projectUrl(""),
  });
  t.regex(stdout, /^complete: 15240$/m);
  t.regex(stdout, /^complete: [\d.]+ fps$/m);
  t.regex(stderr, /100\.0%/);
});
