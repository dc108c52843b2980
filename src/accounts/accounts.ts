import { AccountGoneError } from "../errors.ts";
import type { Role } from "../authorization.ts";
import type { BuildsRepository } from "../builds/index.ts";
import type { Clock } from "../infra/clock.ts";
import { AccountBeingDeletedError } from "./errors.ts";
import type { Moderation } from "./moderation.ts";
import type { Account } from "./records/account.ts";
import type { AccountsRepository } from "./records/accounts-repository.ts";
import type { Sessions } from "./sessions.ts";
import type { SignUps } from "./sign-in/sign-ups.ts";
import { personIdOf } from "./usage/charges.ts";
import type { Tiers } from "./usage/tiers.ts";
import type { NewId } from "../infra/new-id.ts";
import type { ServerSecret } from "../infra/server-secret.ts";
import { searchedPrefixesOf } from "../validation/name-prefixes.ts";

/**
 * The maximum number of accounts that one search for people by name reads. Without a maximum, a search for common words
 * could take very long: the search drops each account without a public build, and reads the next one. A search for few
 * people reads at most CANDIDATES_A_PERSON accounts for each wanted person.
 */
const MAX_CANDIDATES = 200;
const CANDIDATES_A_PAGE = 20;
const CANDIDATES_A_PERSON = 4;

/** Signs people in to their accounts, and reads and changes accounts. */
export type Accounts = ReturnType<typeof createAccounts>;

/** Creates the service that signs people in to their accounts, and reads and changes accounts. */
export function createAccounts(deps: AccountsDeps) {
  const { accountsRepository, moderation, sessions } = deps;
  return {
    /**
     * Signs a person in: finds or creates the account and starts a session. Returns the account and the session's
     * token.
     * @throws AccountBeingDeletedError, SignUpClosedError, NewAccountLimitReachedError,
     *   AccountSuspendedError
     */
    signIn: async (person: SignIn): Promise<{ account: Account; token: string }> => {
      const account = await accountOf(person, deps);
      if (account.deleting_since) throw new AccountBeingDeletedError();
      moderation.requireNotSuspended(account);
      const token = await sessions.begin(account._id, person.device);
      // If the deletion of the account began during the sign-in, the deletion may have removed the account's sessions
      // before the new session was stored.
      if (await accountsRepository.find(account._id)) return { account, token };
      await sessions.end(token);
      throw new AccountBeingDeletedError();
    },

    ...createPersons(deps),

    /** Changes the public name of an account. @throws AccountGoneError */
    rename: async (accountId: string, name: string): Promise<void> => {
      if (!(await accountsRepository.rename(accountId, name))) throw new AccountGoneError();
    },

    /**
     * Sets an account's tier; the new tier applies from the account's next request on. Returns the account; null if
     * there is no such account.
     */
    setTier: (accountId: string, tier: string): Promise<Account | null> =>
      accountsRepository.setTier(accountId, tier),

    /**
     * Sets an account's role; the new role applies from the account's next request on. Returns the account; null if
     * there is no such account.
     */
    setRole: (accountId: string, role: Role): Promise<Account | null> =>
      accountsRepository.setRole(accountId, role),

    /** Returns the names of accounts by their ids; an id that no account has is left out. */
    namesOf: (accountIds: readonly string[]): Promise<Map<string, string>> =>
      accountsRepository.namesOf(accountIds),

    /**
     * Returns one page of people with public builds whose public names match a text, and whether more people follow. A
     * name matches if it contains, for each word of the text, a word that begins with that word; order, case, accents
     * and punctuation do not matter. A text without a word finds nobody. The search also finds suspended people with
     * public builds, because these people have a page, too. Only the first MAX_CANDIDATES accounts with matching names
     * are read.
     */
    findByName: (text: string, paging: { page: number; limit: number }) => findByName(deps, text, paging),
  };
}

/**
 * Returns the account of a person, which may be an account that is being deleted. Creates an account for a person who
 * has none.
 * @throws AccountSuspendedError, SignUpClosedError, NewAccountLimitReachedError
 */
async function accountOf(person: SignIn, deps: AccountsDeps): Promise<Account> {
  const { provider, subject, name, tier, address } = person;
  const { accountsRepository, moderation, signUps, tiers, clock, newId } = deps;
  const known = await accountsRepository.findPerson({ provider, subject }, tier);
  if (known !== null) return known;
  // Read the suspension after the account. The deletion of a suspended account stores the person's suspension before it
  // removes the account, so one of the two reads finds the suspension.
  await moderation.requireWelcome(person);
  await signUps.admit({ provider, address });
  const newAccount: Account = {
    _id: newId(),
    provider,
    subject,
    name,
    tier: tiers.first,
    role: "user",
    created_at: clock(),
  };
  return accountsRepository.signIn(newAccount, tier);
}

