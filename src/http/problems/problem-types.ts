import type { Fault } from "../../errors.ts";

/** A kind of error in a response. Clients may rely on its slug and its status. */
export interface ProblemType {
  slug: string;
  status: number;
  title: string;
  /** The text of the page to which the problem's `type` leads, which says what the problem means and what to do. */
  help: string;
}

/** Every kind of error response, by the name that the code uses for the kind. */
export const problemTypes = {
  malformedRequest: {
    slug: "malformed-request",
    status: 400,
    title: "The request cannot be read",
    help: "The body is broken: JSON that does not parse, or a multipart form without its boundary or its end; the query string is not UTF-8; or the request has several Host headers. Nothing was stored and nothing counted. Send the request again, whole.",
  },
  badSignature: {
    slug: "bad-signature",
    status: 400,
    title: "The signature does not fit",
    help: "A request about a payment needs a signature by the payment provider over the bytes of its body. The signature was missing, made with another secret, made for another body, or too old. Nothing was changed.",
  },
  signInRequired: {
    slug: "sign-in-required",
    status: 401,
    title: "Sign in first",
    help: "This call needs the cookie named session, which a log-in such as POST /login/dev sets, or the header Authorization with a personal access token. The request had neither, or a session that has ended.",
  },
  invalidToken: {
    slug: "invalid-token",
    status: 401,
    title: "The access token is not valid",
    help: "The header Authorization carries a personal access token that is malformed, unknown, expired or revoked. Make a new one with a session, by POST /me/tokens. The service ignores the cookie of a request with this header.",
  },
  logInRefused: {
    slug: "log-in-refused",
    status: 401,
    title: "The log-in was refused",
    help: "The proof of who signs in is missing, wrong, used or too old. Each log-in has a start of its own, which belongs to one browser, is used once, and lasts some minutes. Begin again: GET /login lists the providers and how each is used.",
  },
  runLimitReached: {
    slug: "run-limit-reached",
    status: 402,
    title: "The run limit of your tier is reached",
    help: "Each typed-in score and each file is one run, and a tier allows a limited number of runs a calendar month (UTC). The answer names the tier, the limit, the used and the requested runs, and when the count begins again; where tiers can be paid for, it has the address of that page as billing_url. The service accepts a request whole or not at all.",
  },
  notAllowed: {
    slug: "not-allowed",
    status: 403,
    title: "The request names something that belongs to another account",
    help: "The session is valid, but the request names a build, a run or a file of another account. Results may be attached to your own builds and to builds without an owner.",
  },
  insufficientScope: {
    slug: "insufficient-scope",
    status: 403,
    title: "The access token does not allow this request",
    help: "A personal access token has scopes: read for what its account may read, submit for submitting, changing and deleting. Some calls take no token at all, such as those that make tokens: they need the cookie of a session.",
  },
  accountSuspended: {
    slug: "account-suspended",
    status: 403,
    title: "This account is suspended",
    help: "The operator of this service has suspended the account. Its sessions and tokens are refused, and nobody can sign in to it. The member reason says why, and the member contact how to reach the operator, null if nobody has named a way. A session that was there before the suspension may still export all data of the account by GET /me/export, delete the account by DELETE /me and sign out by POST /logout.",
  },
  signUpClosed: {
    slug: "sign-up-closed",
    status: 403,
    title: "This service takes no new accounts",
    help: "Only people who have an account can sign in here (the setting SIGN_UP). An account belongs to one person at one sign-in provider, so sign in with the provider that you used before. No account and no session was made.",
  },
  crossSiteRequest: {
    slug: "cross-site-request",
    status: 403,
    title: "A page of another site sent this request",
    help: "A browser said, by Origin or Sec-Fetch-Site, that another site's page sent this request with your cookie. If that page is yours, name its origin in the setting ALLOWED_ORIGINS.",
  },
  navigationRequired: {
    slug: "navigation-required",
    status: 403,
    title: "Open this address as a page",
    help: "This address sends a browser to a sign-in provider, so the browser has to open it as a page of its own: by a link, by a form or by typing it. The browser said, by Sec-Fetch-Dest or Sec-Purpose, that it loads the address as a part of another page, or in advance. Nothing was begun and nothing counted.",
  },
  notFound: {
    slug: "not-found",
    status: 404,
    title: "Nothing is here",
    help: "No resource has this address or this id.",
  },
  gone: {
    slug: "gone",
    status: 410,
    title: "The requested file was removed",
    help: "The service had the requested file and removed the file for good: the files of failed runs are kept for some days only. The run and the reason of the failure are still stored.",
  },
  methodNotAllowed: {
    slug: "method-not-allowed",
    status: 405,
    title: "The address does not take the method of the request",
    help: "The Allow header of the answer names the methods that the address takes.",
  },
  requestTimeout: {
    slug: "request-timeout",
    status: 408,
    title: "The request arrived too slowly",
    help: "The body did not arrive in the time that it may take: a JSON body as a whole within some seconds, a form with files at a minimum rate. Nothing was stored and nothing counted. The connection is closed. Send the request again over a better connection.",
  },
  accountBeingDeleted: {
    slug: "account-being-deleted",
    status: 409,
    title: "The account is being deleted",
    help: "The owner of the account has asked for the deletion of the account, which is not finished yet. Nobody can sign in to the account any more. Signing in again after the seconds that Retry-After names makes a new account.",
  },
  tokenLimitReached: {
    slug: "token-limit-reached",
    status: 409,
    title: "The account has too many access tokens",
    help: "An account may have a limited number of personal access tokens at a time; the answer names the limit. Revoke a token that you no longer use by DELETE /me/tokens/<token_id>. No token was made.",
  },
  exportUnderWay: {
    slug: "export-under-way",
    status: 409,
    title: "An export is under way",
    help: "GET /me/export gives an account one archive at a time, and another one is still being sent. Try again after the seconds that Retry-After names.",
  },
  payloadTooLarge: {
    slug: "payload-too-large",
    status: 413,
    title: "The request is too large",
    help: "A body or a file is larger than the service takes. The answer names the limit. Nothing was stored and nothing counted.",
  },
  storageFull: {
    slug: "storage-full",
    status: 413,
    title: "Your stored files are too large",
    help: "An account may keep a limited number of bytes of result files. The answer names the used bytes and the limit. Nothing was stored and nothing counted. Delete runs whose files you no longer need, then send the request again. The service still accepts typed-in scores.",
  },
  unsupportedMediaType: {
    slug: "unsupported-media-type",
    status: 415,
    title: "The body has the wrong content type",
    help: "POST /benchmarks/add takes multipart/form-data; every other call with a body takes application/json.",
  },
  invalidInput: {
    slug: "invalid-input",
    status: 422,
    title: "The input is not valid",
    help: "The request was read, but values in it break a rule. The member errors lists every fault with a JSON pointer to its place. Nothing was stored and nothing counted.",
  },
  newAccountLimitReached: {
    slug: "new-account-limit-reached",
    status: 429,
    title: "Too many new accounts from your address today",
    help: "Only a limited number of accounts can be made from one network address in a day (UTC); the answer names the limit. No account was made. People who have an account can sign in as before. Sign in again after the seconds that Retry-After names, or from another network.",
  },
  failedRunLimitReached: {
    slug: "failed-run-limit-reached",
    status: 429,
    title: "Too many of your files have failed today",
    help: "Only a limited number of files of an account may turn out to be unreadable in a day (UTC); files that wait to be read count as failed. The answer names the number of failed files, of waiting files, and the limit. Nothing was stored and nothing counted. Send the request again after the seconds that Retry-After names. The service still accepts typed-in scores.",
  },
  waitingLimitReached: {
    slug: "waiting-limit-reached",
    status: 429,
    title: "Too many of your files wait to be read",
    help: "Only a limited number of files of an account may wait for a worker at the same time. Nothing was stored and nothing counted. Send the request again after the seconds that Retry-After names. The service still accepts typed-in scores.",
  },
  uploadLimitReached: {
    slug: "upload-limit-reached",
    status: 429,
    title: "Too many of your uploads are under way",
    help: "The service takes only a limited number of submissions with files from an account at the same time. Nothing was stored and nothing counted. Send the request again when one of these submissions has ended, after the seconds that Retry-After names.",
  },
  headersTooLarge: {
    slug: "headers-too-large",
    status: 431,
    title: "The headers are too large",
    help: "The headers of a request, its address and its cookies may have 16 KiB in all. Send fewer or shorter ones.",
  },
  tooManyRequests: {
    slug: "too-many-requests",
    status: 429,
    title: "Too many requests",
    help: "An account or an address may send a limited number of requests a minute, and an address may have a limited number of waiting requests. The answer names the limit; RateLimit and RateLimit-Policy say how much is left, and Retry-After after how many seconds to send the request again. Nothing was stored and nothing counted.",
  },
  tooManyConnections: {
    slug: "too-many-connections",
    status: 503,
    title: "All connections are taken",
    help: "The service has as many connections as it allows, and all are busy. Send the request again after the seconds that Retry-After names.",
  },
  overloaded: {
    slug: "overloaded",
    status: 503,
    title: "Too many requests of the same kind wait",
    help: "Some answers take long to make, so the service makes them one after the other and lets only a limited number of requests wait for such an answer. Send the request again after the seconds that Retry-After names.",
  },
  tryAgain: {
    slug: "try-again",
    status: 503,
    title: "The service could not finish the request in time",
    help: "The service needed longer than a request may wait, for example to count the runs of an account. Nothing was lost. Send the request again after the seconds that Retry-After names.",
  },
  storeUnavailable: {
    slug: "store-unavailable",
    status: 503,
    title: "The service does not answer for the moment",
    help: "One of the service's stores gave no answer, or takes nothing at the moment. Nothing was lost. Send the request again after the seconds that Retry-After names.",
  },
  providerUnavailable: {
    slug: "provider-unavailable",
    status: 503,
    title: "The sign-in provider does not answer",
    help: "The service that says who you are gave no answer that can be used. Existing sessions stay valid. Send the request again after the seconds that Retry-After names, or sign in with another provider.",
  },
  internalError: {
    slug: "internal-error",
    status: 500,
    title: "Something went wrong on our side",
    help: "The service met an error that it did not expect and has written the error into its log under the request_id of the answer.",
  },
} as const satisfies Record<string, ProblemType>;

