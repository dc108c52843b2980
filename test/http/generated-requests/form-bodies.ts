import * as fc from "fast-check";
import { madeExports } from "../../helpers/three-d-mark-generator.ts";
import { makeThreeDMarkResult } from "../../helpers/zip-generator.ts";
import { hostileText, hostileTexts } from "./hostile-values.ts";
import { nearlyValidJson, type JsonSchema } from "./values-of-schema.ts";
import { capture } from "./world.ts";

/** A request body, and the value of its Content-Type header. */
export interface Body {
  contentType: string | null;
  content: Buffer;
}

/** A part of a generated multipart form: its disposition, its other headers, and its content. */
interface Part {
  disposition: string;
  headers: readonly string[];
  content: Buffer;
}

const exported = madeExports["time-spy"] ?? "";
const fileContents: readonly Buffer[] = [
  Buffer.from(capture),
  Buffer.from(exported),
  makeThreeDMarkResult(exported),
  Buffer.from(exported.slice(0, 200)),
  Buffer.from(capture.slice(0, 90)),
  Buffer.alloc(0),
  Buffer.from("\u0000\u0000\u0000"),
  Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from('{"Runs":[]}'),
  Buffer.from("PK\u0003\u0004broken"),
  Buffer.from("a".repeat(100_000)),
];

const fileNames: readonly string[] = [
  "capture.csv",
  "result.xml",
  "",
  "../../../etc/cron.d/x",
  String.raw`C:\Users\ada\Documents\result.xml`,
  "a\u0000.csv",
  "\u202elmx.csv",
  "<img src=x onerror=alert(1)>.csv",
  `${"n".repeat(400)}.csv`,
  "%22%0d%0aX-Injected: yes",
  "caf\u00e9.csv",
];

const fieldNames: readonly string[] = [
  "build_id",
  "benchmarks",
  "files",
  "build_id[]",
  "benchmarks[id]",
  "files[0]",
  "a[b][c][d]",
  "__proto__",
  "__proto__[isAdmin]",
  "constructor",
  "BUILD_ID",
  "",
  "n".repeat(200),
];

const benchmarksSchema: JsonSchema = {
  type: "object",
  properties: {
    id: { enum: [15, 3, 7, 17, 18, 16] },
    runs: { type: "array", items: { type: "number", exclusiveMinimum: 0.5, maximum: 1e6 } },
  },
  required: ["id", "runs"],
};

const quoted = (text: string) => `"${text.replaceAll(/[\r\n]/g, " ").replaceAll('"', "%22")}"`;

function field(name: string, value: string): Part {
  return { disposition: `form-data; name=${quoted(name)}`, headers: [], content: Buffer.from(value) };
}

const filePart: fc.Arbitrary<Part> = fc
  .record({
    name: fc.oneof(
      { weight: 8, arbitrary: fc.constant("files") },
      { weight: 1, arbitrary: fc.constantFrom(...fieldNames) },
    ),
    fileName: fc.oneof({ weight: 3, arbitrary: fc.constant("capture.csv") }, fc.constantFrom(...fileNames)),
    content: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...fileContents.slice(0, 3)) },
      fc.constantFrom(...fileContents),
    ),
    isExtended: fc.boolean(),
    type: fc.constantFrom(
      "text/csv",
      "application/octet-stream",
      "text/html",
      "multipart/mixed; boundary=x",
      "",
    ),
  })
  .map(({ name, fileName, content, isExtended, type }) => ({
    disposition:
      `form-data; name=${quoted(name)}; filename=${quoted(fileName)}` +
      (isExtended ? `; filename*=UTF-8''${encodeURIComponent(fileName)}` : ""),
    headers: type === "" ? [] : [`Content-Type: ${type}`],
    content,
  }));

const strangePart: fc.Arbitrary<Part> = fc.oneof(
  fc.tuple(fc.constantFrom(...fieldNames), hostileText).map(([name, value]) => field(name, value)),
  fc.constantFrom<Part>(
    { disposition: "form-data", headers: [], content: Buffer.from("no name") },
    { disposition: "attachment; filename=x", headers: [], content: Buffer.from("no form data") },
    {
      disposition: 'form-data; name="build_id"',
      headers: ["Content-Transfer-Encoding: base64"],
      content: Buffer.from("MQ=="),
    },
    {
      disposition: 'form-data; name="build_id"',
      headers: ["Content-Type: text/plain; charset=utf-7"],
      content: Buffer.from("+ADE-"),
    },
    {
      disposition: 'form-data; name="build_id"',
      headers: [`X-Long: ${"h".repeat(20_000)}`],
      content: Buffer.from("1"),
    },
    { disposition: "form-data; name*=UTF-8''build%5Fid", headers: [], content: Buffer.from("1") },
    { disposition: 'form-data; name="benchmarks"', headers: [], content: Buffer.from("x".repeat(70_000)) },
  ),
);

