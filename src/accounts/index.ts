// The accounts of people who submit results: signing in, sessions and tokens, tiers and counted runs, export and
// deletion.

export { createAccounts, type Accounts, type PublicAccount } from "./accounts.ts";
export { createAccountExport } from "./export/account-export.ts";
export {
  createOwnAccount,
  type OwnAccount,
  type OwnAccountAnswer,
  type OwnSessions,
  type OwnTokens,
} from "./me/own-account.ts";
export { makeUpName } from "./made-up-name.ts";
export { createModeration } from "./moderation.ts";
export { renameBody } from "./schemas.ts";
export { newTokenBody } from "./tokens/schemas.ts";
export { createAccountDeletion, type AccountDeletion } from "./deletion/account-deletion.ts";
export type { Account } from "./records/account.ts";
export {
  createAccountsRepository,
  setUpAccounts,
  type AccountsRepository,
} from "./records/accounts-repository.ts";
export {
  createCustomersRepository,
  setUpCustomers,
  type CustomersRepository,
} from "./records/customers-repository.ts";
export { createDeletionsRepository, setUpDeletions } from "./records/deletions-repository.ts";
export { setUpSessions } from "./records/sessions-repository.ts";
export { createSessions, type Sessions } from "./sessions.ts";
export { createLoginStarts, setUpLoginStarts } from "./sign-in/login-starts.ts";
export { clientOf, createLogIns, type LogIns } from "./sign-in/log-ins.ts";
export { isLocalPath } from "./sign-in/return-to.ts";
export { devLoginBody } from "./schemas.ts";
export { createSignIn } from "./sign-in/sign-in.ts";
export { createSignUps } from "./sign-in/sign-ups.ts";
export { createUsedIdTokens, setUpUsedIdTokens } from "./sign-in/used-id-tokens.ts";
export { createTokens, type Tokens } from "./tokens/tokens.ts";
export { setUpTokens } from "./tokens/tokens-repository.ts";
export { billingPeriodOf } from "./usage/billing-period.ts";
export { createCharges } from "./usage/charges.ts";
export { createTiers, type Tiers } from "./usage/tiers.ts";
export { createUsage, type Reservation, type Usage } from "./usage/usage.ts";
