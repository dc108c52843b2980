/** The number of days without use after which a session of a signed-in person ends. */
export const SESSION_DAYS = 30;

/**
 * The maximum number of days between a sign-in and the end of its session, even if the session is used again and
 * again.
 */
export const SESSION_MAX_DAYS = 90;

/** The maximum number of sessions that an account has at a time; a further sign-in ends the oldest session. */
export const MAX_SESSIONS = 100;

/** The maximum number of personal access tokens that an account has at a time. */
export const MAX_TOKENS = 20;

/** The maximum number of days from the creation of a personal access token to its expiry. */
export const TOKEN_MAX_DAYS = 365;

/**
 * How long DELETE /me waits for the removal of the account's data, in ms. A removal that takes longer continues after
 * the response.
 */
export const ACCOUNT_DELETION_WAIT_MS = 1000;

/**
 * How long a request waits, in ms, until MongoDB has summed up the units (runs) that an account without a limit has
 * used. After this time the request shows the count that was shown last.
 */
export const USAGE_SUM_WAIT_MS = 500;

/** The maximum time between the start and the end of a log-in, in ms. */
export const LOGIN_START_TTL_MS = 600_000;

/** How long a log-in waits for one answer of a sign-in provider before the client gets a 503, in ms. */
export const LOGIN_PROVIDER_TIMEOUT_MS = 5000;

/**
 * How long log-ins with a sign-in provider that gave no answer are refused with 503, in ms. During this time the
 * service sends the provider no further request.
 */
export const LOGIN_PROVIDER_RETRY_MS = 2000;

/**
 * The maximum number of simultaneous requests by which a process redeems authorization codes at one sign-in provider.
 * Further log-ins get a 503.
 */
export const LOGIN_PROVIDER_REQUESTS = 16;

/** How long a sign-in provider's addresses and signing keys are used before the service reads them again, in ms. */
export const LOGIN_KEYS_MAX_AGE_MS = 600_000;

/**
 * How old a sign-in provider's cached signing keys must be, in ms, before the service reads the keys again because an
 * ID token is signed with an unknown key.
 */
export const LOGIN_KEYS_MIN_AGE_MS = 10_000;
