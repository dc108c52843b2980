import * as accounts from "./accounts/constants.ts";
import * as benchmarks from "./benchmarks/constants.ts";
import * as billing from "./billing/constants.ts";
import * as builds from "./builds/constants.ts";
import * as http from "./http/constants.ts";
import * as infra from "./infra/constants.ts";
import * as pages from "./pages/constants.ts";
import * as products from "./products/constants.ts";
import * as queues from "./queues/constants.ts";
import * as standings from "./standings/constants.ts";

const all = {
  ...accounts,
  ...benchmarks,
  ...billing,
  ...builds,
  ...http,
  ...infra,
  ...pages,
  ...products,
  ...queues,
  ...standings,
};

/**
 * The constants of all folders of src/ that have a `constants.ts`, by their names: numbers that no operator has to
 * choose, and that a test may replace.
 */
export type Constants = Readonly<Record<keyof typeof all, number>>;

/**
 * The constants with which the service runs. Each is defined, with its reason, in `constants.ts` of the folder that
 * uses the constant.
 */
export const constants: Constants = all;
