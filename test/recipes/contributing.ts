import { readFileSync } from "node:fs";
import { projectUrl } from "../helpers/project-files.ts";

const page = readFileSync(projectUrl("CONTRIBUTING.md"), "utf8");

/** The headings of all recipes, in the order of CONTRIBUTING.md. */
export const recipeHeadings: readonly string[] = [
  ...(page.split("\n# Recipes\n")[1] ?? "").matchAll(/^## (.+)$/gm),
].map(([, heading = ""]) => heading);

/**
 * Returns the text below the heading of a recipe, up to the next heading.
 * @throws Error if CONTRIBUTING.md has no such heading
 */
export function sectionOf(heading: string): string {
  const [, rest] = page.split(`\n## ${heading}\n`);
  if (rest === undefined) throw new Error(`CONTRIBUTING.md: expected the recipe "${heading}"`);
  return rest.split(/^##+ /m)[0] ?? "";
}

const codeIn = (section: string) => [...section.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

/**
 * Returns whether a recipe's section names a file: by its path or by a pattern such as `src/<feature>/schemas.ts`. If
 * any file of a folder may change, the section may name the folder with a slash at the end.
 */
export function isNamed(section: string, file: string): boolean {
  return codeIn(section).some((code) => {
    const pattern = code
      .replaceAll(/[.+?^${}()|[\]\\*]/g, String.raw`\$&`)
      .replaceAll(/<[^>]*>/g, "[^/]+")
      .replace(/\/$/, "/[^/]+");
    return new RegExp(`^${pattern}$`).test(file);
  });
}

/**
 * Returns the test files and folders in the `npm test` commands of a recipe. Their tests prove that the recipe works.
 */
export const proofOf = (section: string): string[] =>
  codeIn(section).flatMap((code) => (/^npm test -- (.+)$/.exec(code)?.[1] ?? "").split(" ").filter(Boolean));
