import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { temporaryFolder } from "../helpers/processes.ts";
import { isNamed, proofOf, recipeHeadings, sectionOf } from "./contributing.ts";
import { copyProject, runNpm } from "./project-copy.ts";
import { applyEdit, filesOf } from "./edits.ts";
import { recipes } from "./recipes.ts";

// The tests of this file apply an example for each recipe of CONTRIBUTING.md to a copy of the project, and fail if a
// recipe leaves out a step.

/**
 * The time limit of the test on a slow machine. The limit is shorter than the time after which a test run without
 * output is stopped.
 */
const MAX_COMMAND_MS = 1_100_000;

test("an edit whose anchor text is missing or occurs more than once changes nothing, and its error names the file", (t) => {
  const folder = temporaryFolder(t);
  const file = "src/rows.ts";
  const content = "one\ntwo\ntwo\n";
  applyEdit(folder, { file, content });
  const fails = (after: string, message: RegExp) =>
    t.throws(() => applyEdit(folder, { file, after, text: "x" }), { message });
  fails("three\n", /^src\/rows\.ts: expected once, found nowhere: three/);
  fails("two\n", /^src\/rows\.ts: expected once, found 2 times: two/);
  t.throws(() => applyEdit(folder, { file, content }), { code: "EEXIST", message: /src\/rows\.ts/ });
  t.is(readFileSync(join(folder, file), "utf8"), content);
  applyEdit(folder, { file, before: "one\n", text: "$&\n" });
  t.is(readFileSync(join(folder, file), "utf8"), `$&\n${content}`);
});

test("each recipe of CONTRIBUTING.md has an example", (t) => {
  t.deepEqual(recipes.map(({ heading }) => heading).toSorted(), recipeHeadings.toSorted());
});

for (const recipe of recipes) {
  test(`the recipe "${recipe.heading}" of CONTRIBUTING.md names every file to change, and a test that proves the change`, (t) => {
    const section = sectionOf(recipe.heading);
    t.deepEqual(
      filesOf(recipe).filter((file) => !isNamed(section, file)),
      [],
    );
    t.true(proofOf(section).length > 0);
  });
}

test("a project in which all recipes of CONTRIBUTING.md were followed passes type check, contract check, linter and the tests of the recipes", async (t) => {
  t.timeout(MAX_COMMAND_MS);
  const folder = copyProject(t);
  for (const edit of recipes.flatMap(({ edits }) => edits)) applyEdit(folder, edit);
  for (const script of ["openapi", "types", "contract", "lint"])
    await runNpm(t, folder, "run", "--silent", script);
  const touched = recipes.flatMap(filesOf).filter((file) => file.endsWith(".test.ts"));
  const proofs = recipes.flatMap(({ heading }) => proofOf(sectionOf(heading)));
  await runNpm(t, folder, "test", "--", ...new Set([...proofs, ...touched]));
});
