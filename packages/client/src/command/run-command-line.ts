import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { Client } from "../client.ts";
import type { Kind } from "../products.ts";
import { VERSION } from "../version.ts";
import { listBuilds } from "./builds.ts";
import { exitCodes, isLimit, messageOf, UsageError } from "./errors.ts";
import { configFolder, logIn, openClient } from "./log-in.ts";
import { createOutput, plain, type Output } from "./output.ts";
import { compareThings, listRuns, searchProducts, showRun, whoAmI } from "./show-answers.ts";
import { submitFiles, type SubmitOptions } from "./submit-files.ts";
import { watchFolder, type WatchOptions } from "./watch-folder.ts";
import { stateFileOf } from "./watch-state.ts";

/** The maximum sum of the pauses of one call of the client while the service is away, in seconds. */
const READ_PATIENCE_S = 5;
const SUBMIT_PATIENCE_S = 300;
/**
 * The maximum sum of the pauses of one call of `watch`, in seconds. After that sum, the call fails, and `watch` itself
 * waits and tells the person.
 */
const WATCH_PATIENCE_S = 10;

/** The environment variables of the command, and the signal that ends the command. */
interface Surroundings {
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

interface Json {
  json?: boolean;
}

/** Runs the command `pc-benchmarks` with the arguments after its name. Returns the exit code. */
export async function runCommandLine(
  args: readonly string[],
  { env, signal }: Surroundings,
): Promise<number> {
  let code: number = exitCodes.done;
  /** Returns the client of the service, the output and the signal that a command uses. */
  const open = async ({ json = false }: Json, patienceS: number, isSilent = false) => {
    const output = createOutput(json);
    return {
      output,
      client: await openClient(env, output, { patienceS, isSilent }),
      context: { output, signal },
    };
  };
  try {
    const program = newProgram();
    const openReading = async (options: Json) => open(options, READ_PATIENCE_S);
    addAccountCommands(program, { env, signal }, openReading);
    addShowingCommands(program, openReading);
    addSubmit(program, async (paths, options) => {
      const { client, context } = await open(options, SUBMIT_PATIENCE_S);
      code = await submitFiles(client, { paths, options }, context);
    });
    addWatch(program, async (given, options) => {
      const folder = resolve(given);
      if ((await stat(folder).catch(() => null))?.isDirectory() !== true)
        throw new UsageError(`expected a folder, found ${given}`);
      const { client, context } = await open(options, WATCH_PATIENCE_S, true);
      const stateFile = stateFileOf(configFolder(env), client.url, options.build, folder);
      await watchFolder(client, { folder, options }, { ...context, stateFile });
    });
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    return exitCodeOf(error, signal);
  }
}

/** Writes an error to standard error for the person. Returns the exit code of the command. */
function exitCodeOf(error: unknown, signal: AbortSignal): number {
  // Write nothing for an error of the library commander, which has already written the error message or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUse;
  console.error(
    signal.aborted ? "pc-benchmarks stopped, because it received a signal to end." : plain(messageOf(error)),
  );
  if (error instanceof UsageError) return exitCodes.wrongUse;
  return isLimit(error) ? exitCodes.limitReached : exitCodes.failed;
}

const newProgram = () =>
  new Command("pc-benchmarks")
    .description("Submits benchmark results to a PC Benchmarks service.")
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError("Try pc-benchmarks --help, or --help after the name of a command.")
    .addHelpText(
      "after",
      "\nExit codes: 0 done, 1 failed, 2 wrong use, 3 a limit of the account is reached." +
        "\nPC_BENCHMARKS_URL and PC_BENCHMARKS_TOKEN replace the log-in.",
    );

const jsonOption = () => new Option("--json", "print one JSON object a line");

type Opened = (
  options: Json,
) => Promise<{ client: Client; context: { output: Output; signal: AbortSignal } }>;

/** Adds the commands of `pc-benchmarks` about the account and its builds. */
function addAccountCommands(program: Command, { env, signal }: Surroundings, open: Opened): void {
  program
    .command("login")
    .description("ask for a personal access token, and keep it in your configuration folder")
    .requiredOption("--url <url>", "the address of the service")
    .addOption(jsonOption())
    .action(async (options: Json & { url: string }) =>
      logIn(options, { env, output: createOutput(options.json ?? false), signal }),
    );
  program
    .command("whoami")
    .description("show whose token is used, and how many runs are left")
    .addOption(jsonOption())
    .action(async (options: Json) => {
      const { client, context } = await open(options);
      await whoAmI(client, context);
    });
  program
    .command("builds")
    .description("list your builds")
    .addOption(jsonOption())
    .action(async (options: Json) => {
      const { client, context } = await open(options);
      await listBuilds(client, context.output, context.signal);
    });
}

/** Adds the commands of `pc-benchmarks` that show results and products. */
function addShowingCommands(program: Command, open: Opened): void {
  program
    .command("runs")
    .description("list the newest runs of a build, or of all your builds")
    .option("--build <id|name>", "the build")
    .option("--limit <number>", "how many runs to list", wholeNumber(1, 1000), 20)
    .addOption(jsonOption())
    .action(async (options: Json & { build?: string; limit: number }) => {
      const { client, context } = await open(options);
      await listRuns(client, options, context);
    });
  program
    .command("run")
    .description("show a run with its rank and its figures")
    .argument("<id>", "the id or the address of the run")
    .option("--open", "open its page in the browser")
    .addOption(jsonOption())
    .action(async (id: string, options: Json & { open?: boolean }) => {
      const { client, context } = await open(options);
      await showRun(client, { ...options, id }, context);
    });
  program
    .command("compare")
    .description("compare builds, runs or products side by side")
    .argument("<ids...>", "the ids of builds or of runs, or products such as cpu/amd-ryzen-7-5800x")
    .addOption(jsonOption())
    .action(async (ids: string[], options: Json) => {
      const { client, context } = await open(options);
      await compareThings(client, ids, context);
    });
  program
    .command("search")
    .description("search for hardware by its name")
    .argument("<words...>", "the name as people type it")
    .addOption(
      new Option("--kind <kind>", "the kind of hardware").choices(["cpu", "gpu", "ram", "motherboard"]),
    )
    .option("--limit <number>", "how many products to show", wholeNumber(1, 1000), 10)
    .addOption(jsonOption())
    .action(async (words: string[], options: Json & { kind?: Kind; limit: number }) => {
      const { client, context } = await open(options);
      await searchProducts(client, { ...options, words }, context);
    });
}

const addDetails = (command: Command) =>
  command
    .requiredOption("--build <id|name>", "the build to which the results belong")
    .option("--game <title>", "the game, for files that do not name it")
    .option("--label <text>", "a text that tells these runs from others")
    .option("--resolution <size>", "the resolution, such as 2560x1440")
    .option("--preset <name>", "the preset of the game's settings")
    .addOption(jsonOption());

function addSubmit(
  program: Command,
  act: (paths: string[], options: Json & SubmitOptions) => Promise<void>,
): void {
  addDetails(program.command("submit").description("send result files, and show their results"))
    .argument("<files...>", "files, or folders with files")
    .option(
      "--recording <number>",
      "the recording to read from a file with several recordings",
      wholeNumber(1, 1000),
    )
    .option("--test <name>", "the test to read from an export of 3DMark with several tests")
    .option("--again", "send files even if the build already has a run of them")
    .option("--yes", "send without asking")
    .action(act);
}

function addWatch(
  program: Command,
  act: (folder: string, options: Json & WatchOptions) => Promise<void>,
): void {
  addDetails(program.command("watch").description("send each capture in a folder when it is complete"))
    .argument("<folder>", "the folder into which the capture tool writes")
    .option("--interval <seconds>", "how often to look at the folder", wholeNumber(1, 3600), 2)
    .option("--settle <seconds>", "how long a file has to stay unchanged", wholeNumber(0, 3600), 10)
    .option(
      "--retry <seconds>",
      "how long to wait before a retry after an outage, or at a limit of the account",
      wholeNumber(1, 3600),
      60,
    )
    .action(act);
}

/** Returns a parser of arguments that accepts whole numbers from `min` to `max`. */
const wholeNumber = (min: number, max: number) => (text: string) => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
};
