import { NotAllowedError } from "./errors.ts";

/** Who sends a request. Tier and role are the account's at this moment. */
export interface Caller {
  account_id: string;
  name: string;
  tier: string;
  role: string;
}

/** Who may do one thing with a resource. */
interface Rule<Resource> {
  /** @param accountId null for a caller who is not signed in */
  allows: (accountId: string | null, resource: Resource) => boolean;
  /** What a caller is told who may not. */
  refusal: (resource: Resource) => string;
}

/**
 * The policy of one kind of resource, from a table of its actions. Each feature has its table in `policies.ts`; nothing else
 * decides who may do what.
 */
export function createPolicy<Resource, Action extends string>(rules: Record<Action, Rule<Resource>>) {
  return {
    /** Whether an account, or a caller who is not signed in (null), may do this. */
    allows: (accountId: string | null, action: Action, resource: Resource): boolean =>
      rules[action].allows(accountId, resource),
    /** @throws NotAllowedError where the account may not do this */
    require: (accountId: string | null, action: Action, resource: Resource): void => {
      const { allows, refusal } = rules[action];
      if (!allows(accountId, resource)) throw new NotAllowedError(refusal(resource));
    },
  };
}
