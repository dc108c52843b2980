const INTRODUCTION = `# The calls

Every call of the service, with the parameters that its query has to have. \`npm run openapi\` writes this page out of
[openapi.json](../openapi.json). \`GET /docs\` of a running service shows each call whole, and sends requests.
[http-api.md](http-api.md) explains the answers, and [access.md](access.md) says who may send which call.
`;

interface Operation {
  tags: string[];
  summary: string;
  parameters?: { name: string; in: string; required?: boolean }[];
}

/** The parts of an OpenAPI document that `docs/calls.md` shows. */
interface Contract {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
}

/**
 * Returns the page `docs/calls.md`: a list of all calls, grouped by the tags of the contract.
 * @param document the OpenAPI document, as JSON
 */
export function callsPage(document: string): string {
  const { tags, paths } = JSON.parse(document) as Contract;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([
        method,
        {
          tags: [tag],
          summary,
          parameters = [],
        },
      ]) => {
        const needed = parameters.flatMap((one) => (one.in === "query" && one.required ? one.name : []));
        const query = needed.length > 0 ? `?${needed.join("&")}` : "";
        const call = `${method.toUpperCase()} ${path.replaceAll("{", "<").replaceAll("}", ">")}${query}`;
        return { tag, item: `- \`${call}\`:\n  ${summary}` };
      },
    ),
  );
  const sections = tags.map(({ name, description }) => {
    const items = calls.filter(({ tag }) => tag === name).map(({ item }) => item);
    return `## ${name}\n\n${description}\n\n${items.join("\n")}\n`;
  });
  return [INTRODUCTION, ...sections].join("\n");
}
