import { z } from "zod";
import { constants, type Constants } from "../constants.ts";
import { json, oneOf } from "./values.ts";

/** The steps of a submission between which a test may crash its process. */
const steps = oneOf("received", "reserved", "inserted", "finished");

const replaced = Object.fromEntries(
  Object.keys(constants).map((name) => [name, z.int().min(0).exactOptional()]),
) as Record<keyof Constants, z.ZodExactOptional<z.ZodInt>>;

/**
 * The changes that a test makes to a program that the test starts: other values of constants, by their names, and
 * PAUSE_AT, the step at which every submission stops, so that the test can crash the process at this step. Any other
 * name is an error.
 */
export const testConstants = json(
  z.strictObject({ ...replaced, PAUSE_AT: steps.exactOptional() }),
  '{"JOB_LOCK_MS":1000}',
);