/** The name that the code uses for a kind of problem. */
export type ProblemName = keyof typeof problemTypes;

/** The facts of one problem (an error response), besides the facts of its kind of problem. */
export interface ProblemDetails {
  detail: string;
  faults?: readonly Fault[];
  /** Members of the response beside those of RFC 9457, such as the limit that was reached. */
  extensions?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
}

/**
 * An error together with its response. Code in `src/http` throws a Problem; `errorToProblem` turns an error of the
 * domain into a Problem.
 */
export class Problem extends Error {
  override name = "Problem";
  readonly type: ProblemType;
  readonly faults: readonly Fault[] | undefined;
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(type: ProblemType, { detail, faults, extensions = {}, headers = {} }: ProblemDetails) {
    super(detail);
    this.type = type;
    this.faults = faults;
    this.extensions = extensions;
    this.headers = headers;
  }
}

/** Returns the response body of a problem, in the format of RFC 9457 (`application/problem+json`). */
export function problemBody(
  problem: Problem,
  { publicUrl, requestId }: { publicUrl: string; requestId: string },
) {
  return {
    type: `${publicUrl}/problems/${problem.type.slug}`,
    title: problem.type.title,
    status: problem.type.status,
    detail: problem.message,
    request_id: requestId,
    ...(problem.faults && { errors: problem.faults }),
    ...problem.extensions,
  };
}

/** The body of a response with a problem. */
export type ProblemBody = ReturnType<typeof problemBody>;
