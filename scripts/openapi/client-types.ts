import { register } from "node:module";

/**
 * Returns the types of an OpenAPI document as TypeScript.
 * @param document the document as JSON
 */
export async function clientTypes(document: string): Promise<string> {
  // Provide TypeScript 5 from the package @ts-morph/common: openapi-typescript prints types with the API of TypeScript
  // 5, which TypeScript 7 lacks. A second package named `typescript` would replace the command tsc.
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
  const { default: openapiTS, astToString } = await import("openapi-typescript");
  return `${BANNER}\n${astToString(await openapiTS(document))}`;
}

const BANNER = "// Made of openapi.json by npm run openapi. Do not edit.\n";

const compiler = `
import { createRequire } from "node:module";
export default createRequire(${JSON.stringify(import.meta.url)})("@ts-morph/common").ts;`;

const hook = `
export const resolve = (specifier, context, next) =>
  specifier === "typescript"
    ? { shortCircuit: true, url: ${JSON.stringify(`data:text/javascript,${encodeURIComponent(compiler)}`)} }
    : next(specifier, context);`;
