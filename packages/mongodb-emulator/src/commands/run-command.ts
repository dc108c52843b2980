import { double, fieldsOf, toValue, type Value } from "../bson/raw-bson.ts";
import { MongoError } from "../errors.ts";
import type { Login } from "../authentication.ts";
import type { Request } from "../wire.ts";
import { adminCommands } from "./admin-commands.ts";
import { Arguments } from "./arguments.ts";
import type { CommandDefinition, Engine, Reply } from "./command.ts";
import { errorFields } from "./error-fields.ts";
import { failPointCommands } from "./fail-point-command.ts";
import { findAndModifyCommand } from "./find-and-modify.ts";
import { loginCommands } from "./login-commands.ts";
import { indexCommands } from "./index-commands.ts";
import { readCommands } from "./read-commands.ts";
import { writeCommands } from "./write-commands.ts";

/**
 * Runs a command and returns its answer. Never rejects: an error becomes an answer with `ok: 0`.
 * @param login the log-in of the client's connection; before the log-in, only `hello`, `ping` and log-in commands are
 * answered
 */
export async function runCommand(request: Request, engine: Engine, login: Login): Promise<Value> {
  try {
    const name = fieldsOf(request.body)[0]?.[0] ?? "";
    const command = commands.get(name);
    if (command === undefined) throw new MongoError("CommandNotFound", `no such command: '${name}'`);
    if (!login.isLoggedIn() && !commandsBeforeLogin.has(name))
      throw new MongoError("Unauthorized", `Command ${name} requires authentication`);
    await engine.failPoint.pass(name);
    const args = new Arguments(request, command.options);
    return toValue({ ...(await command.run(args, engine, login)), ok: double(1) });
  } catch (error) {
    return toValue({ ok: double(0), ...describe(error) });
  }
}

const commandsBeforeLogin = new Set(["hello", "ismaster", "isMaster", "ping", "saslStart", "saslContinue"]);

const commands = new Map<string, CommandDefinition>(
  Object.entries({
    ...adminCommands,
    ...loginCommands,
    ...failPointCommands,
    ...readCommands,
    ...writeCommands,
    ...indexCommands,
    findAndModify: findAndModifyCommand,
    findandmodify: findAndModifyCommand,
  }),
);

function describe(error: unknown): Reply {
  const fields = errorFields(error);
  if (fields !== undefined) return fields;
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 1, codeName: "InternalError", errmsg: `the emulator failed: ${detail}` };
}
