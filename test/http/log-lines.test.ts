import test from "ava";
import { fileForm } from "../faults/results.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { formOf } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

type Line = Readonly<Record<string, unknown>>;

const lines: Line[] = [];
const write = (line: string) => void lines.push(JSON.parse(line) as Line);
const service = await startTestService(test, {
  logger: createLogger({ level: "debug", process: "test", secrets: [], destination: { write } }),
});

/** A capture of the desktop alone, in which no reader finds a game. */
const desktop = makeCapture(
  "presentmon-1.0",
  makeGameFrames(1).filter(({ application }) => application === "dwm.exe"),
);

/** Waits until a worker has logged the line about the job of a run, and returns the line. */
async function jobLine(runId: string): Promise<Line> {
  const find = () => lines.find((line) => line["job"] === "parse-run" && line["run_id"] === runId);
  await until(async () => find() !== undefined, "the job has logged its line");
  return find() ?? {};
}

test("the log line of a job tells the outcome, the submitter of the run and the request that added the job", async (t) => {
  const client = await service.signIn("logged");
  const { account_id } = (await client.get("/me")).body.account;
  const build_id = await client.makeBuild();
  const good = await client.addForm(formOf(fileForm(build_id)), { "X-Request-Id": "upload-1" });
  const badForm = { ...fileForm(build_id), files: [{ name: "desktop.csv", content: desktop }] };
  const bad = await client.addForm(formOf(badForm), { "X-Request-Id": "upload-2" });
  const submissions = service.stores.db.collection("submissions");
  const cases = [
    { answer: good, request_id: "upload-1", outcome: "complete" },
    { answer: bad, request_id: "upload-2", outcome: "failed" },
  ];
  for (const { answer, request_id, outcome } of cases) {
    t.is(answer.status, 200, answer.text);
    const run_id = answer.body.runs[0].run_id as string;
    const run = await client.waitForRun(run_id);
    const stored = await submissions.findOne({ "runs.run_id": run_id });
    const line = await jobLine(run_id);
    const expected = { level: "info", msg: `job ${outcome}`, outcome, account_id, request_id };
    t.like(line, { ...expected, run_id, submission_id: String(stored?._id), attempt: 1 });
    t.is(line["code"], run.body.error?.code, "the line has the code of the failure, if the job failed");
    for (const time of ["waited_ms", "ran_ms"]) t.true(Number(line[time]) >= 0, time);
    t.is(line["err"], undefined);
  }
  t.truthy((await jobLine(bad.body.runs[0].run_id as string))["code"]);
});

test("the log line of a request has the route pattern, the user agent and the problem; health checks are logged at debug", async (t) => {
  const lineOf = (id: string) => lines.find((line) => line["msg"] === "request" && line["request_id"] === id);
  const ask = async (path: string, id: string, agent: string) => {
    await service.anonymous.get(path, { "X-Request-Id": id, "User-Agent": agent });
    return lineOf(id);
  };
  t.like(await ask("/builds/999999", "read", "a-client/2"), {
    level: "info",
    route: "/builds/:build_id",
    path: "/builds/999999",
    method: "GET",
    status: 404,
    problem: "not-found",
    user_agent: "a-client/2",
  });
  t.like(await ask("/no/such/path", "lost", "a-client/2"), { level: "info", route: null, status: 404 });
  const long = await ask("/benchmarks/types", "long", "x".repeat(5000));
  t.is(String(long?.["user_agent"]).length, 200);
  t.is(long?.["problem"], undefined);
  for (const probe of ["/health/live", "/health/ready"])
    t.like(await ask(probe, probe.slice(8), "a-probe/1"), { level: "debug", route: probe, status: 200 });
});
