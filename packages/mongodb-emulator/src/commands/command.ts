import type { Login } from "../authentication.ts";
import type { Plain } from "../bson/raw-bson.ts";
import type { Catalogue } from "../storage/catalogue.ts";
import type { Cursors } from "../storage/cursors.ts";
import type { Records } from "../storage/records.ts";
import type { Counters, Searcher } from "../storage/search.ts";
import type { Store } from "../storage/store.ts";
import type { Arguments } from "./arguments.ts";
import type { FailPoint } from "../fail-point.ts";

/** How the server handles one of MongoDB's commands. */
export interface CommandDefinition {
  /**
   * The options that the command accepts, including the command's own name; all other options are refused. The command
   * `hello` accepts "any" option, because new releases of the drivers add options to `hello`.
   */
  readonly options: readonly string[] | "any";
  readonly run: (args: Arguments, engine: Engine, login: Login) => Promise<Reply>;
}

/** The fields of the answer to a command. */
export type Reply = Readonly<Record<string, Plain>>;

/** The parts of the MongoDB emulator that its commands use. */
export interface Engine {
  readonly store: Store;
  readonly catalogue: Catalogue;
  readonly records: Records;
  readonly searcher: Searcher;
  readonly cursors: Cursors;
  readonly counters: Counters;
  readonly failPoint: FailPoint;
  readonly now: () => Date;
  /** Returns the bytes of a new ObjectId. */
  readonly newId: () => Buffer;
}
