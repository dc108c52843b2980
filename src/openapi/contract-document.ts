import type { Route } from "../http/route.ts";
import type { Glossary } from "./glossary.ts";
import { describeApi, type OpenApiDocument } from "./document.ts";
import { accountWords } from "./words/accounts.ts";
import { commonWords } from "./words/common.ts";
import { figureWords } from "./words/figures.ts";
import { apiDescription, apiParts } from "./words/parts.ts";
import { productWords } from "./words/products.ts";
import { resultWords } from "./words/results.ts";

/** The meanings of the names of all fields and parameters of the API. */
export const glossary: Glossary = {
  ...commonWords,
  ...accountWords,
  ...productWords,
  ...resultWords,
  ...figureWords,
};

/** Returns the contract of the service's routes as an OpenAPI document. @throws the errors of `describeApi` */
export function describeContract(routes: readonly Route[]): OpenApiDocument {
  return describeApi({ routes, glossary, parts: apiParts, description: apiDescription });
}
