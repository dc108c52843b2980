import { ADMIN_COMMANDS } from "./admin-commands.ts";
import { Arguments, type CommandDefinition, type Engine } from "./command.ts";
import { MongoError } from "../errors.ts";
import { FIND_AND_MODIFY } from "./find-and-modify.ts";
import { INDEX_COMMANDS } from "./index-commands.ts";
import { double, fieldsOf, toValue, type Plain, type Value } from "../bson/raw-bson.ts";
import { READ_COMMANDS } from "./read-commands.ts";
import type { Request } from "../wire.ts";
import { errorFields, WRITE_COMMANDS } from "./write-commands.ts";

const COMMANDS = new Map<string, CommandDefinition>(
  Object.entries({
    ...ADMIN_COMMANDS,
    ...READ_COMMANDS,
    ...WRITE_COMMANDS,
    ...INDEX_COMMANDS,
    findAndModify: FIND_AND_MODIFY,
    findandmodify: FIND_AND_MODIFY,
  }),
);

/** Runs a command and gives its answer; a refusal is an answer as well, with `ok: 0`. */
export async function runCommand(request: Request, engine: Engine): Promise<Value> {
  try {
    const name = fieldsOf(request.body)[0]?.[0] ?? "";
    const command = COMMANDS.get(name);
    if (command === undefined) throw new MongoError("CommandNotFound", `no such command: '${name}'`);
    const args = new Arguments(request, command.options);
    return toValue({ ...(await command.run(args, engine)), ok: double(1) });
  } catch (error) {
    return toValue({ ok: double(0), ...describe(error) });
  }
}

function describe(error: unknown): Readonly<Record<string, Plain>> {
  const fields = errorFields(error);
  if (fields !== undefined) return fields;
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 1, codeName: "InternalError", errmsg: `the stand-in failed: ${detail}` };
}
