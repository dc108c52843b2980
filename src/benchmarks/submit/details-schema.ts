import { z } from "zod";
import type { Fault } from "../../errors.ts";
import { show } from "../../validation/faults.ts";
import { plainName } from "../../validation/names.ts";
import { visibleText } from "../../validation/visible-text.ts";
import { gameOfTitle, withoutFolder } from "../../readers/index.ts";
import type { BenchmarkType } from "../model/benchmark-types.ts";
import { detailsOf, type RunDetails, type RunSettings } from "../model/run-details.ts";

/**
 * The maximum length of the name of an application, in characters. By default, Windows limits a whole path to this
 * length, and the name of a file is shorter.
 */
const MAX_APPLICATION_CHARACTERS = 260;
const MAX_RECORDING = 10_000;
const MAX_SETTING_CHARACTERS = 100;
const MAX_NOTES_CHARACTERS = 1000;
const MAX_LABEL_CHARACTERS = 60;
const MAX_GAME_CHARACTERS = 100;
const MAX_TEST_CHARACTERS = 100;

/** The schema of a text that may be empty. An empty text means that the submitter has typed no value. */
const emptiable = (maxCharacters: number) =>
  z.string().transform(visibleText).pipe(z.string().max(maxCharacters));

const label = emptiable(MAX_LABEL_CHARACTERS).optional().meta({
  description:
    "A text that distinguishes the run from the submitter's other runs, at most 60 characters; empty = no label",
});
const game = emptiable(MAX_GAME_CHARACTERS).optional().meta({
  description:
    "The title of the game, where the file names none or a name of several games; an empty text is none",
});

/**
 * Returns the schema of the settings under which a benchmark ran.
 * @param text makes the schema of a text of at most `maxCharacters` characters
 */
function settingsSchema(text: (maxCharacters: number) => z.ZodType<string>) {
  const setting = text(MAX_SETTING_CHARACTERS).optional();
  const notes = text(MAX_NOTES_CHARACTERS).optional();
  return z.strictObject({
    resolution: setting,
    preset: setting,
    api: setting,
    driver: setting,
    os: setting,
    notes,
  });
}

/**
 * The schemas of the fields in `benchmarks` that contain the details of the form's runs: see `RunDetails`. Every text
 * is parsed by `visibleText`.
 */
export const detailFields = {
  application: plainName(MAX_APPLICATION_CHARACTERS)
    .transform((path) => withoutFolder(path).trim())
    .pipe(z.string().min(1))
    .optional(),
  recording: z.int().min(1).max(MAX_RECORDING).optional(),
  game,
  test: plainName(MAX_TEST_CHARACTERS).optional().meta({
    description: "The test to read from a 3DMark export that contains several tests, such as Time Spy",
  }),
  label,
  settings: settingsSchema(plainName).transform(withoutAbsent).optional(),
};

/**
 * The body of PATCH /benchmarks/runs/<run_id>. A field or a setting that is left out stays unchanged. An empty text
 * removes the typed value.
 */
export const changeRunBody = z.strictObject({
  label,
  game,
  settings: settingsSchema(emptiable).optional().meta({
    description:
      "The settings to change: a setting that is left out stays unchanged, and an empty text removes the setting",
  }),
});

/** The fields of a run that its submitter wants to change. */
export type RunChanges = z.output<typeof changeRunBody>;

type SentDetails = { [Name in keyof RunDetails]?: RunDetails[Name] | undefined };

/**
 * Returns the details (game, label, settings and others) that the field `benchmarks` of a form holds. Equal details
 * give equal JSON, even if the fields were sent in different orders. Empty texts, and settings without any field, are
 * left out.
 */
export function readDetails({ game, label, settings, ...others }: SentDetails): RunDetails {
  const hasSettings = settings !== undefined && Object.keys(settings).length > 0;
  return detailsOf({
    ...others,
    game: game || undefined,
    label: label || undefined,
    settings: hasSettings ? settings : undefined,
  });
}

/**
 * Returns a fault for each detail that a benchmark cannot have. Only a capture has a game, an application and
 * recordings, and only an export of 3DMark has tests. A game that is the name of a program is a fault, too. The pointer
 * of a fault begins at the detail (`/application`).
 */
export function detailFaults(type: BenchmarkType, details: RunDetails): Fault[] {
  const { application, recording, game, test } = details;
  const ofCaptures = type.is_of_games ? {} : { application, recording, game };
  const ofExports = type.kind === "file" && type.file_format === "3dmark-xml" ? {} : { test };
  return [
    ...needless(ofCaptures, `this field is for captures of a game, and ${type.name} takes no captures`),
    ...needless(ofExports, `this field is for exports of 3DMark, and ${type.name} takes no exports`),
    ...(type.is_of_games && game ? programFaults(game) : []),
  ];
}

/** Returns a fault if a typed game is the name of a program, because different games run under such a name. */
function programFaults(game: string): Fault[] {
  if (gameOfTitle(game).variant !== null) return [];
  const detail = `Expected the title of a game, found ${show(game)}, which is the name of a program that stands for many games or for no game. Give the title as people know it, such as "Counter-Strike 2".`;
  return [{ pointer: "/game", detail }];
}

function needless(details: SentDetails, reason: string): Fault[] {
  return Object.entries(details)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({
      pointer: `/${name}`,
      detail: `Expected nothing, found ${show(value)}: ${reason}. Leave the field out.`,
    }));
}

type SentSettings = { [Name in keyof RunSettings]?: string | undefined };

function withoutAbsent(settings: SentSettings): RunSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
