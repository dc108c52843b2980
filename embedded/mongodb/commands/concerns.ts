import type { Arguments } from "./command.ts";
import { MongoError } from "../errors.ts";
import { numberOf, textOf, toValue, TYPE } from "../bson/raw-bson.ts";

/** What a read sees is on disk and on the one node there is, so these ask for nothing more. */
const READ_LEVELS: ReadonlySet<string> = new Set(["local", "available", "majority", "linearizable"]);

/**
 * Refuses the read and write concerns that one node cannot meet (manual: "Read Concern", "Write Concern"): a snapshot, and
 * acknowledgement by other nodes. All others are met by every command.
 */
export function checkConcerns(args: Arguments): void {
  checkReadConcern(args);
  checkWriteConcern(args);
}

function checkReadConcern(args: Arguments): void {
  const level = args.fieldOf("readConcern", "level");
  if (level === undefined) return;
  const name = level.type === TYPE.string ? textOf(level) : "";
  if (name === "snapshot")
    throw new MongoError(
      "NotAReplicaSet",
      "node needs to be a replica set member to use read concern snapshot",
    );
  if (!READ_LEVELS.has(name)) throw new MongoError("BadValue", `unknown read concern level '${name}'`);
}

function checkWriteConcern(args: Arguments): void {
  const w = args.fieldOf("writeConcern", "w") ?? toValue(1);
  if (numberOf(w) > 1) throw new MongoError("BadValue", "cannot use 'w' > 1 when a host is not replicated");
  if (Number.isNaN(numberOf(w)) && !(w.type === TYPE.string && textOf(w) === "majority"))
    throw new MongoError(
      "BadValue",
      "cannot use non-majority 'w' mode when a host is not a member of a replica set",
    );
}
