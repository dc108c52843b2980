import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { InvalidConfigError, type Config } from "../../src/config.ts";
import { projectEntry } from "./processes/project-files.ts";
import { startGuarded, type GuardedProcess } from "./processes/start-guarded.ts";
import { untilReady } from "./processes/until-ready.ts";

/** The name of the local provider among the sign-in providers. */
const NAME = "local";

/**
 * If LOCAL_PROVIDER is set, starts the local OpenID Connect provider, with which developers try out the log-in.
 * Resolves when the provider is ready.
 * @returns the provider's process, and the environment variables with which the web process reaches the provider
 * @throws InvalidConfigError where another provider has the same name; ChildProcessError
 */
export async function startLocalProvider({ config, dataDir, env, log, signal }: LocalProviderOptions) {
  if (!config.LOCAL_PROVIDER) return { processes: [], env: {} };
  if (config.LOGIN_PROVIDERS[NAME])
    throw new InvalidConfigError([
      `LOCAL_PROVIDER: the local provider is named ${NAME}, and LOGIN_PROVIDERS also names a provider ${NAME}. Rename the provider in LOGIN_PROVIDERS.`,
    ]);
  const client = { client_id: "pc-benchmarks", client_secret: randomBytes(32).toString("base64url") };
  const { command, args } = projectEntry("scripts/local-provider");
  let issuer: string | undefined;
  const child = startGuarded({
    name: "local provider",
    command,
    args: [...args, "--redirect-uri", new URL(`${config.PUBLIC_URL}/login/${NAME}/callback`).href],
    env: {
      ...env,
      LOCAL_PROVIDER_CLIENT_ID: client.client_id,
      LOCAL_PROVIDER_CLIENT_SECRET: client.client_secret,
    },
    logFile: join(dataDir, "logs", "local-provider.log"),
    onLine: (line) => {
      issuer ??= /^ready (http:\S+)$/.exec(line)?.[1];
    },
  });
  try {
    await untilReady(child, { isReady: () => issuer !== undefined, signal });
  } catch (error) {
    await child.stop();
    throw error;
  }
  log(`started ${child.name}: ${config.PUBLIC_URL}/login/${NAME}`);
  const given = JSON.parse(env["LOGIN_PROVIDERS"] || "{}") as object;
  const providers = { ...given, [NAME]: { kind: "oidc", issuer, ...client } };
  return {
    processes: [child] as readonly GuardedProcess[],
    env: { LOGIN_PROVIDERS: JSON.stringify(providers), LOCAL_PROVIDER: "" },
  };
}

interface LocalProviderOptions {
  config: Config;
  /** The data folder of the service; the log of the local sign-in provider is written to its subfolder `logs`. */
  dataDir: string;
  /** The environment variables of the process that starts the local sign-in provider. */
  env: NodeJS.ProcessEnv;
  /**
   * The function that prints a line. It is called once the local sign-in provider has started, with a line that says
   * where to sign in.
   */
  log: (line: string) => void;
  /** The signal that aborts the start of the local sign-in provider. */
  signal?: AbortSignal | undefined;
}
