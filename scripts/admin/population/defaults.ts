/** How many builds are made up where nobody says how many. */
export const DEFAULT_BUILDS = 2000;
/** The seed where nobody names one. */
export const DEFAULT_SEED = 1;

/** @throws Error where made-up results would get among real ones */
export function refuseProduction(
  { NODE_ENV }: { NODE_ENV: string },
  { isAllowedInProduction }: { isAllowedInProduction: boolean },
): void {
  if (NODE_ENV === "production" && !isAllowedInProduction)
    throw new Error(
      "NODE_ENV is production: expected --allow-production, because made-up results would stand among real ones in every ranking",
    );
}
