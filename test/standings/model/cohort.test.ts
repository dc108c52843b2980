import test from "ava";
import * as fc from "fast-check";
import {
  checkedCohortOf,
  cohortKinds,
  cohortOf,
  cohortsOf,
  comparedPartsOf,
  memberOf,
  placesOf,
  type CohortParts,
} from "../../../src/standings/model/cohort.ts";

const parts: fc.Arbitrary<CohortParts> = fc.record({ cpu: fc.nat(3), gpu: fc.nat(3) }, { requiredKeys: [] });

test("an entry of the standings is in one cohort for each subset of its parts", (t) => {
  t.deepEqual(cohortsOf({}), ["all"]);
  t.deepEqual(cohortsOf({ gpu: 4 }), ["all", "gpu=4"]);
  t.deepEqual(cohortsOf({ gpu: 4, cpu: 12 }), ["all", "cpu=12", "gpu=4", "cpu=12&gpu=4"]);
});

test("two entries share exactly the cohorts of their common parts", (t) => {
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

test("among all entries an account counts once for each CPU and GPU, and once in a cohort with parts", (t) => {
  const membersOf = (some: CohortParts) =>
    Object.fromEntries(placesOf(some).map((place) => [place.cohort, memberOf("ada", place)]));
  t.deepEqual(membersOf({ cpu: 1 }), { all: "ada:1:", "cpu=1": "ada" });
  t.deepEqual(membersOf({ cpu: 1, gpu: 7 }), {
    all: "ada:1:7",
    "cpu=1": "ada",
    "gpu=7": "ada",
    "cpu=1&gpu=7": "ada",
  });
  t.deepEqual(membersOf({}), { all: "ada::" });
});

test("memory and motherboard define no cohort", (t) => {
  const build = { cpu: 1, ram: 3, motherboard: 4 };
  t.deepEqual(cohortsOf(build), ["all", "cpu=1"]);
  t.deepEqual(comparedPartsOf(build), { cpu: 1 });
});

test("a score is compared with builds that have the same parts among those that the benchmark measures, if these are known", (t) => {
  t.is(checkedCohortOf({ cpu: 1, gpu: 2 }, ["cpu"]), "cpu=1");
  t.is(checkedCohortOf({ cpu: 1, gpu: 2 }, ["gpu"]), "gpu=2");
  t.is(checkedCohortOf({ cpu: 1, gpu: 2 }, ["cpu", "gpu"]), "cpu=1&gpu=2");
  t.is(checkedCohortOf({ cpu: 1 }, ["cpu", "gpu"]), null);
});
