import test from "ava";
import { gamesMigration } from "../../../src/benchmarks/records/migrate-games.ts";

const text = (detail: string) => ({ detail, public_detail: detail });
const captured = (variant: string | null, application: string | null, fields: object = {}) => ({
  benchmark_id: 16,
  variant,
  metrics: { application },
  warnings: [text("kept")],
  ...fields,
});
const due = { ranking_due: true, ranking_step: null };
const unchanged = { warnings: [text("kept")], ...due };

test("the migration gives all captures of one game the same variant and marks them to be ranked again, and changes nothing else", (t) => {
  for (const [stored, variant] of [
    [captured("Cyberpunk2077.exe", "Cyberpunk2077.exe"), "cyberpunk2077"],
    [captured("csgo_linux64", "csgo_linux64"), "csgo"],
    [captured("Harbour.EXE", "Harbour.EXE"), "harbour"],
    [captured("javaw.exe", "javaw.exe"), null],
    [captured("unknown", null), null],
  ] as const) {
    t.deepEqual(gamesMigration.rewrite(stored), { $set: { variant, ...unchanged } }, String(stored.variant));
    t.is(gamesMigration.rewrite({ ...stored, variant }), null, "a second migration changes nothing");
  }
  t.is(gamesMigration.rewrite({ benchmark_id: 7, variant: "Time Spy", metrics: {}, warnings: [] }), null);
  t.is(gamesMigration.rewrite({ benchmark_id: 15, variant: null, metrics: null, warnings: [] }), null);
  t.is(gamesMigration.rewrite({ benchmark_id: 16, variant: null, metrics: null, warnings: [] }), null);
});

test("the migration removes those stored warnings that the service now adds to every response", (t) => {
  const warnings = [
    text("kept"),
    text(
      'The submission says resolution "4K", the file says "2560x1440". The run is shown under what it says.',
    ),
    text(
      "The file does not name the application: its figures stand alone and are added up with no other run.",
    ),
    text(
      "The file does not name the application, so the service does not combine its figures with those of other runs.",
    ),
  ];
  const stored = captured("harbour", "harbour.exe", { warnings });
  t.deepEqual(gamesMigration.rewrite(stored), { $set: { variant: "harbour", ...unchanged } });
});

test("the migration replaces a stored warning about the source of a game's name by a field, from which responses make this warning", (t) => {
  const warnings = [
    text("kept"),
    text('The file does not name the application: the game is "Harbour", as the submission says.'),
  ];
  const stored = captured("harbour", "Harbour", { warnings });
  t.deepEqual(gamesMigration.rewrite(stored), {
    $set: { variant: "harbour", names_game: false, ...unchanged },
  });
});
