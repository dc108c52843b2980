import { readFileSync } from "node:fs";
import test from "ava";
import type { RunParser } from "../../../src/benchmarks/parse/run-parser.ts";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { READER_VERSION } from "../../../src/readers/index.ts";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import type { Client, SentFile } from "../../helpers/client.ts";
import { sessionOf } from "../../helpers/session-of.ts";
import { startTestService } from "../../helpers/service.ts";
import { projectUrl } from "../../helpers/project-files.ts";
import { eventually } from "../../faults/system.ts";

const service = await startTestService(test);
const { files, series, runsRepository, runParser, clock } = service.services;
const runs = service.stores.db.collection<Run>("runs");
const pieces = service.stores.db.collection("frame_series");
const capture = { name: "harbour.csv", content: makeCapture("presentmon-1.0", makeGameFrames(1)) };
const timeSpy = {
  name: "time-spy.xml",
  content: readFileSync(projectUrl("test/fixtures/3dmark/time-spy.xml")),
};
const desktop = {
  name: "desktop.csv",
  content: makeCapture(
    "presentmon-1.0",
    makeGameFrames(1).filter(({ application }) => application === "dwm.exe"),
  ),
};

async function makeRun(client: Client, file: SentFile = capture, id = 16, buildId?: number): Promise<string> {
  const build_id = buildId ?? (await client.makeBuild());
  const added = await client.add({ build_id, benchmarks: { id }, files: [file] });
  await client.waitForRun(added.body.runs[0].run_id);
  return added.body.runs[0].run_id as string;
}

/** Fields of a run about its ranking and the outlier check, which sweeps and workers may change at any time. */
const notes = [
  "ranking",
  "ranked_at",
  "ranking_due",
  "ranking_step",
  "ranking_was",
  "outlier",
  "outlier_mark",
];

/** Returns a stored run without those of its fields that sweeps and workers may change at any time. */
const find = async (runId: string) =>
  (await runs.findOne(
    { _id: runId },
    { projection: Object.fromEntries(notes.map((name) => [name, 0])) },
  )) as Run;
const used = async (client: Client) => (await client.get("/me")).body.usage.used as number;
/**
 * Returns the stored submission of a run. Leaves out the field `runs_created`, which the service sets shortly after it
 * responds.
 */
const ledger = async (run: Run) =>
  service.stores.db
    .collection<{ _id: string }>("submissions")
    .findOne({ _id: run.submission_id }, { projection: { runs_created: 0 } });

/**
 * Replaces the result and the frames of a run by wrong values, as if an older version of the readers had written the
 * values. Returns the run.
 */
async function spoil(runId: string): Promise<Run> {
  const run = await find(runId);
  const nonsense = {
    score: 1,
    variant: "nonsense",
    metrics: { ...run.metrics, average_fps: 1, low_1_fps: 2 },
    warnings: [{ detail: "nonsense", public_detail: "nonsense" }],
    reader_version: 0,
  };
  await runs.updateOne({ _id: runId }, { $set: nonsense });
  if (run.frame_series) {
    await series.removeOfRuns([runId]);
    const wrong = { frameTimesMs: Float32Array.of(1000), droppedFrames: null };
    const frame_series = await series.store({ runId, fencingToken: run.fencing_token }, wrong, clock());
    await runs.updateOne({ _id: runId }, { $set: { frame_series } });
  }
  return find(runId);
}

