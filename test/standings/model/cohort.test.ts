import test from "ava";
import * as fc from "fast-check";
import {
  checkedCohortOf,
  cohortKinds,
  cohortOf,
  cohortsOf,
  memberOf,
  placesOf,
  type CohortParts,
} from "../../../src/standings/model/cohort.ts";

const slug = fc.constantFrom("a", "b-1", "b-10", "c");
const parts: fc.Arbitrary<CohortParts> = fc.record({ cpu: slug, gpu: slug }, { requiredKeys: [] });

test("an entry of a ranking is in one cohort (builds with the same parts) for each subset of its parts", (t) => {
  t.deepEqual(cohortsOf({}), ["all"]);
  t.deepEqual(cohortsOf({ gpu: "b" }), ["all", "gpu=b"]);
  t.deepEqual(cohortsOf({ gpu: "b", cpu: "a" }), ["all", "cpu=a", "gpu=b", "cpu=a&gpu=b"]);
});

test("two entries of a ranking share exactly the cohorts (builds with the same parts) of their common parts", (t) => {
  fc.assert(
    fc.property(parts, parts, parts, (one, other, wanted) => {
      const hasAll = (some: CohortParts) =>
        cohortKinds.every((kind) => wanted[kind] === undefined || wanted[kind] === some[kind]);
      t.is(cohortsOf(one).includes(cohortOf(wanted)), hasAll(one));
      const common = cohortsOf(one).filter((cohort) => cohortsOf(other).includes(cohort));
      const sharedKinds = cohortKinds.filter((kind) => one[kind] !== undefined && one[kind] === other[kind]);
      t.is(common.length, 2 ** sharedKinds.length);
    }),
  );
});

test("an account counts once for each pair of CPU and GPU among all builds, but only once among builds with the same part", (t) => {
  const membersOf = (some: CohortParts) =>
    Object.fromEntries(placesOf(some).map((place) => [place.cohort, memberOf("ada", place)]));
  t.deepEqual(membersOf({ cpu: "a" }), { all: "ada:a:", "cpu=a": "ada" });
  t.deepEqual(membersOf({ cpu: "a", gpu: "b" }), {
    all: "ada:a:b",
    "cpu=a": "ada",
    "gpu=b": "ada",
    "cpu=a&gpu=b": "ada",
  });
  t.deepEqual(membersOf({}), { all: "ada::" });
});

test("the outlier check compares a score with builds of the same measured parts, if these parts are known", (t) => {
  t.is(checkedCohortOf({ cpu: "a", gpu: "b" }, ["cpu"]), "cpu=a");
  t.is(checkedCohortOf({ cpu: "a", gpu: "b" }, ["gpu"]), "gpu=b");
  t.is(checkedCohortOf({ cpu: "a", gpu: "b" }, ["cpu", "gpu"]), "cpu=a&gpu=b");
  t.is(checkedCohortOf({ cpu: "a" }, ["cpu", "gpu"]), null);
});
