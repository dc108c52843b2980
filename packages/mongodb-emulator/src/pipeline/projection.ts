import { isNumber } from "../bson/arithmetic.ts";
import {
  arrayOf,
  bsonType,
  documentOf,
  elementsOf,
  fieldsOf,
  isArray,
  isDocument,
  isTrue,
  type Field,
  type Value,
} from "../bson/raw-bson.ts";
import { byNameLength, pickFields, type PickedField, type PickedFields } from "../bson/pick-fields.ts";
import { MongoError } from "../errors.ts";
import { compileExpression, type Expression } from "./expressions.ts";

/**
 * Compiles a projection of find or `$project` (MongoDB's manual: "Project Fields to Return from Query"). Returns
 * undefined for an empty projection.
 * @throws MongoError
 */
export function compileProjection(projection: Value): Projection | undefined {
  const leaves = fieldsOf(projection).flatMap(([path, value]) => leavesOf(path, value));
  if (leaves.length === 0) return undefined;
  const others = leaves.filter(({ path }) => path !== "_id");
  const id = leaves.find(({ path }) => path === "_id")?.value;
  const decisive = others.length > 0 ? others : leaves;
  const isInclusion = decisive.some(({ value }) => value !== false);
  for (const { path, value } of others) {
    if (isInclusion && value === false)
      throw new MongoError(
        "Location31254",
        `Invalid $project :: caused by :: Cannot do exclusion on field ${path} in inclusion projection`,
      );
  }
  const root: Node = { children: new Map() };
  if (isInclusion && id === undefined) root.children.set("_id", true);
  for (const { path, value } of leaves) {
    if (path === "_id" && value !== isInclusion && typeof value === "boolean") continue;
    place(root, path, value);
  }
  if (!isInclusion) return (document) => exclude(document, root);
  if (computes(root)) return (document) => include(document, root, document);
  const picked = pickedFields(root);
  return (document) => pickFields(document, picked);
}

/** Returns the fields that a projection includes. The projection must not contain computed fields. */
function pickedFields({ children }: Node): PickedFields {
  const fields = [...children].flatMap(([path, rule]): PickedField[] => {
    const name = Buffer.from(path);
    if (typeof rule !== "object") return rule === true ? [{ name }] : [];
    const picked = pickedFields(rule);
    const below = (value: Value): Value =>
      isArray(value)
        ? arrayOf(
            elementsOf(value).flatMap((element) =>
              isDocument(element) || isArray(element) ? below(element) : [],
            ),
          )
        : pickFields(value, picked);
    return [{ name, below }];
  });
  return byNameLength(fields);
}

/** Turns a stored document into the document that a query with the projection returns. */
export type Projection = (document: Value) => Value;

/**
 * The rules of a projection for each field of a document: include it, exclude it, compute it, or apply further rules to
 * the fields inside it.
 */
interface Node {
  readonly children: Map<string, Node | boolean | Expression>;
}

interface ProjectionLeaf {
  readonly path: string;
  readonly value: boolean | Expression;
}

function leavesOf(path: string, value: Value): ProjectionLeaf[] {
  if (path.startsWith("$") || path.split(".").some((part) => part === "" || part.startsWith("$")))
    throw new MongoError(
      "BadValue",
      `positional projection and field names with $ are not supported by this server: '${path}'`,
    );
  if (value.type === bsonType.boolean || isNumber(value)) return [{ path, value: isTrue(value) }];
  const fields = isDocument(value) ? fieldsOf(value) : [];
  if (fields.length === 0 || fields[0]?.[0].startsWith("$")) return [{ path, value: compileComputed(value) }];
  return fields.flatMap(([name, below]) => leavesOf(`${path}.${name}`, below));
}

/**
 * Compiles a computed field. For an unknown operator, MongoDB uses a different error code in a projection than
 * elsewhere.
 */
function compileComputed(value: Value): Expression {
  try {
    return compileExpression(value);
  } catch (error) {
    if (error instanceof MongoError && error.codeName === "InvalidPipelineOperator")
      throw new MongoError("Location31325", `Invalid $project :: caused by :: ${error.message}`);
    throw error;
  }
}

function place(root: Node, path: string, value: boolean | Expression): void {
  const parts = path.split(".");
  const last = parts.pop() ?? "";
  let node = root;
  for (const part of parts) {
    const next = node.children.get(part) ?? { children: new Map() };
    if (typeof next !== "object")
      throw new MongoError("BadValue", `Invalid $project :: caused by :: Path collision at ${path}`);
    node.children.set(part, next);
    node = next;
  }
  if (node.children.has(last))
    throw new MongoError("BadValue", `Invalid $project :: caused by :: Path collision at ${path}`);
  node.children.set(last, value);
}

function include(document: Value, { children }: Node, root: Value): Value {
  const fields: Field[] = [];
  const names = new Set<string>();
  for (const [name, value] of fieldsOf(document)) {
    const rule = children.get(name);
    if (rule === true) fields.push([name, value]);
    if (typeof rule !== "object") continue;
    names.add(name);
    const below = includeBelow(value, rule, root);
    if (below !== undefined) fields.push([name, below]);
  }
  for (const [name, rule] of children) {
    const isComputed =
      typeof rule === "function" || (typeof rule === "object" && !names.has(name) && computes(rule));
    if (!isComputed) continue;
    const value = typeof rule === "function" ? rule(root) : include(documentOf([]), rule, root);
    if (value !== undefined) fields.push([name, value]);
  }
  return documentOf(fields);
}

function includeBelow(value: Value, rule: Node, root: Value): Value | undefined {
  if (isDocument(value)) return include(value, rule, root);
  if (isArray(value))
    return arrayOf(elementsOf(value).flatMap((element) => includeBelow(element, rule, root) ?? []));
  return computes(rule) ? include(documentOf([]), rule, root) : undefined;
}

function computes({ children }: Node): boolean {
  return [...children.values()].some(
    (rule) => typeof rule === "function" || (typeof rule === "object" && computes(rule)),
  );
}

function exclude(value: Value, node: Node): Value {
  if (isArray(value)) return arrayOf(elementsOf(value).map((element) => exclude(element, node)));
  if (!isDocument(value)) return value;
  return documentOf(
    fieldsOf(value).flatMap(([name, field]): Field[] => {
      const rule = node.children.get(name);
      if (rule === false) return [];
      return [[name, typeof rule === "object" ? exclude(field, rule) : field]];
    }),
  );
}
