import { Readable } from "node:stream";
import test from "ava";
import { importBuilds } from "../../../src/builds/import/import-builds.ts";
import type { BuildFileFormat } from "../../../src/builds/import/read-build-records.ts";
import { partKinds } from "../../../src/kinds/kinds.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });

async function importText(text: string, format: BuildFileFormat) {
  const rejected: string[] = [];
  const summary = await importBuilds({
    file: Readable.from([Buffer.from(text)]),
    format,
    builds: service.services.builds,
    catalogue: service.services.catalogue,
    onRejected: (line, reasons) => rejected.push(`${line}: ${reasons.join("; ")}`),
  });
  return { ...summary, rejectedLines: rejected };
}

const header = "build_id,name,cpu,gpu,ram,motherboard\n";

test("imported builds have no owner, and importing a build again updates it instead of adding another build", async (t) => {
  t.like(await importText(`${header}501,Bench one,,,,\n502,Bench two,,,,\n`, "csv"), {
    read: 2,
    stored: 2,
    rejected: 0,
  });
  t.like(await importText('{"build_id":501,"name":"Bench one, again"}\n\n', "ndjson"), {
    read: 1,
    stored: 1,
  });
  const { body } = await service.anonymous.get("/builds/501");
  t.is(body.build.name, "Bench one, again");
  t.is(body.build.owner, null);
});

test("a build that is created after an import gets a higher number than every imported build", async (t) => {
  await importText(`${header}700,Bench,,,,\n`, "csv");
  const client = await service.signIn("later");
  t.true((await client.makeBuild()) > 700);
});

test("a build that cannot be imported is skipped and reported with its line and reason, and the other builds are imported", async (t) => {
  const client = await service.signIn("owner");
  const owned = await client.makeBuild("mine");
  const lines = [
    '{"build_id":1000000000000000,"name":"too high"}',
    '{"build_id":0,"name":"too low"}',
    '{"build_id":801}',
    '{"build_id":802,"name":"no such part","parts":{"cpu":"no-such-cpu"}}',
    `{"build_id":${owned},"name":"taken over"}`,
    "{broken",
    '{"build_id":803,"name":"good"}',
  ];
  const result = await importText(lines.join("\n"), "ndjson");
  t.like(result, { read: 7, stored: 1, rejected: 6 });
  t.deepEqual(
    result.rejectedLines.map((line) => line.split(":")[0]),
    ["1", "2", "3", "4", "5", "6"],
  );
  t.regex(result.rejectedLines[3] ?? "", /no-such-cpu/);
  t.is((await client.get(`/builds/${owned}`)).body.build.name, "mine");
  t.true((await client.makeBuild()) < 1_000_000);
});

test("a CSV of builds may have its columns in any order and omit some, and is refused if it has a column that builds do not have", async (t) => {
  t.like(await importText("name,build_id\nBench,901\n", "csv"), { read: 1, stored: 1 });
  t.is((await service.anonymous.get("/builds/901")).body.build.name, "Bench");
  await t.throwsAsync(importText("build_id,name,psu\n902,Bench,x\n", "csv"), {
    message: new RegExp(
      `Expected the header build_id,name,${partKinds.join(",")}, at least build_id,name\nfound build_id,name,psu`,
    ),
  });
});
