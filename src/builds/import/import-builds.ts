import type { Readable } from "node:stream";
import { z } from "zod";
import type { Catalogue } from "../../products/index.ts";
import { MAX_IMPORTED_BUILD_ID } from "../../validation/build-id.ts";
import { parseInput } from "../../validation/faults.ts";
import { plainName } from "../../validation/names.ts";
import { forEachPart, partKinds, type PartKind } from "../../kinds/kinds.ts";
import type { PartIds } from "../model/build.ts";
import type { Builds } from "../builds.ts";
import { MAX_BUILD_NAME_CHARACTERS } from "../schemas.ts";
import { readBuildRecords, type BuildFileFormat, type BuildRecord } from "./read-build-records.ts";

/**
 * Imports builds from a file. Imported builds have no owner, and any account may attach results to them. A file names
 * the parts of a build by their `url_slug` in the catalogue. A build is identified by its `build_id`: importing the
 * same `build_id` again updates the build's name and parts.
 * @throws UnreadableFileError if the file does not have the given format; or the error of the stream or of the database
 */
export async function importBuilds(options: ImportBuildsOptions): Promise<ImportSummary> {
  const summary: ImportSummary = { read: 0, stored: 0, rejected: 0 };
  for await (const record of readBuildRecords(options.file, options.format)) {
    summary.read += 1;
    const reasons = await importBuild(record, options);
    summary[reasons.length === 0 ? "stored" : "rejected"] += 1;
    if (reasons.length > 0) options.onRejected(record.line, reasons);
  }
  return summary;
}

/**
 * The numbers of builds that an import has read, stored and rejected. The builds that were read are the sum of the
 * stored and the rejected builds.
 */
interface ImportSummary {
  read: number;
  stored: number;
  rejected: number;
}

interface ImportBuildsOptions {
  file: Readable;
  format: BuildFileFormat;
  builds: Pick<Builds, "saveOwnerless">;
  catalogue: Pick<Catalogue, "findPartBySlug">;
  /**
   * The function that is called for every build of the file that is not imported.
   * @param line number of the build's line in the file, from 1
   */
  onRejected: (line: number, reasons: readonly string[]) => void;
}

const slug = z.string().min(1).optional();

const buildRecord = z.strictObject({
  build_id: z.int().min(1).max(MAX_IMPORTED_BUILD_ID),
  name: plainName(MAX_BUILD_NAME_CHARACTERS),
  parts: z.strictObject(forEachPart(() => slug)).default({}),
});

/**
 * Stores one build of an imported file. Returns the reasons why the build was not stored; the list is empty if the
 * build was stored.
 */
async function importBuild(record: BuildRecord, options: ImportBuildsOptions): Promise<readonly string[]> {
  if (record.faults) return record.faults;
  const parsed = parseInput(buildRecord, record.value);
  if (parsed.faults) return parsed.faults.map(({ pointer, detail }) => `${pointer}: ${detail}`);
  const { build_id, name, parts } = parsed.value;
  const { ids, unknown } = await findPartIds(parts, options);
  if (unknown.length > 0) return unknown;
  const isStored = await options.builds.saveOwnerless({ _id: build_id, name, parts: ids });
  return isStored ? [] : [`build_id ${build_id} is the build of an account. Choose another number.`];
}

async function findPartIds(
  slugs: Partial<Record<PartKind, string | undefined>>,
  options: ImportBuildsOptions,
) {
  const ids: PartIds = {};
  const unknown: string[] = [];
  for (const kind of partKinds) {
    const urlSlug = slugs[kind];
    if (urlSlug === undefined) continue;
    const part = await options.catalogue.findPartBySlug(kind, urlSlug);
    if (part === null)
      unknown.push(`/parts/${kind}: the catalogue has no ${kind} with the url_slug ${urlSlug}`);
    else ids[kind] = part.id;
  }
  return { ids, unknown };
}
