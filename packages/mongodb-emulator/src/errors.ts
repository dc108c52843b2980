/**
 * Thrown to refuse a command. The client receives the error, with MongoDB's code and name, as the answer to its
 * command.
 */
export class MongoError extends Error {
  override name = "MongoError";
  readonly code: number;
  readonly codeName: string;

  constructor(codeName: CodeName, message: string) {
    super(message);
    this.code = codeOf(codeName);
    this.codeName = codeName;
  }
}

/**
 * MongoDB's codes of the errors that this server returns, by MongoDB's names of these errors (MongoDB's manual: "Error
 * Codes").
 */
const errorCodes = {
  BadValue: 2,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  AuthenticationFailed: 18,
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
  OutOfDiskSpace: 14031,
  KeyTooLong: 17280,
  MechanismUnavailable: 334,
  InternalError: 1,
} as const;

/** MongoDB names an error that has no name of its own `Location` followed by the code of the error. */
type CodeName = keyof typeof errorCodes | `Location${number}`;

/** Returns MongoDB's name for an error code. */
export function nameOfCode(code: number): CodeName {
  const known = Object.entries(errorCodes).find(([, each]) => each === code);
  return known ? (known[0] as CodeName) : `Location${code}`;
}

/** Returns MongoDB's code for the name of an error. */
export function codeOf(codeName: CodeName): number {
  const codes: Readonly<Record<string, number>> = errorCodes;
  return codes[codeName] ?? Number(codeName.replace("Location", ""));
}
