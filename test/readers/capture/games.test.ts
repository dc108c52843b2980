import test from "ava";
import type { CaptureRequest, FrameMetrics } from "../../../src/readers/read-result.ts";
import { isOtherProcess } from "../../../src/readers/capture/other-processes.ts";
import { makeAfterburnerLog, makeFrapsLog, makeMangoHudLog } from "../../helpers/log-generator.ts";
import { captureOf, read, refusal } from "../reading.ts";

const rows = (application: string, count: number, cell = "16") =>
  Array.from({ length: count }, () => `${application},${application.length},${cell}`);
const asked = (request: Omit<CaptureRequest, "format">) => ({ format: "frame-csv" as const, ...request });
const frameTimes = Array.from({ length: 120 }, () => 10);
const isDoubted = ({ unranked }: Awaited<ReturnType<typeof read>>) => unranked?.code === "implausible";

for (const name of [
  "chrome.exe",
  "Steam.exe",
  "steamwebhelper.exe",
  "Discord.exe",
  "obs64.exe",
  "RTSS.exe",
  "CapFrameX.exe",
  "PresentMon-x64.exe",
  "EpicGamesLauncher.exe",
  "wallpaper64.exe",
  "AMDRSServ.exe",
  "nvcontainer.exe",
  "Spotify.exe",
  "mstsc.exe",
  "vrcompositor.exe",
  "LosslessScaling.exe",
  "SKIF.exe",
  "FanControl.exe",
  "GHelper.exe",
  "ChatGPT.exe",
  "looking-glass-client.exe",
  "ProcessLasso.exe",
  "reWASD.exe",
]) {
  test(`${name} is not read as a game: the reader prefers a game with fewer rows, and refuses a capture without a game`, async (t) => {
    const { variant, score, warnings, unranked } = await read(
      captureOf([...rows(name, 50), ...rows("game.exe", 9, "10")]),
    );
    t.is(variant, "game.exe");
    t.is(score, 100);
    t.not(unranked?.code, "implausible");
    t.regex(
      warnings.join(),
      new RegExp(`also holds "${name.replace(".", "\\.")}" \\(process \\d+, 50 rows\\)`),
    );
    const { code, detail, public_detail } = await refusal(
      captureOf([...rows(name, 50), ...rows("dwm.exe", 9)]),
    );
    t.is(code, "not_a_game");
    t.true(detail.includes(`no game, only programs that run beside games: "${name}"`), detail);
    t.false(public_detail.includes(name), public_detail);
  });
}

test("the names of games are not mistaken for names of other programs, such as overlays", (t) => {
  for (const name of [
    "javaw.exe",
    "Launcher.exe",
    "Cyberpunk2077.exe",
    "game.exe",
    "nw.exe",
    "Presenter.exe",
    "retroarch.exe",
    "RobloxPlayerBeta.exe",
    "chrome.exe.exe",
    "",
  ])
    t.false(isOtherProcess(name), name);
  for (const name of ["CHROME.EXE", "chrome", "NVIDIA Overlay.exe"]) t.true(isOtherProcess(name), name);
});

test("of two games in a capture the reader chooses the one with more rows, unless the request names an application", async (t) => {
  const content = captureOf([
    ...rows("doom.exe", 60, "10"),
    ...rows("quake.exe", 40, "20"),
    ...rows("dwm.exe", 90),
  ]);
  const first = await read(content);
  t.is(first.variant, "doom.exe");
  t.regex(
    first.warnings.join(),
    /figures are those of "doom\.exe".*also holds "quake\.exe" \(process \d+, 40 rows\)/,
  );
  for (const application of ["quake.exe", "QUAKE", "Quake.EXE"]) {
    const { variant, score, warnings, unranked, metrics } = await read(content, asked({ application }));
    t.is(variant, "quake.exe", "the variant is spelled as in the file");
    t.is((metrics as FrameMetrics).application, "quake.exe");
    t.is(score, 50);
    t.not(unranked?.code, "implausible");
    t.regex(warnings.join(), /figures are those of "quake\.exe".*also holds "doom\.exe"/);
  }
});

test("a request for an application that the capture lacks is refused, and the refusal names the capture's applications", async (t) => {
  const content = captureOf([...rows("doom.exe", 60), ...rows("", 5)]);
  const { code, detail, public_detail } = await refusal(content, asked({ application: "Zelda.exe" }));
  t.is(code, "application_not_found");
  t.regex(
    detail,
    /no frames of "Zelda\.exe"\. It holds "doom\.exe" \(.*60 rows\) and a process without a name/,
  );
  t.notRegex(public_detail, /Zelda|doom/);
});

test("if a request names a program that is no game, the reader reads the program, and the result is unranked", async (t) => {
  const content = captureOf([...rows("chrome.exe", 1000, "10"), ...rows("doom.exe", 1500)]);
  const { variant, unranked, warnings } = await read(content, asked({ application: "chrome.exe" }));
  t.is(variant, "chrome.exe");
  t.regex(unranked?.detail ?? "", /"chrome\.exe" is known as a program that runs beside games/);
  t.true(warnings.includes(unranked?.detail ?? "nothing"));
});

