import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Computes pseudonyms and encrypts texts with SERVER_SECRET, which only this service knows. */
export type ServerSecret = ReturnType<typeof createServerSecret>;

/** Creates the functions that need SERVER_SECRET. Every process of a deployment must have the same secret. */
export function createServerSecret({ SERVER_SECRET }: { SERVER_SECRET: string }) {
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", SERVER_SECRET, "", `pc-benchmarks ${purpose}`, KEY_BYTES));
  const pseudonymKey = keyFor("pseudonym");
  const sealKey = keyFor("seal");
  return {
    /**
     * Returns a pseudonym of `parts`: equal parts have equal pseudonyms. Without the secret nobody can find out the
     * parts, not even by guessing. The pseudonym is an HMAC-SHA-256 (RFC 2104) in hexadecimal digits.
     */
    pseudonymOf: (...parts: readonly string[]): string =>
      createHmac("sha256", pseudonymKey).update(JSON.stringify(parts)).digest("hex"),

    /** Encrypts a short text by AES-256-GCM (NIST SP 800-38D), with a new nonce each time. */
    seal: (text: string): string => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealKey, nonce);
      const encrypted = [cipher.update(text, "utf8"), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]).toString("base64url");
    },

    /** Decrypts a sealed text. Returns null if the text was changed, or sealed under another secret. */
    open: (sealed: string): string | null => {
      const bytes = Buffer.from(sealed, "base64url");
      const tagEnd = NONCE_BYTES + TAG_BYTES;
      if (bytes.length < tagEnd) return null;
      const decipher = createDecipheriv("aes-256-gcm", sealKey, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd));
      try {
        return decipher.update(bytes.subarray(tagEnd), undefined, "utf8") + decipher.final("utf8");
      } catch {
        return null;
      }
    },
  };
}
