import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import test from "ava";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { projectUrl } from "../helpers/project-files.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { entriesIn, msUntilNextMonth, openCommand, openStoppable } from "./run-command.ts";

let offsetMs = 0;
const service = await startTestService(test, {
  env: { TIER_LIMITS: '{"free":100,"three":3,"unlimited":null}' },
  overrides: { clock: () => () => new Date(Date.now() + offsetMs) },
});
const capture = (seed: number) => makeCapture("presentmon-1.0", makeGameFrames(seed));

test("pc-benchmarks submit sends result files, names the files that are no results, and sends no file twice", async (t) => {
  const { run, buildId, runsByFile } = await openCommand(t, service, { name: "mary" });
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "old captures 🚀"));
  const names = ["my game.csv", "old captures 🚀/größe 'quoted' 🎮.csv"];
  for (const [index, name] of names.entries()) writeFileSync(join(folder, name), capture(index + 1));
  copyFileSync(fileURLToPath(projectUrl("data/samples/3dmark-time-spy.xml")), join(folder, "time spy.xml"));
  writeFileSync(join(folder, "twin.csv"), capture(1));
  writeFileSync(join(folder, "notes.csv"), "milk,eggs\n1,2\n");
  writeFileSync(join(folder, "readme.txt"), "no result");
  const args = ["submit", folder, "--build", "Quiet tower", "--label", "fans at 60 %", "--yes", "--json"];
  const first = await run(args);
  t.is(first.code, 0, first.stderr);
  const statuses = (entries: Record<string, unknown>[], status: string) =>
    entries
      .filter((entry) => entry["status"] === status)
      .map(({ file }) => String(file).slice(folder.length + 1));
  // The 3DMark export has two graphics tests, each of which becomes a run.
  t.deepEqual(
    statuses(first.entries, "complete").toSorted(),
    [...names, "time spy.xml", "time spy.xml"].toSorted(),
  );
  t.is(statuses(first.entries, "left_out").length, 2);
  t.deepEqual(Object.keys(first.entries[0] ?? {}).toSorted(), [
    "benchmark_id",
    "better_than_percent",
    "builds",
    "detail",
    "file",
    "rank",
    "run_id",
    "score",
    "status",
    "title",
    "unit",
    "url",
  ]);
  const stored = await runsByFile();
  t.deepEqual([...stored.keys()].toSorted().length, 3);
  t.is(stored.get("größe 'quoted' 🎮.csv")?.length, 1);

  const again = await run(args);
  t.is(again.code, 0, again.stderr);
  t.is(statuses(again.entries, "already_sent").length, 5, "with both runs of 3DMark, and the twin");
  t.deepEqual(statuses(again.entries, "left_out"), ["notes.csv"]);
  const asText = await run(["submit", join(folder, "my game.csv"), "--build", String(buildId), "--yes"]);
  t.regex(asText.stdout, /my game\.csv: already sent · [\d.]+ fps · http:\S+\/r\/[\w-]+\n$/);
  t.deepEqual(await runsByFile(), stored);

  const named = await run(["submit", join(folder, "notes.csv"), "--build", String(buildId), "--yes"]);
  t.is(named.code, 1, "a file that was named by itself and is no result");
  t.regex(named.stdout, /notes\.csv: left out: /);
  const unasked = await run(["submit", join(folder, "my game.csv"), "--build", String(buildId), "--again"]);
  t.is(unasked.code, 2);
  t.regex(unasked.stderr, /Add --yes/);
  const sentAgain = await run([
    "submit",
    join(folder, "my game.csv"),
    "--build",
    String(buildId),
    "--again",
    "--yes",
  ]);
  t.is(sentAgain.code, 0, sentAgain.stderr);
  t.is((await runsByFile()).get("my game.csv")?.length, 2);
});

