import test from "ava";
import rows from "../../../src/readers/games/games.json" with { type: "json" };
import { sharedNames, sharedTitles } from "../../../src/readers/games/shared-names.ts";
import { gameOfExecutable, gameOfTitle, titleOfVariant } from "../../../src/readers/index.ts";
import { captureOf, read } from "../reading.ts";

const keyOf = (name: string) => name.toLowerCase().replace(/\.exe$/, "");

test("each name in the table of games stands for exactly one game", (t) => {
  t.true(rows.length >= 400, `${rows.length} games`);
  const rowOf = new Map<string, number>();
  for (const [index, [title = "", ...executables]] of rows.entries()) {
    t.true(executables.length > 0, title);
    for (const name of [title, ...executables]) {
      t.is(name, name.trim().normalize("NFC"), title);
      t.is(rowOf.get(keyOf(name)) ?? index, index, `${name} is also in another row`);
      t.false(sharedNames.has(keyOf(name)), `${name} stands for several games`);
      rowOf.set(keyOf(name), index);
    }
    t.is(new Set(executables.map(keyOf)).size, executables.length, `${title} has an executable twice`);
    t.false(
      executables.some((name) => /\.exe$/i.test(name)),
      `executables of ${title} stand without .exe`,
    );
  }
  for (const name of sharedNames) t.is(name, keyOf(name).trim());
  for (const name of sharedTitles) t.true(sharedNames.has(name), name);
});

test("every name of a known game gives the game's variant, in upper or lower case and with or without .exe", (t) => {
  for (const [title = "", first = "", ...others] of rows) {
    const game = { variant: keyOf(first), title };
    for (const name of [first, ...others])
      for (const written of [name, `${name}.exe`, `${name.toUpperCase()}.EXE`, name.toLowerCase()])
        t.deepEqual(gameOfExecutable(written), game, written);
    for (const written of [title, title.toUpperCase(), first])
      t.deepEqual(gameOfTitle(written), game, written);
    if (!["DOOM", "Quake", "Thief"].includes(title)) t.deepEqual(gameOfExecutable(`${title}.exe`), game);
    t.is(titleOfVariant(game.variant), title);
  }
});

test("an unknown executable counts as its own game, whose variant is the executable's name in lower case without .exe", (t) => {
  t.deepEqual(gameOfExecutable("Harbour.EXE"), { variant: "harbour", title: "Harbour.EXE" });
  t.deepEqual(gameOfTitle("Harbour Lights 2"), { variant: "harbour lights 2", title: "Harbour Lights 2" });
  t.is(titleOfVariant("harbour"), "harbour");
  // The file name of DOOM (2016) is DOOMx64.exe, so doom.exe is another game.
  for (const name of ["Doom", "Quake", "Thief"])
    t.deepEqual(gameOfExecutable(`${name}.exe`), { variant: name.toLowerCase(), title: `${name}.exe` });
  t.is(titleOfVariant("doom"), "doom");
  t.is(gameOfTitle("doom").variant, "doomx64");
  t.is(titleOfVariant("Time Spy"), "Time Spy");
});

test("an executable's name that many games share, or that belongs to no game, gives no variant", (t) => {
  for (const name of [
    "Client-Win64-Shipping.exe",
    "javaw.exe",
    "hl2",
    "Game.exe",
    "GAME.EXE",
    "Game.x86_64",
    "Game-Linux-Shipping",
    "client_win64.exe",
    "mangoapp",
    "gamescope",
    "reaper",
  ])
    t.deepEqual(gameOfExecutable(name), { variant: null, title: name });
  for (const name of ["chrome.exe", "vkcube", "wine64-preloader"]) t.is(gameOfExecutable(name).variant, null);
  t.deepEqual(gameOfTitle("Prey"), { variant: "prey", title: "Prey" });
});

const rowsOf = (application: string, count: number) =>
  Array.from({ length: count }, () => `${application},${application.length},16`);

for (const name of ["mangoapp", "gamescope", "reaper", "wine64-preloader.exe"])
  test(`${name} is read as a game of unknown name only if the capture has rows of no other game`, async (t) => {
    const { variant } = await read(captureOf([...rowsOf(name, 120), ...rowsOf("game.exe", 60)]));
    t.is(variant, "game.exe");
    const alone = await read(captureOf([...rowsOf(name, 120), ...rowsOf("steam.exe", 500)]));
    t.is(alone.variant, name);
    t.not(alone.unranked?.code, "implausible");
    t.is(gameOfExecutable(name).variant, null);
  });
