import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join, posix, win32 } from "node:path";
import process from "node:process";
import { createClient, type Client, type ClientOptions } from "../client.ts";
import { writeWhole } from "./atomic-file.ts";
import { messageOf, systemCodeOf, UsageError } from "./errors.ts";
import type { Output } from "./output.ts";
import { readLine } from "./read-line.ts";

/** The address of a service and the token of an account, which the command stores for later calls. */
interface LogIn {
  url: string;
  token?: string | undefined;
}

/**
 * Returns the folder of this command's files: below APPDATA on Windows, below XDG_CONFIG_HOME or ~/.config elsewhere.
 */
export function configFolder(
  env: NodeJS.ProcessEnv,
  { platform, home }: { platform: NodeJS.Platform; home: string } = {
    platform: process.platform,
    home: homedir(),
  },
): string {
  if (platform === "win32")
    return win32.join(env["APPDATA"] || win32.join(home, "AppData", "Roaming"), "pc-benchmarks");
  return posix.join(env["XDG_CONFIG_HOME"] || posix.join(home, ".config"), "pc-benchmarks");
}

const fileOf = (env: NodeJS.ProcessEnv) => join(configFolder(env), "login.json");

/**
 * Opens a client of the service that PC_BENCHMARKS_URL names, or else of the service of the last log-in.
 * @throws UsageError if neither names a service
 */
export async function openClient(
  env: NodeJS.ProcessEnv,
  output: Output,
  { patienceS, isSilent = false }: { patienceS: number; isSilent?: boolean },
): Promise<Client> {
  const { PC_BENCHMARKS_URL: givenUrl, PC_BENCHMARKS_TOKEN: givenToken } = env;
  const saved = givenUrl && givenToken ? null : await readLogIn(fileOf(env));
  const url = givenUrl || saved?.url;
  if (url === undefined)
    throw new UsageError(
      "No service is known. Log in first: pc-benchmarks login --url <url>   (or set PC_BENCHMARKS_URL and PC_BENCHMARKS_TOKEN)",
    );
  const onPause = (reason: string, seconds: number) =>
    output.say(`${reason.replace(/\.$/, "")}. Trying again in ${seconds} s.`);
  // Send a stored token only to the service that issued the token.
  const kept = saved?.url === clientOf({ url }).url ? saved.token : undefined;
  const token = givenToken || kept;
  return clientOf({ url, token, patienceS, ...(!isSilent && { onPause }) });
}

function clientOf(options: ClientOptions): Client {
  try {
    return createClient(options);
  } catch (error) {
    throw new UsageError(messageOf(error), { cause: error });
  }
}

/**
 * Asks the person for a token, checks the token at the service, and stores it for later calls.
 * @throws UsageError, ProblemError, ConnectionError
 */
export async function logIn(
  { url }: { url: string },
  { env, output, signal }: { env: NodeJS.ProcessEnv; output: Output; signal: AbortSignal },
): Promise<void> {
  const address = clientOf({ url }).url;
  if (address.startsWith("http:") && !/^http:\/\/(?:localhost|127\.|\[::1\])/.test(address))
    output.say("The connection to this address is not encrypted: others on the network can read the token.");
  output.say(`Make a token with the scopes read and submit at ${address}/me/tokens`);
  const token = env["PC_BENCHMARKS_TOKEN"] || (await readLine("Token: ", { isHidden: true, signal }));
  if (token === "") throw new UsageError("expected a token, found nothing");
  const client = clientOf({ url, token, patienceS: 0 });
  const { account } = await client.ask(() => client.api.GET("/me", { signal }), signal);
  const file = fileOf(env);
  await writeWhole(file, `${JSON.stringify({ url: client.url, token })}\n`);
  const entry = { url: client.url, ...account, file };
  output.show(entry, `Logged in at ${client.url} as ${account.name}. The token is kept in ${file}`);
}

async function readLogIn(file: string): Promise<LogIn | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as LogIn;
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return null;
    throw new UsageError(`${file} cannot be read (${messageOf(error)}). Log in again.`, { cause: error });
  }
}