for (const [what, file, id] of [
  ["a capture", capture, 16],
  ["a 3DMark export", timeSpy, 17],
] as const) {
  test(`reading ${what} again replaces wrong figures and frames, and does not count as a new run`, async (t) => {
    const client = await service.signIn(what);
    const runId = await makeRun(client, file, id);
    const right = await find(runId);
    const [before, frames] = [
      await ledger(right),
      (await client.get(`/benchmarks/runs/${runId}/frames`)).text,
    ];
    const wrong = await spoil(runId);

    const outcome = await runParser.reprocess(wrong, { isDryRun: false });
    t.is(outcome.kind, "replaced");
    if (outcome.kind !== "replaced") return;
    t.true(outcome.changes.some((change) => change.name === "score" && change.before === 1));
    t.true(outcome.changes.some((change) => change.name === "metrics.average_fps" || id === 17));
    t.true(outcome.changes.some((change) => change.name === "warnings"));

    const { fencing_token, frame_series, channel_series, ...rest } = await find(runId);
    const { fencing_token: oldToken, frame_series: oldSeries, ...oldRest } = right;
    const { channel_series: oldChannels, ...oldOthers } = oldRest;
    t.deepEqual(rest, oldOthers);
    t.deepEqual(channel_series, oldChannels ? { fencing_token } : null);
    t.is(fencing_token, oldToken + 1);
    t.deepEqual(frame_series, oldSeries ? { ...oldSeries, fencing_token } : null);
    const stored = await pieces.find({ run_id: runId }).toArray();
    t.deepEqual(
      stored.map((piece) => [piece["fencing_token"], "unconfirmed_since" in piece]),
      oldSeries ? [[fencing_token, false]] : [],
    );
    if (oldSeries) t.is((await client.get(`/benchmarks/runs/${runId}/frames`)).text, frames);
    t.deepEqual(await ledger(right), before);
    t.is(await used(client), 1);
    t.deepEqual(await runParser.reprocess(await find(runId), { isDryRun: false }), {
      kind: "replaced",
      changes: [],
    });
  });
}

test("a dry run of reading a file again reports the same outcome as reading the file again, and writes nothing", async (t) => {
  const client = await service.signIn("dry");
  const wrong = await spoil(await makeRun(client));
  const stored = await pieces.find({ run_id: wrong._id }).toArray();
  const dry = await runParser.reprocess(wrong, { isDryRun: true });
  t.deepEqual(await find(wrong._id), wrong);
  t.deepEqual(await pieces.find({ run_id: wrong._id }).toArray(), stored);
  t.deepEqual(await runParser.reprocess(wrong, { isDryRun: false }), dry);
});

test("the warning about a repeated file remains after the file is read again", async (t) => {
  const client = await service.signIn("twice");
  const buildId = await client.makeBuild();
  const [first, second] = [
    await makeRun(client, capture, 16, buildId),
    await makeRun(client, capture, 16, buildId),
  ];
  const warnings = async () => [(await find(first)).warnings, (await find(second)).warnings];
  const before = await warnings();
  for (const runId of [first, second]) await runParser.reprocess(await find(runId), { isDryRun: false });
  t.deepEqual(await warnings(), before);
  t.is(before[1]?.length, (before[0]?.length ?? 0) + 1);
});

test("a complete run whose file is no longer readable keeps its result and frames, and is unranked if readers refuse the file", async (t) => {
  const client = await service.signIn("unreadable");
  const runId = await makeRun(client);
  const other = await find(await makeRun(client, desktop));
  for (const [what, code] of [
    ["other bytes", "compositor_only"],
    ["no bytes", "file_missing"],
  ]) {
    await runs.updateOne({ _id: runId }, { $set: { file: other.file } });
    if (what === "no bytes") await files.remove([other.file?.file_id ?? ""]);
    await runs.updateOne({ _id: runId }, { $set: { unranked: null } });
    const before = await spoil(runId);
    t.is((await runParser.reprocess(before, { isDryRun: true })).kind, "unreadable");
    t.deepEqual(await find(runId), before);
    const outcome = await runParser.reprocess(before, { isDryRun: false });
    t.is(outcome.kind, "unreadable");
    t.true(outcome.kind === "unreadable" && outcome.error.code === code, code);
    const { unranked, ...after } = await find(runId);
    t.deepEqual({ ...after, unranked: null }, before);
    if (what === "no bytes") t.is(unranked, null);
    else
      t.regex(
        unranked?.detail ?? "",
        /earlier version.*refuses the file: The capture holds only the desktop/,
      );
    t.is((await client.get(`/benchmarks/runs/${runId}/frames`)).body.frames, 1);
  }
});

test("a failed run stays failed and refunded when its file is read again, even if the file can be read now", async (t) => {
  const client = await service.signIn("failed");
  const good = await find(await makeRun(client));
  const failed = await find(await makeRun(client, desktop));
  t.is(failed.status, "failed");
  t.like(await runParser.reprocess(failed, { isDryRun: false }), { kind: "still_failed" });
  const mended = { ...failed, file: good.file };
  t.deepEqual(await runParser.reprocess(mended, { isDryRun: false }), { kind: "now_readable" });
  // The refund runs in parallel with this test, and removes the fields `refund_due` and `is_waiting`.
  const { refund_due: _1, is_waiting: _2, ...before } = failed;
  const { refund_due: _3, is_waiting: _4, ...after } = await find(failed._id);
  t.deepEqual(after, before);
  t.is(
    await eventually(
      () => used(client),
      (count) => count === 1,
    ),
    1,
  );
});

