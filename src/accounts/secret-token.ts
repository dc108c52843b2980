import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

/**
 * Returns a new secret token, 256 random bits in base64url. A client authenticates with the token; the database stores
 * only the token's hash.
 */
export function newSecretToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Returns the SHA-256 of a token, in hex. A token of 256 random bits needs no slow hash. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