async function findByName(
  { accountsRepository, buildsRepository }: Pick<AccountsDeps, "accountsRepository" | "buildsRepository">,
  text: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ results: Person[]; hasMore: boolean }> {
  const prefixes = searchedPrefixesOf(text);
  const people: (Candidate & { newest_build: string })[] = [];
  let afterId: string | undefined;
  // Ask for one person more than the page shows: if this person is found, another page follows.
  const wanted = page * limit + 1;
  const most = Math.min(MAX_CANDIDATES, CANDIDATES_A_PERSON * wanted);
  for (let seen = 0; prefixes.length > 0 && people.length < wanted && seen < most;) {
    const some = await accountsRepository.findByPrefixes(prefixes, { limit: CANDIDATES_A_PAGE, afterId });
    const newest = await Promise.all(some.map(({ _id }) => buildsRepository.findNewestShownName(_id)));
    people.push(
      ...some.flatMap((account, index) => {
        const newest_build = newest[index] ?? null;
        return newest_build === null ? [] : [{ ...account, newest_build }];
      }),
    );
    if (some.length < CANDIDATES_A_PAGE) break;
    seen += some.length;
    afterId = some.at(-1)?._id;
  }
  const shown = people.slice((page - 1) * limit, page * limit);
  const results = await Promise.all(
    shown.map(async ({ _id, name, created_at, newest_build }): Promise<Person> => {
      const builds = await buildsRepository.countShown(_id);
      return { account_id: _id, name, created_at, builds, newest_build };
    }),
  );
  return { results, hasMore: people.length > page * limit };
}

type Candidate = Pick<Account, "_id" | "name" | "created_at">;

/** Creates the methods that find out whether an account exists and which person owns the account. */
function createPersons({
  accountsRepository,
  serverSecret,
}: Pick<AccountsDeps, "accountsRepository" | "serverSecret">) {
  return {
    /**
     * Requires that an account exists.
     * @throws AccountGoneError where the account is deleted, or is being deleted
     */
    requireActive: async (accountId: string): Promise<void> => {
      if (!(await accountsRepository.find(accountId))) throw new AccountGoneError();
    },

    /** Returns the public data of an account; null if the account does not exist or is being deleted. */
    publicDataOf: async (accountId: string): Promise<PublicAccount | null> => {
      const account = await accountsRepository.find(accountId);
      return account && { account_id: account._id, name: account.name, created_at: account.created_at };
    },

    /**
     * Returns the pseudonym of the person who owns an account, even while the account is being deleted; null if there
     * is no such account.
     */
    personOf: async (accountId: string): Promise<string | null> => {
      const account = await accountsRepository.findAlsoDeleting(accountId);
      return account && personIdOf(serverSecret, account);
    },

    /**
     * Returns the fields of an account that limit its files (storage, waiting files, failed runs), even while the
     * account is being deleted; null if there is no such account.
     */
    filesOwnerOf: async (
      accountId: string,
    ): Promise<{ personId: string; storedBytes: number; tier: string } | null> => {
      const account = await accountsRepository.findAlsoDeleting(accountId);
      return (
        account && {
          personId: personIdOf(serverSecret, account),
          storedBytes: account.stored_bytes ?? 0,
          tier: account.tier,
        }
      );
    },
  };
}

/** The data of an account that everybody may see if the account owns a public build. */
export interface PublicAccount {
  account_id: string;
  name: string;
  created_at: Date;
}

/** The public data of a person, with facts by which a reader distinguishes people of the same name. */
interface Person {
  account_id: string;
  name: string;
  created_at: Date;
  /** The number of public builds of the person, counted up to a limit. */
  builds: number;
  /** The name of the newest public build of the person. */
  newest_build: string;
}

interface AccountsDeps {
  accountsRepository: AccountsRepository;
  buildsRepository: Pick<BuildsRepository, "findNewestShownName" | "countShown">;
  moderation: Pick<Moderation, "requireNotSuspended" | "requireWelcome">;
  sessions: Pick<Sessions, "begin" | "end">;
  signUps: SignUps;
  tiers: Tiers;
  serverSecret: ServerSecret;
  clock: Clock;
  newId: NewId;
}

/** A sign-in: the person's identity, the client that the person uses, and the tier that the person's account gets. */
interface SignIn {
  provider: string;
  /** The sign-in provider's id of the person (the subject). */
  subject: string;
  name: string;
  /**
   * The new tier of the account of the person who signs in. If absent, an existing account keeps its tier, and a new
   * account gets the first tier.
   */
  tier?: string | undefined;
  /** The address of the client that signs in. New accounts are limited for each address. */
  address: string;
  /** The name of the browser or program that signs in; null if it is unknown. */
  device: string | null;
}