const unnamedFiles = {
  MangoHud: makeMangoHudLog({ frameTimes }),
  "sampled MangoHud": makeMangoHudLog({ frameTimes, intervalMs: 100 }),
  FRAPS: makeFrapsLog(frameTimes.map((ms) => ms * 1000)),
  Afterburner: makeAfterburnerLog([{ start: new Date(0), names: ["Framerate"], samples: [["60"], ["60"]] }]),
  "without Application": captureOf(["16", "16"], "MsBetweenPresents"),
  "<unknown>": captureOf(rows("<unknown>", 5)),
} as const;

for (const [kind, content] of Object.entries(unnamedFiles)) {
  test(`a capture that names no game (${kind}) gets the game that the request states, or none`, async (t) => {
    const unknown = await read(content);
    t.is(unknown.variant, null);
    t.false(unknown.isNamedByFile);
    t.is((unknown.metrics as FrameMetrics).application, null);
    for (const application of ["<unknown>", "Unknown"])
      t.is(
        (await read(content, asked({ application }))).variant,
        null,
        "the file name states no name of a game",
      );
    const stated = await read(
      content,
      asked({ application: "Zelda.exe", fileName: "WoW_2025-10-01_18-56-13.csv" }),
    );
    t.is(stated.variant, "Zelda.exe");
    t.is((stated.metrics as FrameMetrics).application, "Zelda.exe");
  });
}

const namedFiles: readonly (readonly [
  fileName: string,
  content: string | Uint8Array,
  game: string | null,
])[] = [
  ["WoW_2025-10-01_18-56-13.csv", unnamedFiles.MangoHud, "WoW"],
  ["Baldur's Gate 3_2025-10-01_18-56-13 (1).csv", unnamedFiles["sampled MangoHud"], "Baldur's Gate 3"],
  ["C:\\logs\\WoW_2025-10-01_18-56-13.csv", unnamedFiles.MangoHud, "WoW"],
  ["wine64-preloader_2025-10-01_18-56-13.csv", unnamedFiles.MangoHud, null],
  ["WoW_2025-10-01_18-56-13_summary.csv", unnamedFiles.MangoHud, null],
  ["my WoW log.csv", unnamedFiles.MangoHud, null],
  ["joe@mail.example_2025-10-01_18-56-13.csv", unnamedFiles.MangoHud, null],
  ["_2025-10-01_18-56-13.csv", unnamedFiles.MangoHud, null],
  ["WoW_2025-10-01_18-56-13.csv", unnamedFiles.FRAPS, null],
  ["PlanetSide2_x64 2013-08-09 21-30-00-12 frametimes.csv", unnamedFiles.FRAPS, "PlanetSide2_x64"],
  ["PlanetSide2_x64 frametimes.csv", unnamedFiles.FRAPS, null],
  ["WoW_2025-10-01_18-56-13.csv", unnamedFiles.Afterburner, null],
  ["pmcap-r5apex_dx12.exe-250709-222018.csv", unnamedFiles["<unknown>"], "r5apex_dx12.exe"],
  ["pmcap-chrome.exe-250709-222018.csv", unnamedFiles["<unknown>"], null],
  ["pmcap-<unknown>-250709-222018.csv", unnamedFiles["<unknown>"], null],
  ["pmcap-other.exe-250709-222018.csv", captureOf(rows("game.exe", 5)), "game.exe"],
];

for (const [index, [fileName, content, game]] of namedFiles.entries()) {
  test(`the reader finds ${game ?? "nothing"} as the game in the file name ${fileName} (case ${index})`, async (t) => {
    const { variant } = await read(content, asked({ fileName }));
    t.is(variant, game);
  });
}

test("the game in a file name is also used for captures with the columns of OCAT and FrameView", async (t) => {
  const ocat = captureOf(["16,x"], "MsBetweenPresents,Motherboard");
  const { variant } = await read(ocat, asked({ fileName: "OCAT-MetroExodus.exe-2019-02-20T101522.csv" }));
  t.is(variant, "MetroExodus.exe");
  const frameView = captureOf(["NA,16,x,1"], "Application,MsBetweenPresents,GPU,Render Queue Depth");
  const fileName = "FrameView_Cyberpunk2077.exe_2024_04_17T045049_Log.csv";
  t.is((await read(frameView, asked({ fileName }))).variant, "Cyberpunk2077.exe");
});

