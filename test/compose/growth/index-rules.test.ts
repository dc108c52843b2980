import test from "ava";
import type { Document } from "mongodb";
import { bestIndex, costOf, serviceOf, unneededIndexes, type ListedIndex } from "./index-rules.ts";
import { describeQuery, type RecordedQuery } from "./recorded-queries.ts";

const query = (filter: Document, sort: RecordedQuery["sort"] = []): RecordedQuery => ({
  collection: "runs",
  command: "find",
  filter,
  sort,
  limit: 1,
});
const index = (key: ListedIndex["key"], options: Partial<ListedIndex> = {}): ListedIndex => ({
  name: Object.keys(key).join("_"),
  key,
  ...options,
});
const nothingLeft = { comparedInKeys: [], comparedInDocuments: [], isSorted: true };

test("an index serves a query completely if its fields are in the order equality, sort, range", (t) => {
  const key = index({ a: 1, b: -1, c: 1 });
  t.deepEqual(
    serviceOf(
      query({ a: 1 }, [
        ["b", -1],
        ["c", 1],
      ]),
      key,
    ),
    nothingLeft,
  );
  t.deepEqual(
    serviceOf(
      query({ a: 1 }, [
        ["b", 1],
        ["c", -1],
      ]),
      key,
    ),
    nothingLeft,
    "read backwards",
  );
  t.deepEqual(serviceOf(query({ a: 1, b: { $gt: 2 } }), key), nothingLeft);
  t.deepEqual(serviceOf(query({ a: 1, b: { $gt: 2 } }, [["b", -1]]), key), nothingLeft);
  t.deepEqual(serviceOf(query({ a: { $in: [1, 2] } }, [["b", -1]]), key), nothingLeft, "merged");
  t.deepEqual(serviceOf(query({ a: null, b: 1, c: { $elemMatch: { $gte: 1, $lt: 2 } } }), key), nothingLeft);
});

test("`serviceOf` reports the work of a query that a given index leaves to MongoDB", (t) => {
  const key = index({ a: 1, b: 1, c: 1 });
  const left = (filter: Document, sort?: RecordedQuery["sort"]) => serviceOf(query(filter, sort), key);
  t.false(left({ a: 1 }, [["c", 1]])?.isSorted);
  t.false(
    left({ a: 1 }, [
      ["b", 1],
      ["c", -1],
    ])?.isSorted,
    "two ways",
  );
  t.false(left({ a: { $gt: 1 } }, [["b", 1]])?.isSorted, "a range before the order");
  t.deepEqual(left({ a: { $gt: 1 }, b: 2 })?.comparedInKeys, ["b"]);
  t.deepEqual(left({ a: 1, c: 2 })?.comparedInKeys, ["c"]);
  t.deepEqual(left({ a: 1, d: 2 })?.comparedInDocuments, ["d"]);
  t.deepEqual(left({ a: 1, b: { $ne: 2 } })?.comparedInDocuments, ["b $ne"]);
  t.deepEqual(left({ a: 1, $or: [{ b: 1 }, { c: 1 }] })?.comparedInDocuments, ["$or"]);
  t.deepEqual(left({ d: 1 })?.comparedInDocuments, ["d"]);
});

test("a partial or sparse index serves a query only if the index contains all documents that match the query", (t) => {
  const due = index({ b: 1 }, { partialFilterExpression: { due: true } });
  t.is(serviceOf(query({ b: 1 }), due), null);
  t.deepEqual(serviceOf(query({ b: 1, due: true }), due), nothingLeft);
  const scored = index({ b: 1 }, { partialFilterExpression: { score: { $exists: true } } });
  t.is(serviceOf(query({ b: 1, score: null }), scored), null);
  t.deepEqual(serviceOf(query({ b: 1, score: { $exists: true } }), scored), nothingLeft);
  t.deepEqual(serviceOf(query({ b: 1, score: { $gte: 0 } }), scored)?.comparedInDocuments, ["score"]);
  const versions = index({ v: 1 }, { partialFilterExpression: { v: { $gte: 0 } } });
  t.deepEqual(serviceOf(query({ v: 3 }), versions), nothingLeft);
  t.is(serviceOf(query({ v: null }), versions), null);
  const sparse = index({ since: 1 }, { sparse: true });
  t.is(serviceOf(query({ since: null }), sparse), null);
  t.deepEqual(serviceOf(query({ since: { $lt: 5 } }), sparse), nothingLeft);
});

test("bestIndex finds the best of several indexes, and unneededIndexes finds the indexes that no query needs", (t) => {
  const [wide, narrow, ids] = [index({ a: 1, b: 1 }), index({ a: 1 }), index({ _id: 1 }, { name: "_id_" })];
  const both = query({ a: 1, b: 1 });
  t.is(bestIndex(both, [ids, narrow, wide])?.index, wide);
  t.is(bestIndex(query({ _id: { $in: [1, 2] }, c: { $ne: 1 } }), [narrow, ids])?.index, ids);
  t.deepEqual(unneededIndexes([both, query({ a: 1 })], [ids, narrow, wide]), [narrow]);
  t.deepEqual(unneededIndexes([query({ c: 1 })], [ids, index({ d: 1 }, { unique: true })]), []);
  t.true(costOf(null) > costOf({ comparedInKeys: ["a"], comparedInDocuments: ["b"], isSorted: false }));
});

test("describeQuery names the collection, conditions and order of a query, and the absence of a limit", (t) => {
  const asked = query({ a: 1, b: null, $or: [{ c: 1 }, { d: { $gt: 1 } }] }, [["e", -1]]);
  t.is(describeQuery(asked), "runs: a & b = null & (c | d $gt); by -e");
  t.is(describeQuery({ ...query({}), limit: null }), "runs: everything; without a limit");
});
