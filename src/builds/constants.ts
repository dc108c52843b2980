/** Builds that an account may have. They are counted up to this number whenever one is made. */
export const MAX_BUILDS = 10_000;
