import { elementsOf, getField, isArray, isTrue, numberOf, textOf } from "../bson/raw-bson.ts";
import { MongoError } from "../errors.ts";
import type { Failure } from "../fail-point.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandDefinition, Engine, Reply } from "./command.ts";

/**
 * The command that sets the fail point (a failure or delay for tests). Modes other than on and off, and failures other
 * than an error code or a delay, are refused.
 */
export const failPointCommands: Readonly<Record<string, CommandDefinition>> = {
  configureFailPoint: { options: ["configureFailPoint", "mode", "data"], run: configure },
};

async function configure(args: Arguments, { failPoint }: Engine): Promise<Reply> {
  if (args.text("configureFailPoint") !== "failCommand")
    throw new MongoError("BadValue", "the only fail point of this server is failCommand");
  const mode = args.text("mode");
  if (mode === "off") failPoint.set(null);
  else if (mode === "alwaysOn") failPoint.set(failureOf(args));
  else throw new MongoError("BadValue", `expected the mode alwaysOn or off, found ${mode}`);
  return {};
}

function failureOf(args: Arguments): Failure {
  const data = args.document("data");
  const commands = getField(data, "failCommands");
  if (!isArray(commands)) throw new MongoError("BadValue", "failCommands must be a list of commands");
  const code = getField(data, "errorCode");
  const isBlocking = isTrue(getField(data, "blockConnection"));
  const delay = getField(data, "blockTimeMS");
  return {
    commands: new Set(elementsOf(commands).map(textOf)),
    code: code ? numberOf(code) : null,
    delayMs: isBlocking && delay ? numberOf(delay) : 0,
  };
}
