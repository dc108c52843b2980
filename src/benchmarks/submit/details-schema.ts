import { z } from "zod";
import type { Fault } from "../../errors.ts";
import { show } from "../../validation/faults.ts";
import { plainName } from "../../validation/names.ts";
import { withoutFolder } from "../../readers/index.ts";
import type { BenchmarkType } from "../model/benchmark-types.ts";
import { detailsOf, type RunDetails, type RunSettings } from "../model/run-details.ts";

/** The longest path that Windows allows, in characters. A file name is shorter. */
const MAX_APPLICATION_CHARACTERS = 260;
const MAX_RECORDING = 10_000;
const MAX_SETTING_CHARACTERS = 100;
const MAX_NOTES_CHARACTERS = 1000;

const setting = plainName(MAX_SETTING_CHARACTERS).optional();

/**
 * The fields of the form's `benchmarks` that hold the details of its runs: see RunDetails. Texts become `visibleText`.
 */
export const detailFields = {
  application: plainName(MAX_APPLICATION_CHARACTERS)
    .transform((path) => withoutFolder(path).trim())
    .pipe(z.string().min(1))
    .optional(),
  recording: z.int().min(1).max(MAX_RECORDING).optional(),
  settings: z
    .strictObject({
      resolution: setting,
      preset: setting,
      api: setting,
      driver: setting,
      os: setting,
      notes: plainName(MAX_NOTES_CHARACTERS).optional(),
    })
    .transform(withoutAbsent)
    .optional(),
};

interface SentDetails {
  application?: string | undefined;
  recording?: number | undefined;
  settings?: RunSettings | undefined;
}

/**
 * Returns the details that a form's `benchmarks` holds. Equal details give equal JSON, whatever the order of the sent
 * fields was; settings without any field are left out.
 */
export function readDetails({ application, recording, settings }: SentDetails): RunDetails {
  const hasSettings = settings !== undefined && Object.keys(settings).length > 0;
  return detailsOf({
    ...(application !== undefined && { application }),
    ...(recording !== undefined && { recording }),
    ...(hasSettings && { settings }),
  });
}

/**
 * Returns a fault for each detail that a benchmark cannot have: only a capture has an application and recordings. The
 * pointer of a fault begins at the detail (`/application`).
 */
export function detailFaults(type: BenchmarkType, { application, recording }: RunDetails): Fault[] {
  if (type.is_of_games) return [];
  return Object.entries({ application, recording }).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [
          {
            pointer: `/${name}`,
            detail: `Expected nothing, found ${show(value)}: this field is for captures of a game, and ${type.name} takes no captures. Leave the field out.`,
          },
        ],
  );
}

type SentSettings = { [Name in keyof RunSettings]?: string | undefined };

function withoutAbsent(settings: SentSettings): RunSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
