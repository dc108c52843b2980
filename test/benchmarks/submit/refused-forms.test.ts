import { request } from "node:http";
import test, { type ExecutionContext } from "ava";
import { createClient, formOf, type Answer, type Client } from "../../helpers/client.ts";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import { startTestService } from "../../helpers/service.ts";
import { storedState } from "../../helpers/stored-state.ts";

const service = await startTestService(test, {
  hasWorkers: false,
  env: { TIER_LIMITS: '{"free":1000,"none":0}', MAX_FILE_BYTES: "300000" },
  constants: { MAX_FILES: 3 },
});
const capture = { name: "capture.csv", content: makeCapture("presentmon-1.0", makeGameFrames(1)) };
const xml = '<?xml version="1.0"?><!DOCTYPE benchmark><benchmark><results/></benchmark>';

interface Refused {
  status: number;
  /** The JSON pointers of the reported faults, in any order. */
  pointers?: string[];
  /** A pattern that the body of the response has to match. */
  says?: RegExp;
}

/** Sends a request and asserts that the service refuses it, stores nothing and counts no run. */
async function refuses(
  t: ExecutionContext,
  client: Client,
  send: () => Promise<Answer>,
  { status, pointers, says }: Refused,
): Promise<void> {
  const before = await storedState(service, client);
  const answer = await send();
  t.is(answer.status, status, answer.text);
  t.is(answer.headers.get("content-type"), "application/problem+json");
  if (pointers) {
    const found = (answer.body.errors as { pointer: string }[]).map(({ pointer }) => pointer).sort();
    t.deepEqual(found, [...pointers].sort());
  }
  if (says) t.regex(answer.text, says);
  t.deepEqual(await storedState(service, client), before);
}

