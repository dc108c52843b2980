import test from "ava";
import { review as command } from "../../scripts/admin/review.ts";
import type { Run } from "../../src/benchmarks/model/run.ts";
import { adminCommandsOf, securityEventsIn } from "../helpers/admin-command.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test);
const { reviews, runParser } = service.services;
const runs = service.stores.db.collection<Run>("runs");

// A capture with frame times in microseconds, which the readers find implausible.
const implausible = {
  name: "capture.csv",
  content: `Application,MsBetweenPresents\n${"doom.exe,10000\n".repeat(60)}`,
};

const tooShort = { name: "short.csv", content: implausible.content.replaceAll("10000", "10") };

const admin = adminCommandsOf(service, { LOG_LEVEL: "info" });

async function review(...args: string[]) {
  const result = await admin("review", ...args);
  return { ...result, events: securityEventsIn(result.stderr) };
}

async function submit(name: string, form: object, files?: (typeof implausible)[]): Promise<string> {
  const client = await service.signIn(name);
  const build_id = await client.makeBuild();
  const added = await client.add({ build_id, benchmarks: form, ...(files && { files }) });
  const { run_id } = added.body.runs[0];
  await client.waitForRun(run_id);
  return run_id;
}

const unrankedOf = async (runId: string) =>
  (await service.anonymous.get(`/benchmarks/runs/${runId}`)).body.unranked as { reason: string } | null;

test("an implausible run is listed until a reviewer accepts it, and reading the file again does not undo the decision", async (t) => {
  const runId = await submit("accepted", { id: 16 }, [implausible]);
  const doubt = await unrankedOf(runId);
  t.regex(doubt?.reason ?? "", /microseconds/);
  const listed = await review("--list");
  t.is(listed.code, 0, listed.stderr);
  t.regex(
    listed.stdout,
    new RegExp(`^${runId} build \\d+, benchmark 16, doom, score 0\\.1: .*microseconds`, "m"),
  );
  t.regex(listed.stdout, /doubted runs that nobody has accepted or rejected: 1/);

  const accepted = await review("--accept", runId);
  t.is(accepted.code, 0, accepted.stderr);
  t.regex(accepted.stdout, new RegExp(`^run ${runId} of build \\d+ is accepted\\.$`, "m"));
  const { account_id, build_id } = (await runs.findOne({ _id: runId })) as Run;
  t.is(accepted.events.length, 1);
  t.like(accepted.events[0], {
    security_event: "run_accepted",
    account_id,
    address: null,
    run_id: runId,
    build_id,
    reason: null,
  });
  t.is(await unrankedOf(runId), null);
  t.regex(
    (await review("--list", "--limit", "5")).stdout,
    /^doubted runs that nobody has accepted or rejected: 0$/m,
  );

  await runs.updateOne({ _id: runId }, { $set: { score: 1, unranked: null, reader_version: 0 } });
  const run = (await runs.findOne({ _id: runId })) as Run;
  t.is((await runParser.reprocess(run, { isDryRun: false })).kind, "replaced");
  const after = await runs.findOne({ _id: runId });
  t.like(after, { score: 0.1, review: { decision: "accepted", reason: null } });
  t.truthy(after?.unranked, "the reader still finds the run unranked");
  t.is(await unrankedOf(runId), null);
});

test("a reviewer cannot accept a run whose clock contradicts its frame times, also if the clock was read later", async (t) => {
  const rows = Array.from({ length: 1200 }, (_, row) => `doom.exe,5,${row / 100}\n`).join("");
  const content = `Application,MsBetweenPresents,TimeInSeconds\n${rows}`;
  const runId = await submit("halved", { id: 16 }, [{ name: "halved.csv", content }]);
  const reason = await unrankedOf(runId);
  t.like(reason, { code: "clock_contradicts" });
  const refused = await review("--accept", runId);
  t.not(refused.code, 0);
  t.regex(refused.stderr, new RegExp(`run ${runId} stays unranked, and no reviewer can accept it: `));

  const decided = { decision: "accepted" as const, reason: null, decided_at: new Date() };
  await runs.updateOne({ _id: runId }, { $set: { review: decided } });
  t.deepEqual(await unrankedOf(runId), reason);
  const { build_id } = (await runs.findOne({ _id: runId })) as Run;
  const { body } = await service.anonymous.get(`/builds/${build_id}`);
  t.is(body.results[0].best, null);
});

