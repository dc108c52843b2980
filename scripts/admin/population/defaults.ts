/** How many builds a population has by default. */
export const DEFAULT_BUILDS = 2000;
/** The default seed. */
export const DEFAULT_SEED = 1;

/** @throws Error in production, where made-up results would mix with real ones, unless that is allowed */
export function refuseProduction(
  { NODE_ENV }: { NODE_ENV: string },
  { isAllowedInProduction }: { isAllowedInProduction: boolean },
): void {
  if (NODE_ENV === "production" && !isAllowedInProduction)
    throw new Error(
      "NODE_ENV is production: expected --allow-production, because made-up results would appear among real results in every ranking",
    );
}