const faultyForms: Record<string, { form: Parameters<Client["add"]>[0] } & Refused> = {
  "a form without fields": {
    form: {},
    status: 422,
    pointers: ["/build_id", "/benchmarks"],
    says: /Required/,
  },
  "a form without a build": {
    form: { benchmarks: { id: 15, runs: [1] } },
    status: 422,
    pointers: ["/build_id"],
  },
  "a build that is no number": {
    form: { build_id: "12x", benchmarks: { id: 15, runs: [1] } },
    status: 422,
    pointers: ["/build_id"],
    says: /found \\"12x\\"/,
  },
  "benchmarks that is not JSON": {
    form: { build_id: 1, benchmarks: "{id: 15}" },
    status: 422,
    pointers: ["/benchmarks"],
    says: /not JSON/,
  },
  "benchmarks that is a list": {
    form: { build_id: 1, benchmarks: [{ id: 15, runs: [1] }] },
    status: 422,
    pointers: ["/benchmarks"],
  },
  "benchmarks that is null": {
    form: { build_id: 1, benchmarks: "null" },
    status: 422,
    pointers: ["/benchmarks"],
  },
  "an unknown benchmark id": {
    form: { build_id: 1, benchmarks: { id: 99, runs: [1] } },
    status: 422,
    pointers: ["/benchmarks/id"],
    says: /GET \/benchmarks\/types/,
  },
  "a benchmark id that is a string": {
    form: { build_id: 1, benchmarks: { id: "15", runs: [1] } },
    status: 422,
    pointers: ["/benchmarks/id"],
  },
  "a score benchmark without runs": {
    form: { build_id: 1, benchmarks: { id: 15 } },
    status: 422,
    pointers: ["/benchmarks/runs"],
  },
  "an empty list of runs": {
    form: { build_id: 1, benchmarks: { id: 15, runs: [] } },
    status: 422,
    pointers: ["/benchmarks/runs"],
  },
  "too many runs": {
    form: { build_id: 1, benchmarks: { id: 15, runs: Array.from({ length: 101 }, () => 1) } },
    status: 422,
    pointers: ["/benchmarks/runs"],
    says: /at most 100 entries, found 101 entries/,
  },
  "NaN in runs": {
    form: { build_id: 1, benchmarks: '{"id":15,"runs":[NaN]}' },
    status: 422,
    pointers: ["/benchmarks"],
  },
  "1e999 in runs": {
    form: { build_id: 1, benchmarks: '{"id":15,"runs":[5,1e999]}' },
    status: 422,
    pointers: ["/benchmarks/runs/1"],
    says: /found Infinity/,
  },
  "zero, negative, huge, null and text in runs": {
    form: { build_id: 1, benchmarks: '{"id":15,"runs":[0,-1,1e10,null,"9"]}' },
    status: 422,
    pointers: [0, 1, 2, 3, 4].map((index) => `/benchmarks/runs/${index}`),
  },
  "an unknown member of benchmarks": {
    form: { build_id: 1, benchmarks: { id: 15, runs: [1], score: 2, "a/b~c": 3 } },
    status: 422,
    pointers: ["/benchmarks/score", "/benchmarks/a~1b~0c"],
  },
  "two faults at once, both reported": {
    form: { build_id: "x", benchmarks: { id: 15, runs: [-1] } },
    status: 422,
    pointers: ["/build_id", "/benchmarks/runs/0"],
  },
  "a file for a score benchmark": {
    form: { build_id: 1, benchmarks: { id: 15, runs: [1] }, files: [capture] },
    status: 422,
    pointers: ["/files/0"],
  },
  "no file for a file benchmark": {
    form: { build_id: 1, benchmarks: { id: 16 } },
    status: 422,
    pointers: ["/files"],
  },
  "an empty file beside a good one": {
    form: { build_id: 1, benchmarks: { id: 16 }, files: [capture, { name: "empty.csv", content: "" }] },
    status: 422,
    pointers: ["/files/1"],
    says: /empty/,
  },
  "more files than a submission may have": {
    form: { build_id: 1, benchmarks: { id: 16 }, files: [capture, capture, capture, capture] },
    status: 422,
    pointers: ["/files/3"],
    says: /at most 3 files/,
  },
  "a picture named .csv": {
    form: {
      build_id: 1,
      benchmarks: { id: 16 },
      files: [{ name: "capture.csv", content: Buffer.from("89504e470d0a1a0a0000000d49484452", "hex") }],
    },
    status: 422,
    pointers: ["/files/0"],
    says: /picture/,
  },
  "a summary instead of a capture": {
    form: {
      build_id: 1,
      benchmarks: { id: 16 },
      files: [
        {
          name: "FrameView_Summary.csv",
          content: "TimeStamp,Application,Log Name,GPU0,Avg FPS,1% Low FPS\n",
        },
      ],
    },
    status: 422,
    pointers: ["/files/0"],
    says: /summary/i,
  },
  "an XML with a doctype": {
    form: { build_id: 1, benchmarks: { id: 7 }, files: [{ name: "result.xml", content: xml }] },
    status: 422,
    pointers: ["/files/0"],
    says: /doctype/i,
  },
};

for (const [what, { form, ...refused }] of Object.entries(faultyForms)) {
  test.serial(`the service refuses a form and reports its faults: ${what}`, async (t) => {
    const client = await service.signIn(what);
    // Use an existing build, because the service would refuse a form with an unknown build before it checks the file.
    const build_id = form.build_id === 1 ? await client.makeBuild() : form.build_id;
    await refuses(t, client, () => client.add({ ...form, build_id }), refused);
  });
}

test.serial("a form with unknown and repeated fields is refused by their names", async (t) => {
  const client = await service.signIn("odd fields");
  const form = formOf({ build_id: await client.makeBuild(), benchmarks: { id: 15, runs: [1] } });
  form.append("build_id", "7");
  form.append("note", "hello");
  const pointers = ["/build_id", "/note"];
  await refuses(t, client, () => client.addForm(form), { status: 422, pointers });
});

test.serial("a field of more than 64 KiB is refused", async (t) => {
  const client = await service.signIn("long field");
  const benchmarks = `${" ".repeat(64 * 1024)}{"id":15,"runs":[1]}`;
  const form = { build_id: await client.makeBuild(), benchmarks };
  await refuses(t, client, () => client.add(form), { status: 422, pointers: ["/benchmarks"] });
});

