/** The maximum number of builds of an account. Creating a build counts the account's builds up to this number. */
export const MAX_BUILDS = 10_000;
