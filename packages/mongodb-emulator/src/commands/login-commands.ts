import { MECHANISM, type Login } from "../authentication.ts";
import { binary } from "../bson/raw-bson.ts";
import { MongoError } from "../errors.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandDefinition, Engine, Reply } from "./command.ts";

/**
 * The id that the server gives to every SCRAM conversation. A connection has one log-in at a time, so one id suffices.
 */
const CONVERSATION_ID = 1;

/** The commands with which a client proves that it knows the user's password. */
export const loginCommands: Readonly<Record<string, CommandDefinition>> = {
  saslStart: { options: ["saslStart", "mechanism", "payload", "autoAuthorize", "options"], run: saslStart },
  saslContinue: { options: ["saslContinue", "conversationId", "payload"], run: saslContinue },
};

async function saslStart(args: Arguments, _engine: Engine, login: Login): Promise<Reply> {
  const mechanism = args.text("mechanism");
  if (mechanism !== MECHANISM)
    throw new MongoError("MechanismUnavailable", `Unsupported mechanism '${mechanism}': use ${MECHANISM}.`);
  return answer(login.start(args.bytes("payload").toString("utf8")), false);
}

async function saslContinue(args: Arguments, _engine: Engine, login: Login): Promise<Reply> {
  return answer(login.finish(args.bytes("payload").toString("utf8")), true);
}

function answer(payload: string, done: boolean): Reply {
  return { conversationId: CONVERSATION_ID, done, payload: binary(Buffer.from(payload)) };
}
