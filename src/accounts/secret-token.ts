import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

/** Returns 256 random bits in base64url, by which a client shows what it may do. The database gets only its hash. */
export function newSecretToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Returns the SHA-256 of a token, in hex. So many random bits need no slow hash. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
