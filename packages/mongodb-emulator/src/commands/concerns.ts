import { bsonType, numberOf, textOf, toValue, type Value } from "../bson/raw-bson.ts";
import { MongoError } from "../errors.ts";

/**
 * The read concern levels that every read of this server satisfies: the server is a single node, and its reads see only
 * data that is on the disk.
 */
const metReadLevels: ReadonlySet<string> = new Set(["local", "available", "majority", "linearizable"]);

/**
 * Refuses the read and write concerns that one node cannot satisfy: a snapshot, and acknowledgement by other nodes
 * (MongoDB's manual: "Read Concern", "Write Concern"). This server satisfies all other read and write concerns.
 * @param level the level of the read concern
 * @param w the `w` of the write concern
 * @throws MongoError NotAReplicaSet, BadValue
 */
export function checkConcerns(level: Value | undefined, w: Value | undefined): void {
  if (level !== undefined) checkReadLevel(level);
  checkAcknowledgement(w ?? toValue(1));
}

function checkReadLevel(level: Value): void {
  const name = level.type === bsonType.string ? textOf(level) : "";
  if (name === "snapshot")
    throw new MongoError(
      "NotAReplicaSet",
      "node needs to be a replica set member to use read concern snapshot",
    );
  if (!metReadLevels.has(name)) throw new MongoError("BadValue", `unknown read concern level '${name}'`);
}

function checkAcknowledgement(w: Value): void {
  if (numberOf(w) > 1) throw new MongoError("BadValue", "cannot use 'w' > 1 when a host is not replicated");
  if (Number.isNaN(numberOf(w)) && !(w.type === bsonType.string && textOf(w) === "majority"))
    throw new MongoError(
      "BadValue",
      "cannot use non-majority 'w' mode when a host is not a member of a replica set",
    );
}
