import assert from "node:assert/strict";
import test from "ava";
import * as fc from "fast-check";
import { plainFileName } from "../../src/validation/names.ts";
import { visibleText } from "../../src/validation/visible-text.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });

/** Characters that a name must not contain, listed separately from the regular expression in src. */
const unseen: Record<string, string> = {
  "left-to-right and right-to-left marks": "\u200e\u200f\u061c",
  "embeddings and overrides": "\u202a\u202b\u202c\u202d\u202e",
  isolates: "\u2066\u2067\u2068\u2069",
  "zero-width blank and word joiner": "\u200b\u2060",
  "joiner and non-joiner between Latin letters": "\u200c\u200d",
  "byte order mark": "\ufeff",
  "soft hyphen": "\u00ad",
  "variation selectors after Latin letters": "\ufe00\ufe0f\u{e0100}\u{e01ef}\u180b",
  "tags and fillers": "\u{e0001}\u{e0041}\u115f\u3164\uffa0\u034f\u2800",
  "controls C0 and C1": "\u0000\u0007\u001b\u007f\u0085\u009f",
  "lone surrogates": "\ud800",
  "a lone low surrogate": "\udc00",
  "private use": "\ue000\u{f0000}\u{10fffd}",
  "unassigned characters": "\u0378\uffff\u{1fffe}",
};

for (const [what, characters] of Object.entries(unseen)) {
  test(`a name loses its characters of the kind: ${what}`, (t) => {
    t.is(visibleText(`${characters}A${characters}da${characters}`), "Ada");
    t.is(visibleText(characters), "");
  });
}

test("a validated name has single blanks in place of white space, no blanks at its ends, and composed accents; other scripts and emoji stay", (t) => {
  t.is(visibleText(" \t Ada\r\n\u00a0\u3000 Lovelace\u2028"), "Ada Lovelace");
  t.is(visibleText("Ade\u0301le"), "Ad\u00e9le");
  for (const name of ["Zoë", "李小龙", "محمد", "שלום", "Ωμέγα", "नमस्ते", "R2-D2 🚀", "👍🏽"])
    t.is(visibleText(name), name.normalize("NFC"));
});

/** Names that keep their invisible joiners and selectors, because these change what people see. */
const joinedNames = {
  "a family, and a heart on fire": "👩\u200d👩\u200d👧\u200d👦 ❤\ufe0f\u200d🔥",
  "a computer, a flag and a keycap": "🖥\ufe0f 🏳\ufe0f\u200d🌈 1\ufe0f\u20e3 Rig",
  "a woman with a tone of skin": "👩🏽\u200d💻",
  "the flag of Scotland": "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
  "a Persian word": "کامپیوتر می\u200cخواهم",
  "a Sinhala and a Hindi word": "ශ්\u200dරී क्\u200cष",
  "a Japanese name with a variant": "葛\u{e0100}城",
};

for (const [what, name] of Object.entries(joinedNames))
  test(`a name keeps the joiners and selectors of ${what}, once each`, (t) => {
    t.is(visibleText(name), name);
    t.is(visibleText(` ${name}\u200d\u200d `), name);
    t.is(visibleText(name.replaceAll(/[\u200c\u200d]|\ufe0f(?!\u20e3)/gu, "$&$&$&")), name);
  });

test("names of builds and accounts, labels, games and notes keep the invisible joiners inside emoji and words", async (t) => {
  const name = joinedNames["a family, and a heart on fire"];
  const label = joinedNames["the flag of Scotland"];
  const game = joinedNames["a Persian word"];
  const notes = joinedNames["a Sinhala and a Hindi word"];
  const client = await service.signIn("joined");
  t.is((await client.send("PATCH", "/me", { name })).body.account.name, name);
  const buildId = await client.makeBuild(`\u202e${name}`);
  t.is((await client.get(`/builds/${buildId}`)).body.build.name, name);
  const files = [
    { name: "a.csv", content: `Application,MsBetweenPresents\n${"javaw.exe,10\n".repeat(400)}` },
  ];
  const benchmarks = { id: 16, label, game, settings: { notes } };
  const added = await client.add({ build_id: buildId, benchmarks, files });
  const { body } = await client.get(`/benchmarks/runs/${added.body.runs[0].run_id}`);
  t.deepEqual([body.label, body.game, body.settings.notes], [label, game, notes]);
});

