import type { AccessToken } from "./tokens-repository.ts";

/**
 * Returns the representation of a personal access token for its owner, without the secret, of which the service
 * stores only the hash.
 */
export function presentToken(token: AccessToken) {
  return {
    token_id: token.token_id,
    name: token.name,
    scopes: token.scopes,
    created_at: token.created_at.toISOString(),
    expires_at: token.expires_at.toISOString(),
    last_used_at: token.last_used_at?.toISOString() ?? null,
  };
}
