import { z } from "zod";
import { listAnswer } from "../../answers/list-answer.ts";
import type { Proof } from "./sign-in.ts";
import { isLocalPath } from "./return-to.ts";

const MAX_ID_TOKEN_CHARACTERS = 16_384;
const MAX_CODE_CHARACTERS = 4096;
const MAX_URI_CHARACTERS = 2048;

/** The schema of the path parameter of /login/<provider>. */
export const providerParams = z.object({ provider: z.string().max(32) });

/** The answer of GET /login. */
export const providersAnswer = listAnswer(
  z.strictObject({
    name: z.string(),
    kind: z.enum(["oidc", "github", "dev"]),
    proofs: z.array(z.enum(["id_token", "code", "name"])).meta({
      description:
        "The kinds of proof by which a person can sign in; the body of a POST to login_url has one proof",
    }),
    redirect_url: z.url().nullable().meta({
      description: "The address that a browser opens to sign in; null = browsers cannot sign in this way",
    }),
    start_url: z
      .url()
      .nullable()
      .meta({ description: "The address at which a program begins its log-in; null = no start is needed" }),
    login_url: z.url().meta({ description: "The address to which a program sends the proof" }),
  }),
);

/** The answer of POST /login/<provider>/start. */
export const startAnswer = z.strictObject({
  nonce: z.string().length(43),
  state: z.string().length(43),
  authorization_endpoint: z.url(),
  client_id: z.string(),
  scope: z.string(),
  code_challenge_method: z.literal("S256"),
  redirect_uris: z.array(z.string()),
});

const token = (maxCharacters: number) => z.string().min(1).max(maxCharacters);

const codeFields = ["code", "code_verifier", "redirect_uri"] as const;

/** The body of POST /login/<provider>: an ID token, or a code with its verifier and redirect URI. */
export const proofBody = z
  .strictObject({
    id_token: token(MAX_ID_TOKEN_CHARACTERS).optional(),
    code: token(MAX_CODE_CHARACTERS).optional(),
    code_verifier: z
      .string()
      .regex(
        /^[\w.~-]{43,128}$/,
        "Expected 43 to 128 letters, digits, -, ., _ and ~ (RFC 7636), found another text.",
      )
      .optional(),
    redirect_uri: token(MAX_URI_CHARACTERS).optional(),
  })
  .transform((body, context): Proof => {
    const { id_token, code, code_verifier, redirect_uri } = body;
    const given = codeFields.filter((field) => body[field] !== undefined);
    if (id_token !== undefined && given.length === 0) return { kind: "id_token", idToken: id_token };
    if (id_token === undefined && code && code_verifier && redirect_uri)
      return { kind: "code", code, codeVerifier: code_verifier, redirectUri: redirect_uri };
    if (id_token === undefined && given.length > 0)
      for (const field of codeFields.filter((name) => body[name] === undefined))
        context.addIssue({
          code: "custom",
          path: [field],
          message: "Required: send code_verifier and redirect_uri together with code.",
        });
    else
      context.addIssue({
        code: "custom",
        message: `Expected either id_token, or code with code_verifier and redirect_uri, found ${id_token === undefined ? "neither" : "both"}.`,
      });
    return z.NEVER;
  });

/** The query of GET /login/<provider>. */
export const redirectQuery = z.object({
  return_to: z
    .string()
    .refine(
      isLocalPath,
      "Expected a path of this service that begins with one /, such as /me, found another text.",
    )
    .default("/"),
});

/** The query with which a sign-in provider sends a browser back to this service. */
export const callbackQuery = z.object({
  code: token(MAX_CODE_CHARACTERS).optional(),
  state: token(MAX_CODE_CHARACTERS).optional(),
  error: token(MAX_CODE_CHARACTERS).optional(),
  iss: token(MAX_URI_CHARACTERS).optional(),
});
