import { readFileSync } from "node:fs";
import test from "ava";
import { benchRows } from "../../../scripts/bench/rows.ts";
import { projectUrl } from "../../helpers/project-files.ts";

const page = readFileSync(projectUrl("docs/performance.md"), "utf8");

test("docs/performance.md contains every operation that npm run bench measures", (t) => {
  const missing = benchRows.filter(({ name }) => !page.includes(`(\`${name}\`)`));
  t.deepEqual(
    missing.map(({ name }) => name),
    [],
  );
});

test("each section of docs/performance.md names the bottleneck of its figures and what larger installations do", (t) => {
  const [, ...sections] = page.split("\n## ");
  const lacking = (words: string) =>
    sections.filter((section) => !section.includes(words)).map((section) => section.split("\n", 1)[0]);
  t.deepEqual(lacking("**What limits "), []);
  t.deepEqual(lacking("**Bigger installations**"), []);
});
