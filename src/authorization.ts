import { NotAllowedError } from "./errors.ts";

/** The signed-in sender of a request, with the tier and role that the account has at this moment. */
export interface Caller {
  account_id: string;
  name: string;
  tier: string;
  role: string;
}

/**
 * Creates the policy of one kind of resource from a table of its actions. The tables of the features, each in a file
 * `policies.ts`, are the only places that decide who may do what.
 */
export function createPolicy<Resource, Action extends string>(rules: Record<Action, Rule<Resource>>) {
  return {
    /** Whether an account, or a caller who is not signed in (null), may do this. */
    allows: (accountId: string | null, action: Action, resource: Resource): boolean =>
      rules[action].allows(accountId, resource),
    /** @throws NotAllowedError where the account may not do this */
    require: (accountId: string | null, action: Action, resource: Resource): void => {
      const { allows, refusal } = rules[action];
      if (!allows(accountId, resource))
        throw new NotAllowedError(refusal?.(resource) ?? `You may not ${action} this.`);
    },
  };
}

/** Says who may do one action with a resource. */
interface Rule<Resource> {
  /** @param accountId null for a caller who is not signed in */
  allows: (accountId: string | null, resource: Resource) => boolean;
  /** Returns the message to a caller who may not. Left out where nothing is refused: the response only shows less. */
  refusal?: (resource: Resource) => string;
}
