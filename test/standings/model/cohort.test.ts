import test from "ava";
import * as fc from "fast-check";
import {
  cohortKinds,
  cohortOf,
  cohortsOf,
  memberOf,
  placesOf,
  type CohortParts,
} from "../../../src/standings/model/cohort.ts";

const parts: fc.Arbitrary<CohortParts> = fc.record(
  { cpu: fc.nat(3), gpu: fc.nat(3), ram: fc.nat(3), motherboard: fc.nat(3) },
  { requiredKeys: [] },
);

test("an entry is in one cohort for each choice among its parts", (t) => {
  t.deepEqual(cohortsOf({}), ["all"]);
  t.deepEqual(cohortsOf({ motherboard: 4, cpu: 12 }), [
    "all",
    "motherboard=4",
    "cpu=12",
    "cpu=12&motherboard=4",
  ]);
  t.is(cohortsOf({ cpu: 1, gpu: 2, ram: 3, motherboard: 4 }).length, 16);
});

test("two entries share exactly the cohorts of the parts that they have in common", (t) => {
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
  t.deepEqual(membersOf({ cpu: 1, ram: 7 }), {
    all: "ada:1:",
    "cpu=1": "ada",
    "ram=7": "ada",
    "cpu=1&ram=7": "ada",
  });
  t.deepEqual(membersOf({}), { all: "ada::" });
  t.is(membersOf({ cpu: 1, gpu: 2, ram: 3 })["all"], membersOf({ cpu: 1, gpu: 2, ram: 4 })["all"]);
});
