import test from "ava";
import * as fc from "fast-check";
import {
  categoriesOf,
  categoryIdOf,
  foldPreset,
  foldResolution,
} from "../../../src/standings/model/category.ts";

const game = { isOfGame: true };

test("different spellings of a resolution or a preset give the same ranking category", (t) => {
  for (const spelling of ["4K", "2160p", "3840x2160", "3840 × 2160", " 3840X2160"])
    t.is(foldResolution(spelling), "3840x2160");
  for (const spelling of ["1440p", "2560 x 1440"]) t.is(foldResolution(spelling), "2560x1440");
  for (const spelling of ["1080P", "1920×1080"]) t.is(foldResolution(spelling), "1920x1080");
  t.is(foldResolution("3440x1440"), "3440x1440");
  for (const spelling of ["Very High", "very high", "VERYHIGH"]) t.is(foldPreset(spelling), "veryhigh");
});

test("normalising the text of a setting a second time changes nothing", (t) => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      t.is(foldResolution(foldResolution(text)), foldResolution(text));
      t.is(foldPreset(foldPreset(text)), foldPreset(text));
    }),
  );
});

test("a result of a game is also in the ranking categories of its resolution, of its preset and of both", (t) => {
  const result = { benchmark_id: 16, variant: "game.exe", settings: { resolution: "4K", preset: "Ultra" } };
  const same = { benchmark_id: 16, variant: "game.exe" };
  t.deepEqual(categoriesOf(result, game), [
    { ...same, resolution: null, preset: null },
    { ...same, resolution: null, preset: "ultra" },
    { ...same, resolution: "3840x2160", preset: null },
    { ...same, resolution: "3840x2160", preset: "ultra" },
  ]);
  t.deepEqual(categoriesOf({ ...result, settings: { preset: "Low" } }, game), [
    { ...same, resolution: null, preset: null },
    { ...same, resolution: null, preset: "low" },
  ]);
});

test("settings add no categories to a benchmark other than a game, and an unknown game has no category", (t) => {
  const settings = { resolution: "4K", preset: "Ultra" };
  t.deepEqual(categoriesOf({ benchmark_id: 15, variant: null, settings }, { isOfGame: false }), [
    { benchmark_id: 15, variant: null, resolution: null, preset: null },
  ]);
  t.deepEqual(categoriesOf({ benchmark_id: 16, variant: null, settings }, game), []);
  t.deepEqual(categoriesOf({ benchmark_id: 16, variant: null, settings }, game), []);
});

test("different ranking categories have different ids, and the ids never change", (t) => {
  const text = fc.option(fc.string({ unit: "grapheme", maxLength: 4 }));
  const category = fc.record({
    benchmark_id: fc.integer({ min: 1, max: 3 }),
    variant: text,
    resolution: text,
    preset: text,
  });
  fc.assert(
    fc.property(category, category, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      t.is(categoryIdOf(one) === categoryIdOf(other), isSame);
      t.regex(categoryIdOf(one), /^[\w-]{22}$/);
    }),
  );
  // The ids of categories must not change, because they are stored in entries and in names of Redis keys.
  t.is(
    categoryIdOf({ benchmark_id: 15, variant: null, resolution: null, preset: null }),
    "GOF7PdTR-CvTKBSdjzLsXn",
  );
});