test.serial(
  "a form field whose name has brackets is refused at once, before the parser turns the field into an object or array",
  async (t) => {
    const client = await service.signIn("bracketed fields");
    for (const name of ["build_id[$ne]", "a[9000000]", "a[b][c]", "["]) {
      const form = formOf({ build_id: await client.makeBuild(), benchmarks: { id: 15, runs: [1] } });
      form.append(name, "1");
      form.append("note", "hello");
      await refuses(t, client, () => client.addForm(form), {
        status: 422,
        pointers: [`/${name}`],
        says: /brackets/,
      });
    }
  },
);

test.serial("a form with a file outside `files`, or with a text in `files`, is refused", async (t) => {
  const client = await service.signIn("wrong field");
  const form = formOf({ build_id: await client.makeBuild(), benchmarks: { id: 16 } });
  form.append("file", new Blob([capture.content]), "capture.csv");
  form.append("my/file~1", new Blob([capture.content]), "capture.csv");
  form.append("files", "capture.csv");
  const expected = { status: 422, pointers: ["/file", "/files", "/my~1file~01"], says: /-F files=@/ };
  await refuses(t, client, () => client.addForm(form), expected);
});

test.serial("a submission that is no form, has no boundary or is truncated is refused", async (t) => {
  const client = await service.signIn("broken forms");
  const json = { "Content-Type": "application/json" };
  await refuses(t, client, () => client.addForm("{}", json), { status: 415, says: /multipart\/form-data/ });
  const noBoundary = { "Content-Type": "multipart/form-data" };
  await refuses(t, client, () => client.addForm("--x", noBoundary), { status: 400, says: /oundary/ });
  const cut = [
    '--x\r\nContent-Disposition: form-data; name="build_id"\r\n\r\n1\r\n',
    '--x\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\nApplication,',
  ].join("");
  const withBoundary = { "Content-Type": "multipart/form-data; boundary=x" };
  await refuses(t, client, () => client.addForm(cut, withBoundary), { status: 400, says: /end of form/i });
});

test.serial(
  "a submission to a build that does not exist is refused with 404, and to another account's build with 403",
  async (t) => {
    const owner = await service.signIn("owner");
    const client = await service.signIn("stranger");
    const files = [capture];
    const unknown = { build_id: 123_456_789, benchmarks: { id: 16 }, files };
    await refuses(t, client, () => client.add(unknown), { status: 404, says: /123456789/ });
    const foreign = { build_id: await owner.makeBuild(), benchmarks: { id: 16 }, files };
    await refuses(t, client, () => client.add(foreign), { status: 403, says: /belongs to another account/ });
  },
);

test.serial(
  "a submission without a cookie, or with a cookie of no valid session, is refused with 401",
  async (t) => {
    const client = await service.signIn("signed in");
    const unknown = createClient(service.url, `session=${"y".repeat(43)}`);
    const form = { build_id: 1, benchmarks: { id: 16 }, files: [capture] };
    await refuses(t, client, () => service.anonymous.add(form), { status: 401 });
    await refuses(t, client, () => unknown.add(form), { status: 401 });
  },
);

test.serial(
  "a file that is too large is refused, and the client can read the response although it was still sending",
  async (t) => {
    const client = await service.signIn("large");
    const build_id = await client.makeBuild();
    const large = { name: "large.csv", content: "Application,".repeat(200_000) };
    const form = { build_id, benchmarks: { id: 16 }, files: [capture, large] };
    await refuses(t, client, () => client.add(form), { status: 413, says: /large\.csv.*300000/ });
  },
);

test.serial("an account at its limit of runs gets a 402 before it uploads its file", async (t) => {
  const client = await service.signIn("at the limit", "none");
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { Cookie: client.cookie ?? "", "Content-Type": "multipart/form-data; boundary=x" };
    const upload = request(`${service.url}/benchmarks/add`, { method: "POST", headers }, (response) => {
      resolve(response.statusCode);
      upload.destroy();
    });
    upload.on("error", reject);
    // The test never ends the form, so the response shows that the service does not wait for the whole form.
    upload.write('--x\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\nApplication,');
  });
  t.is(status, 402);
});
