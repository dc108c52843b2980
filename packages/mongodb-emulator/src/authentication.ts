import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from "node:crypto";
import { MongoError } from "./errors.ts";

/** The authentication mechanism of the server, as RFC 5802, RFC 7677 and MongoDB define it. */
export const MECHANISM = "SCRAM-SHA-256";

/**
 * The minimum number of iterations of SCRAM that MongoDB's drivers accept. A higher number would slow down guessing,
 * but the passwords are random and cannot be guessed.
 */
const ITERATIONS = 4096;
const KEY_BYTES = 32;
const SALT_BYTES = 28;
const NONCE_BYTES = 24;

/** The name and the password of the only user of the MongoDB emulator. */
export interface Credentials {
  /**
   * The user's name, in ASCII letters, digits, - and _: other characters would need escapes in the messages of SCRAM.
   */
  readonly user: string;
  /** The user's password, in ASCII: SCRAM would require that other texts are normalised (SASLprep). */
  readonly password: string;
}

/** The data that a server stores about its credentials: nobody can log in with these data alone. */
export interface Verifier {
  readonly user: string;
  readonly salt: Buffer;
  readonly storedKey: Buffer;
  readonly serverKey: Buffer;
}

/** Derives from credentials the data with which a server checks log-ins. */
export function createVerifier({ user, password }: Credentials): Verifier {
  const salt = randomBytes(SALT_BYTES);
  const saltedPassword = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, "sha256");
  return {
    user,
    salt,
    storedKey: hash(hmac(saltedPassword, "Client Key")),
    serverKey: hmac(saltedPassword, "Server Key"),
  };
}

/**
 * Creates the state of one connection's log-in, which checks the client's two messages and records whether the client
 * has proved that it knows the password.
 */
export function createLogin(verifier: Verifier | undefined) {
  let isLoggedIn = verifier === undefined;
  let exchange: Exchange | undefined;

  return {
    /**
     * Whether the client may send commands: the client has proved that it knows the password, or the server requires no
     * log-in.
     */
    isLoggedIn: (): boolean => isLoggedIn,

    /**
     * Handles the client's first message. Returns the server's answer: a nonce, the salt and the iteration count.
     * @throws MongoError
     */
    start: (clientFirst: string): string => {
      isLoggedIn = verifier === undefined;
      exchange = undefined;
      if (verifier === undefined)
        throw new MongoError("MechanismUnavailable", "this server has no users: connect without credentials");
      const [, bare, user, clientNonce] =
        /^n,,(n=([\w-]+),r=([\x21-\x2b\x2d-\x7e]+))$/.exec(clientFirst) ?? [];
      if (bare === undefined || clientNonce === undefined) throw refused();
      const nonce = `${clientNonce}${randomBytes(NONCE_BYTES).toString("base64")}`;
      const serverFirst = `r=${nonce},s=${verifier.salt.toString("base64")},i=${ITERATIONS}`;
      exchange = { isKnownUser: user === verifier.user, nonce, signed: `${bare},${serverFirst}` };
      return serverFirst;
    },

    /**
     * Handles the client's second message. Returns the server's signature.
     * @throws MongoError where the client does not know the password
     */
    finish: (clientFinal: string): string => {
      const current = exchange;
      // Forget the nonce, because each nonce is valid for only one attempt to log in.
      exchange = undefined;
      if (verifier === undefined || current === undefined) throw refused();
      const [, withoutProof, nonce, proof] =
        /^(c=biws,r=([\x21-\x2b\x2d-\x7e]+)),p=([A-Za-z0-9+/]{43}=)$/.exec(clientFinal) ?? [];
      if (withoutProof === undefined || proof === undefined || nonce !== current.nonce) throw refused();
      const signed = `${current.signed},${withoutProof}`;
      const clientKey = xor(Buffer.from(proof, "base64"), hmac(verifier.storedKey, signed));
      if (!timingSafeEqual(hash(clientKey), verifier.storedKey) || !current.isKnownUser) throw refused();
      isLoggedIn = true;
      return `v=${hmac(verifier.serverKey, signed).toString("base64")}`;
    },
  };
}

/** The log-in of one connection: whether it has succeeded, and the functions that handle its messages. */
export type Login = ReturnType<typeof createLogin>;

interface Exchange {
  isKnownUser: boolean;
  nonce: string;
  /** The part of the signed text (`AuthMessage` of RFC 5802) that is known after the client's first message. */
  signed: string;
}

const refused = () => new MongoError("AuthenticationFailed", "Authentication failed.");

const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();

const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest();

function xor(a: Buffer, b: Buffer): Buffer {
  return Buffer.from(a.map((byte, index) => byte ^ (b[index] ?? 0)));
}
