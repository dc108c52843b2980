import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { messageOf } from "../infra/message-of.ts";
import { secretSettings } from "./secret-settings.ts";

/** A fault of a setting: what was expected, and what was found. */
export interface SettingFault {
  setting: string;
  fault: string;
}

/** Returns the variable that names the file with the value of a setting: MEILI_KEY_FILE for MEILI_KEY. */
export const fileVariable = (setting: string): string => `${setting}_FILE`;

/** The variables that name files with secrets, one for each setting that holds a secret. */
export const secretFileVariables: readonly string[] = Object.keys(secretSettings).map(fileVariable);

/**
 * Reads the secrets whose files are named by variables such as MEILI_KEY_FILE. A newline at the end of a file is not a
 * part of the secret. The faults name settings and paths, and never contain a part of a file.
 * @returns the secrets by their settings, without those that have a fault
 */
export function readSecretFiles(env: Readonly<Record<string, string | undefined>>): {
  secrets: Readonly<Record<string, string>>;
  faults: readonly SettingFault[];
} {
  const secrets: Record<string, string> = {};
  const faults: SettingFault[] = [];
  for (const setting of Object.keys(secretSettings)) {
    const variable = fileVariable(setting);
    const path = env[variable];
    if (!path) continue;
    try {
      if (env[setting]) throw new Error(`expected either ${setting} or ${variable}, found both`);
      secrets[setting] = readSecret(path);
    } catch (error) {
      faults.push({ setting, fault: `${variable}: ${messageOf(error)}.` });
    }
  }
  return { secrets, faults };
}

/**
 * Reads a secret from the file at a path.
 * @throws Error that says, without quoting the file, why the file contains no secret
 */
function readSecret(path: string): string {
  const refusal = (reason: string, cause?: unknown) =>
    new Error(`expected a file with the secret, found ${JSON.stringify(path)}, which ${reason}`, { cause });
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw refusal(`cannot be read (${(error as NodeJS.ErrnoException).code})`, error);
  }
  const secret = bytes.toString("utf8").replaceAll(/^\uFEFF|\r?\n$/g, "");
  if (!isUtf8(bytes) || secret.includes("\0")) throw refusal("is not a text in UTF-8");
  if (secret.trim() === "") throw refusal("is empty");
  return secret;
}
