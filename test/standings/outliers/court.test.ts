import test from "ava";
import { clearedBy } from "../../../src/standings/outliers/court.ts";

const court = {
  category: "both",
  cohort: "cpu=1&gpu=2",
  wider: ["resolution", "preset", "game"],
  benchmark_id: 16,
};

test("a mark ends by a change of the cohort of its parts, or of a category up to the one that has decided", (t) => {
  t.deepEqual(clearedBy(court, "cohort", 1), ["both:cpu=1&gpu=2"]);
  t.deepEqual(clearedBy(court, "category", 2), ["both:cpu=1&gpu=2", "both:all", "resolution:all"]);
  t.deepEqual(clearedBy({ ...court, cohort: "all" }, "category", 1), ["both:all"]);
});
