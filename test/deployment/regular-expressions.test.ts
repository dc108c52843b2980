import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { spawnSync } from "node:child_process";
import test from "ava";
import { parseSync, Visitor } from "oxc-parser";
import { analyse } from "scslre";
import { rewriteRules } from "../../src/products/indexing/search-rules.ts";
import { openRules } from "../../src/products/indexing/spelling/open-rules.ts";
import { productKinds } from "../../src/kinds/kinds.ts";
import { readWords, wordRules } from "../../src/products/search/understand/read-words.ts";
import { projectUrl } from "../helpers/project-files.ts";

const root = fileURLToPath(projectUrl(""));

/**
 * The only source files that may build regular expressions from text. One test analyses the regular expressions that
 * these files build.
 */
const builtIn = [
  "src/products/indexing/spelling/memory-rules.ts",
  "src/products/indexing/spelling/model-rules.ts",
  "src/products/indexing/spelling/open-rules.ts",

  "src/products/search/understand/capacity-rule.ts",
  "src/products/search/understand/card-families.ts",
  "src/products/search/understand/generations.ts",
  "src/products/search/understand/price-rules.ts",
];

/** Returns the source files of web and worker, which process data of clients. */
function sourceFiles(): string[] {
  const { stdout } = spawnSync("git", ["ls-files", "src/**/*.ts", "src/**/*.tsx", "workers/*.ts"], {
    cwd: root,
    encoding: "utf8",
  });
  return stdout.trim().split("\n");
}

/** Returns the literal regular expressions of a file, and whether the file builds any from text. */
function expressionsOf(file: string) {
  const literals: { source: string; flags: string }[] = [];
  let buildsAny = false;
  const { program } = parseSync(file, readFileSync(`${root}${file}`, "utf8"));
  new Visitor({
    Literal: (node) => {
      if ("regex" in node && node.regex)
        literals.push({ source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: ({ callee }) => {
      if (callee.type === "Identifier" && callee.name === "RegExp") buildsAny = true;
    },
    CallExpression: ({ callee }) => {
      if (callee.type === "Identifier" && callee.name === "RegExp") buildsAny = true;
    },
  }).visit(program);
  return { literals, buildsAny };
}

/**
 * Returns whether the regular expression has a text for which matching takes more than linear time in the length of the
 * text.
 */
function isSuperLinear(expression: { source: string; flags: string }): boolean {
  return analyse(expression).reports.length > 0;
}

test("no literal regular expression of the service takes more than linear time for any text", (t) => {
  const files = sourceFiles();
  const found = files.flatMap((file) => {
    const { literals } = expressionsOf(file);
    return literals.map((expression) => ({ file, expression }));
  });
  t.true(found.length >= 50, `${found.length} expressions in ${files.length} files`);
  const slow = found.filter(({ expression }) => isSuperLinear(expression));
  t.deepEqual(
    slow.map(({ file, expression: { source } }) => `${file}: /${source}/`),
    [],
  );
});

test("only the product search builds regular expressions from text, and its expressions take linear time", (t) => {
  t.deepEqual(
    sourceFiles().filter((file) => expressionsOf(file).buildsAny),
    builtIn,
  );
  const rewriting = [...rewriteRules, ...openRules].map(({ pattern }) => pattern);
  const reading = wordRules.map(({ pattern }) => pattern);
  const examples = wordRules.flatMap(({ examples: texts }) => Object.keys(texts));
  const meant = examples.flatMap((example) => {
    const [kind, text = ""] = example.split(": ");
    return productKinds.filter(({ name }) => name === kind).flatMap((one) => readWords(one, text));
  });
  const members = meant.flatMap(({ filters }) =>
    filters.flatMap((filter) => ("members" in filter ? [filter.members] : [])),
  );
  t.true(members.length > 20, `${members.length} families`);
  t.deepEqual([...rewriting, ...reading, ...members].filter(isSuperLinear).map(String), []);
});

test("the analysis of regular expressions distinguishes those with quadratic and those with linear time", (t) => {
  const slow = [/^\d+\.?\d*$/, /[^/\\]*$/, /(a+)+b/];
  const fast = [/^\d+(?:\.\d*)?$/, /^[a-z]*$/, /,/g];
  t.deepEqual(slow.map(isSuperLinear), [true, true, true]);
  t.deepEqual(fast.map(isSuperLinear), [false, false, false]);
});
