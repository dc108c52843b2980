import { z } from "zod";
import type { FilesLocation } from "../infra/s3-client-options.ts";

const FORM = "s3://<bucket>[/<prefix>][?region=<region>&endpoint=<url>]";
const PARAMETERS: readonly string[] = ["region", "endpoint"];

/**
 * The format of FILES_URL, the URL of a bucket. The rule for the name of the bucket is from "Bucket naming rules" in
 * the documentation of Amazon S3. A prefix may contain the characters that S3 calls safe in keys, except those that
 * some tools treat differently.
 */
export const filesUrl = z.string().transform((text, context): FilesLocation => {
  const url = URL.parse(text);
  const refuse = (fault: string) => {
    context.addIssue(fault);
    return z.NEVER;
  };
  if (url?.protocol !== "s3:" || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host))
    return refuse(`expected ${FORM}, the bucket in 3 to 63 small letters, digits, dots and hyphens`);
  if (url.username !== "" || url.password !== "")
    return refuse(`expected ${FORM} without a key: FILES_ACCESS_KEY_ID and FILES_SECRET_ACCESS_KEY hold it`);
  const prefix = url.pathname.replace(/^\/|\/$/g, "");
  if (!/^(?:[\w.-]+(?:\/[\w.-]+)*)?$/.test(prefix) || prefix.length > MAX_PREFIX || url.hash !== "")
    return refuse(
      `expected a prefix of at most ${MAX_PREFIX} letters, digits, dots, hyphens, _ and single slashes`,
    );
  const names = [...url.searchParams.keys()];
  const wrong = names.find((name, index) => !PARAMETERS.includes(name) || names.indexOf(name) !== index);
  if (wrong !== undefined)
    return refuse(`expected no parameters but ${PARAMETERS.join(" and ")}, each once, found ${wrong}`);
  const { region = null, endpoint = null } = Object.fromEntries(url.searchParams);
  if (endpoint !== null && !isEndpoint(endpoint))
    return refuse("expected an endpoint such as https://objects.example:9000, without a query");
  return { bucket: url.host, keyPrefix: prefix === "" ? "" : `${prefix}/`, region, endpoint };
});

const MAX_PREFIX = 200;

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && ["http:", "https:"].includes(url.protocol) && url.search + url.hash === "";
}

/** Returns a fault if only one of the two settings FILES_ACCESS_KEY_ID and FILES_SECRET_ACCESS_KEY is set. */
export function faultsOfFilesKey(
  given: Readonly<Record<string, string | undefined>>,
): { setting: string; fault: string }[] {
  return [
    ["FILES_ACCESS_KEY_ID", "FILES_SECRET_ACCESS_KEY"] as const,
    ["FILES_SECRET_ACCESS_KEY", "FILES_ACCESS_KEY_ID"] as const,
  ].flatMap(([setting, other]) =>
    given[setting] === undefined || given[other] !== undefined
      ? []
      : [{ setting, fault: `expected ${other} as well: set both settings, or neither.` }],
  );
}
