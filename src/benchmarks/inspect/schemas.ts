import { z } from "zod";
import { countOf } from "../../answers/figures.ts";
import { listAnswer } from "../../answers/list-answer.ts";

/** The form of POST /benchmarks/inspect. */
export const inspectionForm = z.object({
  files: z
    .array(z.file())
    .min(1)
    .meta({ description: "The files to inspect, up to 10 of at most 100 MiB each" }),
});

const text = z.string().nullable();

const recording = z.strictObject({
  application: text.meta({ description: "The program whose frames were captured; null = unknown" }),
  title: text.meta({
    description: "The title of the game; null = unknown, or many games share the name of the program",
  }),
  frames: countOf("frames the recording has").nullable(),
  duration_s: z.number().nullable(),
});

const inspection = z.strictObject({
  name: z.string().meta({ description: "The name of the file" }),
  format: z.enum(["3dmark-xml", "frame-csv"]).nullable(),
  tool: text.meta({ description: "The capture tool; null for an export of 3DMark, or if unknown" }),
  benchmark_ids: z
    .array(z.int().meta({ description: "The id of a benchmark" }))
    .meta({ description: "The benchmarks for which the file can be submitted" }),
  recordings: z.array(recording).meta({
    description:
      "The recordings of a capture. If the file has several, `recording` in `benchmarks` chooses by the place in this list, from 1",
  }),
  tests: z.array(z.string()).meta({
    description: "The tests of an export of 3DMark, of which `test` in `benchmarks` chooses one",
  }),
  settings: z
    .strictObject({ resolution: text, preset: text, api: text, driver: text, os: text, notes: text })
    .meta({ description: "The settings that the file names" }),
  hardware: z
    .strictObject({ cpu: text, gpu: text, ram: text, motherboard: text })
    .meta({ description: "The hardware that the file names" }),
  fits: z.boolean().meta({ description: "False if a submission of the file would give no result" }),
  detail: text.meta({
    description: "Why the file does not fit, or the warnings that its result would have",
  }),
});

/** The answer of POST /benchmarks/inspect: the files in the order of the form. */
export const inspectionsAnswer = listAnswer(inspection);