test("for any input a cleaned name contains no invisible characters, keeps its letters, and does not change if it is cleaned again", (t) => {
  const kept = new Set("\u200c\u200d\ufe00\ufe0f\u{e0100}\u{e01ef}\u180b");
  const all = [...new Set(Object.values(unseen).flatMap((characters) => Array.from(characters)))];
  const forbidden = all.filter((character) => !kept.has(character));
  const piece = fc.oneof(
    fc.constantFrom(...all, " ", "\t", "\n", "e", "\u0301", "😀", "ب", "か", "\u3099", "1", "\u20e3"),
    fc.string({ unit: "binary", maxLength: 4 }),
    fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  );
  const property = fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
    const name = visibleText(pieces.join(""));
    assert.equal(visibleText(name), name);
    assert.equal(name, name.normalize("NFC").trim());
    assert.ok(name.isWellFormed());
    for (const character of forbidden) assert.ok(!Array.from(name).includes(character));
    assert.doesNotMatch(name, /\s\s|[^\S ]/u);
    assert.doesNotMatch(name, /(?:^|[a-z ]|\p{Join_Control})\p{Join_Control}|\p{Join_Control}(?: |$)/u);
    // Decompose the text, because a combining mark and the letter before it otherwise become one character.
    const letters = (text: string) => text.normalize("NFD").replaceAll(/[^a-z]/gu, "");
    assert.ok(letters(visibleText(`x${pieces.join("")}`)).startsWith("x"));
    assert.ok(plainFileName(pieces.join("")).length <= 255);
  });
  // If the selector between the two marks of the second example is removed, normalization swaps the marks, so that
  // another mark stands before the joiner.
  const examples: [string[]][] = [[["\u0307"]], [["\ua674\u{e0100}\u3099\u200cກ"]]];
  t.notThrows(() => fc.assert(property, { numRuns: 3000, examples }));
});

test("a name in which each removal of a superfluous joiner makes the next joiner superfluous loses all its joiners", (t) => {
  const name = visibleText(`\ua674\u{e0100}${"\u3099\u200c".repeat(10_000)}ກ`);
  t.is(visibleText(name), name);
  t.false(name.includes("\u200c"));
});

test("PATCH /me changes the public name, which all responses show from then on", async (t) => {
  const client = await service.signIn("before");
  const buildId = await client.makeBuild("\u202eTow\u200ber");
  const { status, body } = await client.send("PATCH", "/me", { name: "  Ada\u202e  Love\u200blace " });
  t.is(status, 200);
  t.is(body.account.name, "Ada Lovelace");
  t.is((await client.get("/me")).body.account.name, "Ada Lovelace");
  const { build } = (await service.anonymous.get(`/builds/${buildId}`)).body;
  t.is(build.owner.name, "Ada Lovelace");
  t.is(build.name, "Tower");
});

test("a name of only invisible characters, a name that is too long, and unknown fields are refused", async (t) => {
  const client = await service.signIn("unchanged");
  for (const name of ["", " ", "\u200b\u202e", "\ufeff \u00ad", "x".repeat(81), 7, null]) {
    const { status, body } = await client.send("PATCH", "/me", { name });
    t.is(status, 422, JSON.stringify(name));
    t.is(body.errors[0].pointer, "/name");
  }
  t.is((await client.send("PATCH", "/me", { name: "a", tier: "pro" })).status, 422);
  t.is((await client.send("PATCH", "/me", {})).status, 422);
  t.is((await client.post("/builds", { name: "\u200b" })).status, 422);
  t.is((await service.anonymous.send("PATCH", "/me", { name: "a" })).status, 401);
  t.is((await client.get("/me")).body.account.name, "unchanged");
});
