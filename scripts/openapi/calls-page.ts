const WIDTH = 120;

const INTRODUCTION = `# The calls

Every call of the service, with the parameters that its query has to have. \`npm run openapi\` writes this page out of
[openapi.json](../openapi.json). \`GET /docs\` of a running service shows each call whole, and sends requests.
[http-api.md](http-api.md) explains the answers, and [access.md](access.md) says who may send which call.
`;

/** The parts of an OpenAPI document that the page shows. */
interface Contract {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  tags: string[];
  summary: string;
  parameters?: { name: string; in: string; required?: boolean }[];
}

/**
 * Returns the page `docs/calls.md`: a list of all calls, by the tags of the contract.
 * @param document the OpenAPI document, as JSON
 */
export function callsPage(document: string): string {
  const { tags, paths } = JSON.parse(document) as Contract;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name, description }) => {
    const items = calls.filter(({ operation }) => operation.tags.includes(name)).map(listItem);
    return `## ${name}\n\n${description}\n\n${items.join("\n")}\n`;
  });
  return [INTRODUCTION, ...sections].join("\n");
}

function listItem(call: { path: string; method: string; operation: Operation }): string {
  const { parameters = [], summary } = call.operation;
  const needed = parameters.filter(({ in: place, required }) => place === "query" && required);
  const query = needed.map(({ name }, index) => `${index === 0 ? "?" : "&"}${name}`).join("");
  const path = call.path.replaceAll("{", "<").replaceAll("}", ">");
  return wrap([`- \`${call.method.toUpperCase()} ${path}${query}\`:`, ...summary.split(" ")]);
}

/** Joins words to lines of at most WIDTH characters. The lines after the first one are indented as in a list. */
function wrap(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= WIDTH)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(line === undefined ? word : `  ${word}`);
  }
  return lines.join("\n");
}
