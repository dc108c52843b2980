import test, { type ExecutionContext } from "ava";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import { makeLongCapture } from "../../faults/results.ts";
import { startTestService } from "../../helpers/service.ts";
import { openSlowForm } from "../../helpers/slow-form.ts";
import { storedState } from "../../helpers/stored-state.ts";

// Tests forms that the service refuses because of the fields before the file. A test sends only the first byte of the
// file, so the response shows that the service does not wait for the file.
const service = await startTestService(test, { hasWorkers: false });
const content = makeCapture("presentmon-1.0", makeGameFrames(1));
/** The content of a file that is so long that the service checks the form before the end of the file. */
const longContent = String(makeLongCapture(8000).content);

interface Hopeless {
  fields: (t: ExecutionContext) => Promise<[name: string, value: unknown][]>;
  status: number;
  pointers?: string[];
  says?: RegExp;
}

const capture = { id: 16 };
const hopeless: Record<string, Hopeless> = {
  "an unknown build": {
    fields: async () => [
      ["build_id", 987_654_321],
      ["benchmarks", capture],
    ],
    status: 404,
    says: /987654321/,
  },
  "another account's build": {
    fields: async () => [
      ["benchmarks", capture],
      ["build_id", await (await service.signIn("owner of a build")).makeBuild()],
    ],
    status: 403,
  },
  "a build that is no number and an unknown benchmark": {
    fields: async () => [
      ["build_id", "12x"],
      ["benchmarks", { id: 99 }],
    ],
    status: 422,
    pointers: ["/benchmarks/id", "/build_id"],
  },
  "broken JSON, although the build is still to come": {
    fields: async () => [["benchmarks", "{id: 16}"]],
    status: 422,
    pointers: ["/benchmarks"],
  },
  "an unknown field and a repeated field": {
    fields: async () => [
      ["build_id", 1],
      ["build_id", 2],
      ["note", "hello"],
    ],
    status: 422,
    pointers: ["/build_id", "/note"],
  },
  "a score benchmark with a file and a bad score": {
    fields: async () => [["benchmarks", { id: 15, runs: [1, -1] }]],
    status: 422,
    pointers: ["/benchmarks/runs/1", "/files/0"],
  },
};

for (const [what, { fields, status, pointers, says }] of Object.entries(hopeless)) {
  test.serial(`the service refuses a form before the file is sent: ${what}`, async (t) => {
    const client = await service.signIn(what);
    const before = await storedState(service, client);
    const form = openSlowForm(service.url, client);
    for (const [name, value] of await fields(t)) await form.field(name, value);
    await form.beginFile(content.slice(0, 1));
    // The test never sends the rest of the form, so the response shows that the service does not wait for the file.
    const answer = await form.answered;
    form.breakOff();
    t.is(answer.status, status, JSON.stringify(answer.body));
    t.is(answer.headers["content-type"], "application/problem+json");
    if (pointers)
      t.deepEqual(
        (answer.body.errors as { pointer: string }[]).map(({ pointer }) => pointer).sort(),
        pointers,
      );
    if (says) t.regex(JSON.stringify(answer.body), says);
    t.deepEqual(await storedState(service, client), before);
  });
}

test.serial(
  "a form that becomes unacceptable before its second file is refused at once, and the first file of the form is removed",
  async (t) => {
    const client = await service.signIn("second file");
    const before = await storedState(service, client);
    const form = openSlowForm(service.url, client);
    await form.beginFile(content, "first.csv");
    await form.endFile();
    await form.field("build_id", 987_654_321);
    await form.beginFile(content.slice(0, 1), "second.csv");
    const answer = await form.answered;
    form.breakOff();
    t.is(answer.status, 404, JSON.stringify(answer.body));
    t.deepEqual(await storedState(service, client), before);
  },
);

test.serial("a submission form whose fields follow its file is accepted", async (t) => {
  const client = await service.signIn("fields last");
  const form = openSlowForm(service.url, client);
  await form.beginFile(content);
  await form.endFile();
  await form.field("build_id", await client.makeBuild());
  await form.field("benchmarks", capture);
  form.end();
  const answer = await form.answered;
  t.is(answer.status, 200, JSON.stringify(answer.body));
});

test.serial(
  "files that arrive together keep their order although the check before the first file takes long",
  async (t) => {
    const client = await service.signIn("in order");
    const build_id = await client.makeBuild();
    const { builds } = service.services;
    const { requireAttachable } = builds;
    t.teardown(() => (builds.requireAttachable = requireAttachable));
    builds.requireAttachable = async (...given) => {
      builds.requireAttachable = requireAttachable;
      await new Promise((done) => setTimeout(done, 100));
      await requireAttachable(...given);
    };
    const names = ["1.csv", "2.csv", "3.csv"];
    const files = names.map((name) => ({ name, content: longContent }));
    const { body } = await client.add({ build_id, benchmarks: capture, files });
    const runs = await Promise.all(
      (body.runs as { run_id: string }[]).map(({ run_id }) => client.get(`/benchmarks/runs/${run_id}`)),
    );
    t.deepEqual(
      runs.map((run) => run.body.file.name as string),
      names,
    );
  },
);

test.serial(
  "the service checks the build and the account's limits for a small form only at the end, and for a larger form also before its file",
  async (t) => {
    const client = await service.signIn("judged");
    const build_id = await client.makeBuild();
    const { builds } = service.services;
    const { requireAttachable } = builds;
    t.teardown(() => (builds.requireAttachable = requireAttachable));
    let checks = 0;
    builds.requireAttachable = (...given) => {
      checks += 1;
      return requireAttachable(...given);
    };
    const checksOf = async (sent: string) => {
      checks = 0;
      const answer = await client.add({
        build_id,
        benchmarks: capture,
        files: [{ name: "a.csv", content: sent }],
      });
      t.is(answer.status, 200, answer.text);
      return checks;
    };
    t.deepEqual([await checksOf(content), await checksOf(longContent)], [1, 2]);
  },
);

test.serial("a small form that is refused at its end leaves nothing in the stores", async (t) => {
  const client = await service.signIn("small");
  const before = await storedState(service, client);
  const form = { build_id: 987_654_321, benchmarks: capture, files: [{ name: "a.csv", content }] };
  const answer = await client.add(form);
  t.is(answer.status, 404, answer.text);
  t.deepEqual(await storedState(service, client), before);
});

test.serial("a client that sends the whole file of a refused form still receives the response", async (t) => {
  const client = await service.signIn("sends all");
  const before = await storedState(service, client);
  const form = { build_id: 987_654_321, benchmarks: capture };
  const file = { name: "large.csv", content: `${content}${"x".repeat(5_000_000)}` };
  const answer = await client.add({ ...form, files: [file, file] });
  t.is(answer.status, 404, answer.text);
  t.deepEqual(await storedState(service, client), before);
});

test.serial(
  "a request that is repeated with its idempotency key gets the same response although its build was deleted",
  async (t) => {
    const client = await service.signIn("repeats");
    const build_id = await client.makeBuild();
    const send = async () => {
      const body = new FormData();
      body.append("build_id", String(build_id));
      body.append("benchmarks", JSON.stringify(capture));
      body.append("files", new Blob([content]), "capture.csv");
      return client.addForm(body, { "Idempotency-Key": "the-key" });
    };
    const first = await send();
    t.is(first.status, 200, first.text);
    t.is((await client.send("DELETE", `/builds/${build_id}`)).status, 204);
    t.is((await send()).text, first.text);
  },
);