/** Creates a parser that calls `meanwhile` after claiming a run and before writing the series of its frame times. */
function interruptedParser(meanwhile: () => Promise<unknown>): RunParser {
  return service.servicesWith({
    series: (series) => ({
      ...series,
      store: async (...args) => {
        await meanwhile();
        return series.store(...args);
      },
    }),
  }).runParser;
}

test("while a file is read again, the service shows the whole old result and frames until one write replaces both", async (t) => {
  const client = await service.signIn("meanwhile");
  const wrong = await spoil(await makeRun(client));
  const path = `/benchmarks/runs/${wrong._id}`;
  let checked = 0;
  const { reprocess } = interruptedParser(async () => {
    t.like((await client.get(path)).body, {
      status: "complete",
      score: 1,
      variant: "nonsense",
      reader_version: 0,
    });
    t.is((await client.get(`${path}/frames`)).body.frames, 1);
    checked += 1;
  });
  t.is((await reprocess(wrong, { isDryRun: false })).kind, "replaced");
  t.is(checked, 1);
  t.is((await client.get(`${path}/frames`)).body.frames, 120);
});

test("of three processes that read the same file again in parallel, one writes its result", async (t) => {
  const client = await service.signIn("three");
  const wrong = await spoil(await makeRun(client));
  const outcomes = await Promise.all([1, 2, 3].map(() => runParser.reprocess(wrong, { isDryRun: false })));
  t.deepEqual(outcomes.map(({ kind }) => kind).sort(), ["overtaken", "overtaken", "replaced"]);
  const run = await find(wrong._id);
  t.like(run, {
    variant: "harbour",
    fencing_token: wrong.fencing_token + 1,
    reader_version: READER_VERSION,
  });
  t.is(await pieces.countDocuments({ run_id: wrong._id }), 1);
});

test("if a second process claims the run that a first process reads again, the first does not overwrite the result and frames of the second", async (t) => {
  const client = await service.signIn("overtaken");
  const wrong = await spoil(await makeRun(client));
  const { reprocess } = interruptedParser(async () => {
    const second = await runParser.reprocess(await find(wrong._id), { isDryRun: false });
    t.is(second.kind, "replaced");
  });
  t.is((await reprocess(wrong, { isDryRun: false })).kind, "overtaken");
  t.like(await find(wrong._id), {
    fencing_token: wrong.fencing_token + 2,
    frame_series: { fencing_token: wrong.fencing_token + 2, frames: 120 },
  });
  const stored = await pieces.find({ run_id: wrong._id }).toArray();
  t.deepEqual(
    stored.map(({ fencing_token }) => fencing_token as number),
    [wrong.fencing_token + 2],
  );
});

test("no frames are stored for a run whose deletion begins while its file is read again", async (t) => {
  const client = await service.signIn("deleting");
  const wrong = await spoil(await makeRun(client));
  const { reprocess } = interruptedParser(async () => {
    await runsRepository.markDeleting([wrong._id]);
    await series.removeOfRuns([wrong._id]);
  });
  t.is((await reprocess(wrong, { isDryRun: false })).kind, "overtaken");
  t.like(await find(wrong._id), { status: "deleting", score: 1 });
  t.is(await pieces.countDocuments({ run_id: wrong._id }), 0);
});

test("a run that is deleted while its file is read again stays deleted, without frames", async (t) => {
  const client = await service.signIn("deleted");
  const wrong = await spoil(await makeRun(client));
  const { reprocess } = interruptedParser(() =>
    service.services.runs.delete(wrong._id, sessionOf(wrong.account_id)),
  );
  t.is((await reprocess(wrong, { isDryRun: false })).kind, "overtaken");
  t.is((await client.get(`/benchmarks/runs/${wrong._id}`)).status, 404);
  t.is(await pieces.countDocuments({ run_id: wrong._id }), 0);
  t.is(
    (await runParser.reprocess(wrong, { isDryRun: false })).kind,
    "overtaken",
    "the file was deleted with the run",
  );
});
