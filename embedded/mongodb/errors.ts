/** MongoDB's numbers and names of the errors that this server raises (manual: "Error Codes"). */
const CODES = {
  BadValue: 2,
  FailedToParse: 9,
  TypeMismatch: 14,
  IllegalOperation: 20,
  InvalidLength: 21,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  CommandNotSupported: 115,
  NotAReplicaSet: 123,
  InvalidPipelineOperator: 168,
  CannotIndexParallelArrays: 171,
  InvalidIndexSpecificationOption: 197,
  BSONObjectTooLarge: 10334,
  KeyTooLong: 17280,
  InternalError: 1,
} as const;

/** Errors without a name of their own are called by their number. */
type CodeName = keyof typeof CODES | `Location${number}`;

/** A refusal with MongoDB's code and name; it goes to the client as the answer to its command. */
export class MongoError extends Error {
  readonly code: number;
  readonly codeName: string;

  constructor(codeName: CodeName, message: string) {
    super(message);
    this.name = "MongoError";
    this.code = codeOf(codeName);
    this.codeName = codeName;
  }
}

function codeOf(codeName: CodeName): number {
  const codes: Readonly<Record<string, number>> = CODES;
  return codes[codeName] ?? Number(codeName.replace("Location", ""));
}
