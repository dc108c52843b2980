import { add, isNumber } from "../bson/arithmetic.ts";
import {
  arrayOf,
  documentOf,
  double,
  fieldsOf,
  getField,
  isDocument,
  isNullish,
  numberOf,
  toValue,
  type Value,
} from "../bson/raw-bson.ts";
import { compareValues, encodeValue } from "../bson/value-order.ts";
import { MongoError } from "../errors.ts";
import { compileExpression, type Expression } from "./expressions.ts";

/** Compiles `$group`. The resulting groups are in the order of their first documents. @throws MongoError */
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
    const groups = new Map<string, Group>();
    let group: Group | undefined; // The group of `$group` to which the previous document belongs.
    for await (const document of documents) {
      const id = groupId(document) ?? nullValue;
      if (id !== group?.id) {
        const key = encodeValue(id).toString("latin1");
        group = groups.get(key) ?? { id, accumulators: fields.map(({ create }) => create()) };
        groups.set(key, group);
      }
      for (const [index, { expression }] of fields.entries())
        group.accumulators[index]?.add(expression(document));
    }
    for (const { id, accumulators } of groups.values())
      yield documentOf([
        ["_id", id],
        ...fields.map(({ name }, index) => [name, accumulators[index]?.result() ?? nullValue] as const),
      ]);
  };
}

interface Group {
  readonly id: Value;
  readonly accumulators: readonly Accumulator[];
}

/** Collects the values of a field of one group of `$group`, and returns the value of the field for the group. */
interface Accumulator {
  add(value: Value | undefined): void;
  result(): Value;
}

const nullValue = toValue(null);

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
    result: () => (count === 0 ? nullValue : double(numberOf(total.result()) / count)),
  };
}

function extreme(direction: 1 | -1): Accumulator {
  let best: Value | undefined;
  return {
    add: (value) => {
      if (isNullish(value)) return;
      if (best === undefined || compareValues(value, best) * direction < 0) best = value;
    },
    result: () => best ?? nullValue,
  };
}

function first(): Accumulator {
  let found: Value | undefined;
  return {
    add: (value) => {
      found ??= value ?? nullValue;
    },
    result: () => found ?? nullValue,
  };
}

function last(): Accumulator {
  let found = nullValue;
  return {
    add: (value) => {
      found = value ?? nullValue;
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

const accumulatorsByName = new Map<string, () => Accumulator>([
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
  const create = accumulatorsByName.get(only[0]);
  if (create === undefined) throw new MongoError("Location15952", `unknown group operator '${only[0]}'`);
  return { name, create, expression: compileExpression(only[1]) };
}