test("in a capture with Lossless Scaling the game is read, with a warning that generated frames are not counted", async (t) => {
  const content = captureOf([...rows("LosslessScaling.exe", 300, "4"), ...rows("game.exe", 75)]);
  const { variant, score, warnings, unranked } = await read(content);
  t.is(variant, "game.exe");
  t.is(score, 62.5);
  t.not(unranked?.code, "implausible");
  t.regex(warnings.join(), /frames that the game rendered.*Lossless Scaling generated/);
  const short = captureOf([...rows("LosslessScaling.exe", 300, "1"), ...rows("game.exe", 15)]);
  t.false(isDoubted(await read(short)), "Lossless Scaling draws many frames for each frame of the game");
  const asked1 = await read(content, asked({ application: "LosslessScaling" }));
  t.is(asked1.score, 250);
  t.regex(asked1.unranked?.detail ?? "", /known as a program that runs beside games/);
  t.notRegex(asked1.warnings.join(), /Lossless Scaling generated/);
});

test("a result is unranked if the capture has more rows of another unknown program, unless the request names the program", async (t) => {
  const few = captureOf([...rows("chrome.exe", 3000), ...rows("FooTool.exe", 3)]);
  const { variant, unranked, warnings } = await read(few);
  t.is(variant, "FooTool.exe");
  t.regex(
    unranked?.detail ?? "",
    /"FooTool\.exe" may be no game: it has only 3 rows, and "chrome\.exe" has 3000\..*in the field "application"/,
  );
  t.notRegex(unranked?.public_detail ?? "", /chrome/);
  t.true(unranked?.detail.startsWith(warnings[0] ?? "nothing"));
  t.false(isDoubted(await read(few, asked({ application: "FooTool" }))));
  for (const [others, own] of [
    [90, 9],
    [1100, 100],
  ] as const) {
    const usual = captureOf([...rows("chrome.exe", others), ...rows("FooTool.exe", own)]);
    t.false(isDoubted(await read(usual)), `${own} of ${others}`);
  }
  const desktop = captureOf([...rows("dwm.exe", 3000), ...rows("FooTool.exe", 3)]);
  t.false(isDoubted(await read(desktop)), "the desktop draws beside every game");
});

const chain = (application: string, address: string, count: number, cell: string) =>
  Array.from({ length: count }, () => `${application},${application.length},${address},${cell}`);
const chainHeader = "Application,ProcessID,SwapChainAddress,MsBetweenPresents";

test("the reader chooses the program with most rows in all its swap chains, and reads the largest of these chains", async (t) => {
  const content = captureOf(
    [
      ...chain("game.exe", "0x1", 400, "10"),
      ...chain("tool.exe", "0x9", 500, "20"),
      ...chain("game.exe", "0x2", 401, "5"),
    ],
    chainHeader,
  );
  const { variant, score, warnings } = await read(content);
  t.is(variant, "game.exe");
  t.is(score, 200);
  t.regex(warnings.join(), /also holds "tool\.exe" \(process 8, 500 rows\)/);
  t.regex(warnings.join(), /another swap chain of the same process is left out \(400 rows\)/);
  const [header = "", ...lines] = content.trimEnd().split("\n");
  t.is(
    (await read(captureOf(lines.toReversed(), header))).score,
    200,
    "the order of the rows makes no difference",
  );
});

test("in captures, programs without a name are distinguished by their process ids", async (t) => {
  const content = captureOf(
    ["1,10", "1,10", "1,10", "2,20", "2,20", "3,5", "3,5"],
    "ProcessID,MsBetweenPresents",
  );
  t.is((await read(content)).score, 100);
});

for (const name of [
  "Origin.exe",
  "medal.exe",
  "Heroic.exe",
  "zen.exe",
  "whale.exe",
  "signal.exe",
  "proton.exe",
]) {
  test(`${name} may be a game or another program: the reader prefers any certain game, and a request can name ${name}`, async (t) => {
    const content = captureOf([
      ...rows(name, 120),
      ...rows("game.exe", 60, "10"),
      ...rows("chrome.exe", 200),
    ]);
    t.is((await read(content)).variant, "game.exe");
    const stated = await read(content, asked({ application: name.replace(".exe", "") }));
    t.deepEqual([stated.variant, isDoubted(stated)], [name, false]);
    const alone = await read(captureOf([...rows(name, 120), ...rows("chrome.exe", 200)]));
    t.is(alone.variant, name);
    t.regex(
      alone.unranked?.detail ?? "",
      /may be a game, or a program of the same name that runs beside games.*in the field "application"/,
    );
  });
}

test("a title of a game in a capture is not mistaken for an executable of the same name", async (t) => {
  for (const application of ["Origin", "Steam", "Chrome", "Medal", "Origin.exe"]) {
    const { variant, unranked } = await read(unnamedFiles.Afterburner, asked({ application }));
    t.is(variant, application);
    t.not(unranked?.code, "implausible", application);
  }
  const chrome = await read(unnamedFiles.FRAPS, asked({ application: "chrome.exe" }));
  t.regex(chrome.unranked?.detail ?? "", /known as a program that runs beside games/);
  const fileName = "Medal 2025-08-09 21-30-00-12 frametimes.csv";
  const { variant, unranked } = await read(unnamedFiles.FRAPS, asked({ fileName }));
  t.is(variant, "Medal");
  t.not(unranked?.code, "implausible");
});
