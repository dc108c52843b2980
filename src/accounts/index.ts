// What the composition root and the scripts may import of the accounts.

export { createAccounts } from "./accounts.ts";
export { createAccountExport } from "./export/account-export.ts";
export {
  createOwnAccount,
  type OwnAccount,
  type OwnAccountAnswer,
  type OwnSessions,
  type OwnTokens,
} from "./me/own-account.ts";
export { renameBody } from "./schemas.ts";
export { newTokenBody } from "./tokens/schemas.ts";
export { createAccountDeletion } from "./deletion/account-deletion.ts";
export { createAccountsRepository, setUpAccounts, type Account } from "./records/accounts-repository.ts";
export { createDeletionsRepository, setUpDeletions } from "./records/deletions-repository.ts";
export { setUpSessions } from "./records/sessions-repository.ts";
export { createSessions } from "./sessions.ts";
export { createLoginStarts, setUpLoginStarts } from "./sign-in/login-starts.ts";
export { createLogIns, type LogIns } from "./sign-in/log-ins.ts";
export { isLocalPath } from "./sign-in/return-to.ts";
export { devLoginBody } from "./schemas.ts";
export { createSignIn } from "./sign-in/sign-in.ts";
export { createUsedIdTokens, setUpUsedIdTokens } from "./sign-in/used-id-tokens.ts";
export { createTokens } from "./tokens/tokens.ts";
export { setUpTokens } from "./tokens/tokens-repository.ts";
export { billingPeriodOf } from "./usage/billing-period.ts";
export { createCharges, type ChargesDeps } from "./usage/charges.ts";
export { createTiers, type Tiers } from "./usage/tiers.ts";
export { createUsage, type Usage, type UsageDeps } from "./usage/usage.ts";
