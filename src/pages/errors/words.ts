import type { ProblemName } from "../../http/problems/problem-types.ts";
import { TOKENS, type WayBack } from "./addresses.ts";

const LATER = "Nothing was lost. Try again in a few seconds.";
const NOT_STORED = "Nothing was stored, and nothing counts against your limits.";
const OVER_API = "No page of this site sends such a request: a program has sent it.";

/** Sentences for people who use the pages: what each kind of problem means, and what the person can do. */
export const wordsForPeople: Readonly<Record<ProblemName, string>> = {
  malformedRequest: `What your browser sent arrived broken. ${NOT_STORED} Go back and send it again.`,
  badSignature: `A message about a payment did not come from the payment provider. Nothing was changed. ${OVER_API}`,
  signInRequired: "This page belongs to an account. Sign in to see it; you come back here afterwards.",
  invalidToken: `The access token is unknown, revoked or too old. Make a new one on the page of your account. ${OVER_API}`,
  logInRefused: "The sign-in did not work: it took too long, was cancelled, or was used before. Begin again.",
  runLimitReached: `Your account has sent all results that it may send this month. ${NOT_STORED} Your account says when the count begins again.`,
  notAllowed:
    "This belongs to somebody else, so you cannot change it. You can add results to your own builds.",
  insufficientScope: `The access token may not do this. Make another one on the page of your account. ${OVER_API}`,
  accountSuspended:
    "The operator of this site has stopped this account. Its builds stay as the operator leaves them; you can still download your data and delete the account.",
  signUpClosed:
    "Only people who have an account can sign in here. Use the provider with which you signed in before.",
  crossSiteRequest: "Another site sent this form in your name, so it was refused. Nothing was changed.",
  navigationRequired: "Open the sign-in by its link on the sign-in page. Nothing was begun.",
  notFound: "What was here was deleted, or the address has a typing error.",
  gone: "This was here, and was removed for good: files that could not be read are stored for some days only.",
  methodNotAllowed: "This address does not accept a request of this kind. Nothing was changed.",
  requestTimeout: `Your connection was too slow, so the upload was ended. ${NOT_STORED} Try again over a better connection.`,
  accountBeingDeleted:
    "This account is being deleted, as its owner has asked. Signing in again in a minute makes a new account.",
  tokenLimitReached:
    "Your account has as many access tokens as it may have. Revoke one that you no longer use.",
  exportUnderWay:
    "Another download of your data is still under way. Wait until it has ended, then try again.",
  payloadTooLarge: `The file or the form is larger than this site takes. ${NOT_STORED}`,
  storageFull: `Your stored files have no room for another one. ${NOT_STORED} Delete results whose files you no longer need. Typed-in scores still work.`,
  unsupportedMediaType: `The form arrived in a format that this site does not read. ${NOT_STORED}`,
  invalidInput: "Some of the values are not valid. Nothing was stored.",
  newAccountLimitReached:
    "Too many new accounts were made from your network today. Try again tomorrow, or from another network. People who have an account can sign in.",
  failedRunLimitReached: `Too many of your files could not be read today. ${NOT_STORED} Typed-in scores still work.`,
  waitingLimitReached: `Many of your files still wait to be read. ${NOT_STORED} Send this one when some of them are done.`,
  uploadLimitReached: `You are sending several files already. ${NOT_STORED} Send this one when one of the others has ended.`,
  headersTooLarge:
    "Your browser sent too many cookies for this site. Delete the cookies of this site, then try again.",
  tooManyRequests: `You, or somebody in your network, opened too many pages in one minute. ${NOT_STORED} Wait a minute, then try again.`,
  tooManyConnections: `So many people use this site at this moment that no connection is free. ${LATER}`,
  overloaded: `So many people asked for this at once that there is no room in the queue. ${LATER}`,
  tryAgain: `This took longer than usual. ${LATER}`,
  storeUnavailable: `For the moment the site does not answer. ${LATER}`,
  providerUnavailable:
    "The sign-in provider does not answer for the moment. Try again in a few seconds, or sign in with another one.",
  internalError: "Something went wrong here, not with you. Please try again later.",
};

const titlesForPeople: Readonly<Partial<Record<ProblemName, string>>> = {
  runLimitReached: "You have sent all results of this month",
};

/** Returns the title of the page of a problem: in words for people, where the title in the API has other words. */
export const titleForPeople = (name: ProblemName, title: string): string => titlesForPeople[name] ?? title;

/** For kinds of problem: a link to the page that the words for the problem name. */
export const linksForPeople: Readonly<Partial<Record<ProblemName, WayBack>>> = {
  runLimitReached: { href: "/me", text: "To your account" },
  invalidToken: TOKENS,
  insufficientScope: TOKENS,
  tokenLimitReached: TOKENS,
};

/**
 * The sentence of the page of a problem while the search engine is unavailable, in place of the words for
 * `storeUnavailable`.
 */
export const SEARCH_UNAVAILABLE = "For the moment the search does not answer. Try again in a few seconds.";

/**
 * The kinds of problem whose page also shows the API's message, because the message states a fact such as a limit or a
 * reason.
 */
export const tellingProblems: ReadonlySet<ProblemName> = new Set([
  "runLimitReached",
  "notAllowed",
  "accountSuspended",
  "tokenLimitReached",
  "payloadTooLarge",
  "failedRunLimitReached",
  "waitingLimitReached",
  "uploadLimitReached",
]);