/** Generates the parts of a form in any order: the parts of a valid submission, some of them with faults. */
function formParts(buildIds: fc.Arbitrary<string>): fc.Arbitrary<Part[]> {
  const buildId = fc.oneof({ weight: 8, arbitrary: buildIds }, { weight: 1, arbitrary: hostileText });
  const scores = fc.constantFrom('{"id":15,"runs":[15000]}', '{"id":3,"runs":[1.5,2,1e5]}');
  const ofFiles = fc.constantFrom('{"id":16}', '{"id":7}', '{"id":17}', '{"id":16,"runs":[1]}');
  const benchmarks = fc.oneof(
    { weight: 4, arbitrary: fc.oneof(scores, ofFiles) },
    nearlyValidJson(benchmarksSchema),
    hostileText,
  );
  const files = fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 4, arbitrary: fc.array(filePart, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(filePart, { minLength: 8, maxLength: 13 }) },
  );
  const strange = fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    fc.array(strangePart, { minLength: 1, maxLength: 3 }),
  );
  const many = fc.constant(Array.from({ length: 40 }, () => field("build_id", "1")));
  const more = fc.oneof({ weight: 12, arbitrary: strange }, { weight: 1, arbitrary: many });
  return fc.tuple(buildId, benchmarks, files, more, fc.nat(3)).chain(([id, text, sent, others, leftOut]) => {
    const parts = [field("build_id", id), field("benchmarks", text)].filter((_, index) => index !== leftOut);
    const all = [...parts, ...sent, ...others];
    return fc.shuffledSubarray(all, { minLength: Math.max(0, all.length - 1), maxLength: all.length });
  });
}

/**
 * Generates bodies of the calls that accept a form: valid forms of POST /benchmarks/add, forms with faulty parts, and
 * forms with broken multipart framing.
 * @param buildIds ids of builds
 */
export function formBodies(buildIds: fc.Arbitrary<string>): fc.Arbitrary<Body> {
  const boundary = fc.constantFrom("b", "----WebKitFormBoundaryabc", "b".repeat(70), "'()+_,-./:=?");
  const damage = fc.constantFrom<Damage>(
    "none",
    "none",
    "none",
    "none",
    "none",
    "none",
    ...(Object.keys(damages) as Damage[]),
  );
  return fc.tuple(formParts(buildIds), boundary, damage, fc.nat()).map(([parts, mark, kind, at]) => {
    const right = formOf(parts, mark);
    return kind === "none" ? right : damages[kind](right, at);
  });
}

/** A valid form of each call that accepts a form, by the path of the call. Anybody who is signed in may send it. */
export const rightForms: Readonly<Record<string, Body>> = {
  "/benchmarks/add": formOf([field("build_id", "1"), field("benchmarks", '{"id":15,"runs":[15000]}')], "b"),
  "/benchmarks/inspect": formOf(
    [
      {
        disposition: 'form-data; name="files"; filename="a.csv"',
        headers: [],
        content: Buffer.from(capture),
      },
    ],
    "b",
  ),
};

function formOf(parts: readonly Part[], mark: string): Body {
  const content = Buffer.concat([
    ...parts.flatMap(({ disposition, headers, content }) => [
      Buffer.from([`--${mark}`, `Content-Disposition: ${disposition}`, ...headers, "", ""].join("\r\n")),
      content,
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${mark}--\r\n`),
  ]);
  return { contentType: `multipart/form-data; boundary="${mark}"`, content };
}

type Damage = "none" | keyof typeof damages;

/** Functions that break the multipart framing of a form, by the kind of damage. */
const damages = {
  "cut off": ({ contentType, content }: Body, at: number) => ({
    contentType,
    content: content.subarray(0, at % Math.max(1, content.length)),
  }),
  "one byte changed": ({ contentType, content }: Body, at: number) => {
    const changed = Buffer.from(content);
    if (changed.length > 0) changed[at % Math.min(changed.length, 400)] = at % 256;
    return { contentType, content: changed };
  },
  "another boundary": ({ content }: Body) => ({
    contentType: "multipart/form-data; boundary=other",
    content,
  }),
  "no boundary": ({ content }: Body) => ({ contentType: "multipart/form-data", content }),
  "an overlong boundary": ({ content }: Body) => ({
    contentType: `multipart/form-data; boundary=${"b".repeat(5000)}`,
    content,
  }),
  "line feeds alone": ({ contentType, content }: Body) => ({
    contentType,
    content: Buffer.from(content.toString("latin1").replaceAll("\r\n", "\n"), "latin1"),
  }),
  "text around it": ({ contentType, content }: Body) => ({
    contentType,
    content: Buffer.concat([Buffer.from("preamble\r\n"), content, Buffer.from("epilogue")]),
  }),
  "another type": ({ content }: Body) => ({ contentType: "application/x-www-form-urlencoded", content }),
  "another multipart type": ({ contentType, content }: Body) => ({
    contentType: (contentType ?? "").replace("form-data", "mixed"),
    content,
  }),
  "no type": ({ content }: Body) => ({ contentType: null, content }),
  nothing: ({ contentType }: Body) => ({ contentType, content: Buffer.alloc(0) }),
  "a hostile text": (_: Body, at: number) => ({
    contentType: "multipart/form-data; boundary=b",
    content: Buffer.from(hostileTexts[at % hostileTexts.length] ?? ""),
  }),
} satisfies Record<string, (body: Body, at: number) => Body>;