test("pc-benchmarks submit ends with exit code 3 at the run limit, and the same command continues after the limit is reset", async (t) => {
  const { run, session, buildId, runsByFile } = await openCommand(t, service, {
    name: "grace",
    tier: "three",
  });
  await session.add({ build_id: buildId, benchmarks: { id: 15, runs: [15_240] } });
  const folder = temporaryFolder(t);
  for (let index = 0; index < 4; index += 1) writeFileSync(join(folder, `${index}.csv`), capture(10 + index));
  const args = ["submit", folder, "--build", String(buildId), "--yes", "--json"];
  const first = await run(args);
  t.is(first.code, 3, first.stderr);
  t.regex(first.stderr, /2 files are not sent/);
  t.is(first.entries.filter(({ status }) => status === "complete").length, 2);
  t.is(first.entries.filter(({ status }) => status === "not_sent").length, 2, "each file has a line");
  offsetMs = msUntilNextMonth();
  const second = await run(args);
  offsetMs = 0;
  t.is(second.code, 0, second.stderr);
  t.is(second.entries.filter(({ status }) => status === "complete").length, 2);
  t.is(second.entries.filter(({ status }) => status === "already_sent").length, 2);
  const runs = await runsByFile();
  t.deepEqual(
    [...runs.values()].map((ids) => ids.length),
    [1, 1, 1, 1],
  );
});

test("pc-benchmarks submit continues after an outage of the service, and the same command continues after Ctrl-C", async (t) => {
  const gate = await openStoppable(t, service);
  const { start, run, buildId, runsByFile } = await openCommand(t, service, {
    name: "ada",
    url: gate.url,
    tier: "unlimited",
  });
  const folder = temporaryFolder(t);
  for (let index = 0; index < 60; index += 1)
    writeFileSync(join(folder, `${index}.csv`), capture(100 + index));
  const args = ["submit", folder, "--build", String(buildId), "--yes", "--json"];
  const interrupted = start(args);
  await until(async () => (await runsByFile()).size > 5, "some files are sent");
  interrupted.child.kill("SIGINT");
  t.is(await interrupted.ended, 1);
  t.regex(
    interrupted.output.stderr,
    /Run the same command again to send the other files\.\npc-benchmarks stopped, because it received a signal to end\.\n$/,
  );

  const second = start(args);
  const sent = (await runsByFile()).size;
  await until(async () => (await runsByFile()).size > sent + 5, "the command goes on");
  gate.stop();
  await until(async () => second.output.stderr.includes("Trying again in"), "the command waits");
  gate.start();
  t.is(await second.ended, 0, second.output.stderr);
  const runs = await runsByFile();
  t.is(runs.size, 60);
  t.true([...runs.values()].every((ids) => ids.length === 1));
  t.is((await run(args)).entries.filter(({ status }) => status === "already_sent").length, 60);
});

test("pc-benchmarks submit sends the other files even if the service refuses a file, or if a file vanishes", async (t) => {
  const { start, buildId, runsByFile } = await openCommand(t, service, { name: "edsger" });
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, "empty.csv"), "");
  writeFileSync(join(folder, "good.csv"), capture(300));
  writeFileSync(join(folder, "gone.csv"), capture(301));
  mkdirSync(join(folder, "folder.csv"));
  mkdirSync(join(folder, "inner"));
  symlinkSync("..", join(folder, "inner", "circle"));
  // The replacement deletes the file after the command has hashed it and before the command inspects it.
  const remove = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
    const { openAsBlob } = fs;
    fs.openAsBlob = (path, options) => {
      if (path.endsWith("gone.csv")) fs.rmSync(path, { force: true });
      return openAsBlob(path, options);
    };
    syncBuiltinESMExports();`;
  const sending = start(["submit", folder, "--build", String(buildId), "--yes", "--json"], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(remove)}`,
  });
  t.is(await sending.ended, 1, sending.output.stderr);
  const entries = entriesIn(sending.output.stdout);
  t.deepEqual(
    entries.map(({ file, status }) => `${basename(String(file))}: ${String(status)}`).toSorted(),
    ["empty.csv: left_out", "gone.csv: refused", "good.csv: complete"],
    sending.output.stderr,
  );
  t.deepEqual([...(await runsByFile()).keys()], ["good.csv"]);
});
