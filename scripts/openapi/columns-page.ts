import { buildColumns } from "../../src/builds/index.ts";
import { columnsOf, productKinds } from "../../src/products/index.ts";

const MAX_CHARACTERS = 120;

const INTRODUCTION = `# The columns of imported files

[Imports](importing.md) read the following columns of CSV files, in any order. \`npm run openapi\` writes this page out of
the declarations in \`src/kinds/\`.

## Columns of products

A CSV file is in UTF-8. A cell with several texts has \`;\` between them, a flag is \`true\` or \`false\`, and a date is
\`YYYY-MM-DD\`. An empty cell means that the value is unknown. The source and the \`source_id\` together identify a product:
a second import of the same product updates it. The files in \`data\` are examples.
`;

/** Returns the page `docs/import-columns.md`: the columns of the CSV format of each kind of product, and of builds. */
export function columnsPage(): string {
  const sections = productKinds.map((kind) => {
    const { all, needed } = columnsOf(kind);
    const optional = all.filter((column) => !needed.includes(column));
    return `### ${kind.name}\n\n${item("Needed", needed)}\n${item("Optional", optional)}\n`;
  });
  const [number = "", name = "", ...parts] = buildColumns;
  const ofBuilds = [item("Needed", [number, name]), item("Parts, each by its `url_slug`", parts)];
  return [INTRODUCTION, ...sections, `## Columns of builds\n\n${ofBuilds.join("\n")}\n`].join("\n");
}

/**
 * Returns an item of a Markdown list: a title and the names of columns, in lines of at most MAX_CHARACTERS characters.
 */
function item(title: string, columns: readonly string[]): string {
  const words = columns.map((column, index) => `\`${column}\`${index < columns.length - 1 ? "," : ""}`);
  const lines = [`- ${title}:`];
  for (const word of words) {
    const line = `${lines.pop() ?? ""} ${word}`;
    if (line.length <= MAX_CHARACTERS) lines.push(line);
    else lines.push(line.slice(0, -word.length - 1), `  ${word}`);
  }
  return lines.join("\n");
}
