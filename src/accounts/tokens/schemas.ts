import { z } from "zod";
import { listAnswer } from "../../answers/list-answer.ts";
import { scopes } from "../../access.ts";
import type { Config } from "../../config.ts";
import { plainName } from "../../validation/names.ts";

const MAX_NAME_CHARACTERS = 80;

/** The body of POST /me/tokens. */
export const newTokenBody = ({ TOKEN_MAX_DAYS }: Pick<Config, "TOKEN_MAX_DAYS">) =>
  z.strictObject({
    name: plainName(MAX_NAME_CHARACTERS),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .refine((list) => new Set(list).size === list.length, "Expected each scope once, found a scope twice."),
    expires_in_days: z.int().min(1).max(TOKEN_MAX_DAYS).optional(),
  });

const accessToken = z.strictObject({
  token_id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
});

/** The answer of POST /me/tokens. No later answer shows the token. */
export const newTokenAnswer = z.strictObject({ token: z.string(), access_token: accessToken });

/** The answer of GET /me/tokens. */
export const tokensAnswer = listAnswer(accessToken);

/** The schema of the path parameter of /me/tokens/<token_id>. */
export const tokenParams = z.object({ token_id: z.string().min(1).max(64) });
