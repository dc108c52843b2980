import { add, isNumber } from "../bson/arithmetic.ts";
import { MongoError } from "../errors.ts";
import { compileExpression, type Expression } from "./expressions.ts";
import {
  arrayOf,
  documentOf,
  double,
  fieldsOf,
  getField,
  isDocument,
  numberOf,
  toValue,
  TYPE,
  type Value,
} from "../bson/raw-bson.ts";
import { compareValues, encodeValue } from "../bson/value-order.ts";

/** Takes in the values of a group, then gives the result. */
interface Accumulator {
  add(value: Value | undefined): void;
  result(): Value;
}

const NULL = toValue(null);

function isNullish(value: Value | undefined): value is undefined {
  return value === undefined || value.type === TYPE.null || value.type === TYPE.undefined;
}

function sum(): Accumulator {
  let total = toValue(0);
  return {
    add: (value) => {
      if (value !== undefined && isNumber(value)) total = add(total, value);
    },
    result: () => total,
  };
}

function average(): Accumulator {
  const total = sum();
  let count = 0;
  return {
    add: (value) => {
      if (value === undefined || !isNumber(value)) return;
      total.add(value);
      count += 1;
    },
    result: () => (count === 0 ? NULL : double(numberOf(total.result()) / count)),
  };
}

function extreme(direction: 1 | -1): Accumulator {
  let best: Value | undefined;
  return {
    add: (value) => {
      if (isNullish(value)) return;
      if (best === undefined || compareValues(value, best) * direction < 0) best = value;
    },
    result: () => best ?? NULL,
  };
}

function first(): Accumulator {
  let found: Value | undefined;
  return {
    add: (value) => {
      found ??= value ?? NULL;
    },
    result: () => found ?? NULL,
  };
}

function last(): Accumulator {
  let found = NULL;
  return {
    add: (value) => {
      found = value ?? NULL;
    },
    result: () => found,
  };
}

function push(): Accumulator {
  const values: Value[] = [];
  return {
    add: (value) => {
      if (value !== undefined) values.push(value);
    },
    result: () => arrayOf(values),
  };
}

function addToSet(): Accumulator {
  const values = new Map<string, Value>();
  return {
    add: (value) => {
      if (value !== undefined) values.set(encodeValue(value).toString("latin1"), value);
    },
    result: () => arrayOf([...values.values()]),
  };
}

const ACCUMULATORS = new Map<string, () => Accumulator>([
  ["$sum", sum],
  ["$avg", average],
  ["$min", () => extreme(1)],
  ["$max", () => extreme(-1)],
  ["$first", first],
  ["$last", last],
  ["$push", push],
  ["$addToSet", addToSet],
]);

interface GroupField {
  readonly name: string;
  readonly create: () => Accumulator;
  readonly expression: Expression;
}

function compileField(name: string, specification: Value): GroupField {
  const [only, ...more] = isDocument(specification) ? fieldsOf(specification) : [];
  if (only === undefined || more.length > 0 || name.includes("."))
    throw new MongoError("Location40234", `The field '${name}' must be an accumulator object`);
  const create = ACCUMULATORS.get(only[0]);
  if (create === undefined) throw new MongoError("Location15952", `unknown group operator '${only[0]}'`);
  return { name, create, expression: compileExpression(only[1]) };
}

/** Compiles `$group`; groups come in the order in which their first documents came. */
export function compileGroup(
  specification: Value,
): (documents: AsyncIterable<Value>) => AsyncGenerator<Value> {
  const idExpression = getField(specification, "_id");
  if (idExpression === undefined)
    throw new MongoError("Location15955", "a group specification must include an _id");
  const groupId = compileExpression(idExpression);
  const fields = fieldsOf(specification)
    .filter(([name]) => name !== "_id")
    .map(([name, value]) => compileField(name, value));
  return async function* grouped(documents) {
    const groups = new Map<string, { id: Value; accumulators: Accumulator[] }>();
    for await (const document of documents) {
      const id = groupId(document) ?? NULL;
      const key = encodeValue(id).toString("latin1");
      const group = groups.get(key) ?? { id, accumulators: fields.map(({ create }) => create()) };
      groups.set(key, group);
      fields.forEach(({ expression }, index) => group.accumulators[index]?.add(expression(document)));
    }
    for (const { id, accumulators } of groups.values())
      yield documentOf([
        ["_id", id],
        ...fields.map(({ name }, index) => [name, accumulators[index]?.result() ?? NULL] as const),
      ]);
  };
}