test("the run of a capture that is too short is not listed for reviewers, but a reviewer can accept the run", async (t) => {
  const runId = await submit("short", { id: 16 }, [tooShort]);
  t.like(await unrankedOf(runId), { code: "too_short" });
  t.false((await review("--list")).stdout.includes(runId));
  await reviews.decide(runId, { decision: "accepted", reason: null });
  t.is(await unrankedOf(runId), null);
});

test("a typed-in score can be rejected with a public reason, and accepted later", async (t) => {
  const runId = await submit("rejected", { id: 15, runs: [900] });
  t.is(await unrankedOf(runId), null);
  const rejected = await review("--reject", runId, "--reason", "a screenshot\u200b of another machine");
  t.is(rejected.code, 0, rejected.stderr);
  t.like(rejected.events[0], { security_event: "run_rejected", reason: "a screenshot of another machine" });
  t.deepEqual(await unrankedOf(runId), {
    code: "rejected",
    reason: "A reviewer rejected this result: a screenshot of another machine",
  });
  const before = await reviews.decide(runId, { decision: "accepted", reason: "the owner showed it" });
  t.is(before.review?.decision, "rejected");
  t.is(await unrankedOf(runId), null);
});

test("a reviewer can decide only on a complete run", async (t) => {
  const runId = await submit("refused", { id: 15, runs: [900] });
  const run = (await runs.findOne({ _id: runId })) as Run;
  await runs.insertOne({
    ...run,
    _id: "waiting",
    status: "queued",
    touched_at: new Date(Date.now() + 3_600_000),
  });
  await runs.insertOne({ ...run, _id: "hidden", status: "deleting", build_id: run.build_id + 1000 });
  const decision = { decision: "accepted", reason: null } as const;
  await t.throwsAsync(reviews.decide("nowhere", decision), { message: /There is no run nowhere/ });
  await t.throwsAsync(reviews.decide("hidden", decision), { message: /There is no run hidden/ });
  await t.throwsAsync(reviews.decide("waiting", decision), {
    message: /run waiting is queued: expected a complete run/,
  });
  t.is(await runs.countDocuments({ _id: { $in: [runId, "waiting"] }, review: { $exists: true } }), 0);
  const { code, stderr, events } = await review("--accept", "nowhere");
  t.is(code, 1);
  t.regex(stderr, /There is no run nowhere/);
  t.deepEqual(events, []);
});

test("the command review refuses invalid arguments with a message that names the argument", (t) => {
  for (const [args, says] of [
    [["--reject", "a"], /--reason: expected why the run is rejected/],
    [["--reject", "a", "--reason", " \u200b"], /--reason: expected 1 to 500 characters/],
    [["--reject", "a", "--reason", "x".repeat(501)], /--reason: expected 1 to 500 characters/],
    [["--accept", ""], /--accept: expected a run_id, found nothing/],
    [["--accept", "a", "--list"], /expected one of --list, --accept and --reject, found 2/],
    [["--accept", "a", "--limit", "2"], /--limit: expected --list with this option/],
    [["--list", "--reason", "a"], /--reason: expected --accept or --reject with this option/],
    [[], /expected one of --list, --accept and --reject, found none/],
    [["--list", "--limit", "0"], /--limit: expected a whole number from 1 to 1000, found 0/],
  ] as const)
    t.throws(() => command.read([...args]), { message: says }, args.join(" "));
});
