import test from "ava";
import type { FrameMetrics } from "../../src/readers/index.ts";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { makeAfterburnerLog, makeMangoHudLog } from "../helpers/log-generator.ts";
import { madeExports } from "../helpers/three-d-mark-generator.ts";
import { captureOf, frameCsv, graphicsTest, read } from "./reading.ts";

const nothing = {
  processor: null,
  gpu: null,
  ram: null,
  motherboard: null,
  os: null,
  driver: null,
  resolution: null,
  api: null,
};
const frames = makeGameFrames(1);
const hardwareOf = async (content: string) => (await read(content)).recordedOn;

test("the reader takes the hardware of an OCAT capture from its first row", async (t) => {
  t.deepEqual(await hardwareOf(makeCapture("ocat", frames)), {
    ...nothing,
    motherboard: "Maker, Board (rev. 2)",
    os: "Windows 11, build 1",
    processor: "Made-up CPU",
    ram: "32 GB",
    gpu: "Made-up GPU",
  });
});

test("an OCAT capture gets its resolution from the columns Width and Height, if they contain sizes", async (t) => {
  const header = "Application,MsBetweenPresents,Width,Height,Motherboard";
  const resolutionOf = async (size: string) =>
    (await hardwareOf(captureOf([`game.exe,16,${size},Board`, "game.exe,16"], header)))?.resolution;
  t.is(await resolutionOf("2560,1440"), "2560x1440");
  for (const size of ["0,0", "NA,NA", ","]) t.is(await resolutionOf(size), null, size);
});

test("the reader takes the hardware of a FrameView capture from its rows, and the resolution unless the game ran in a window", async (t) => {
  const header = "Application,GPU,CPU,Resolution,MsBetweenPresents,Render Queue Depth";
  const row = (resolution: string) => `game.exe,NVIDIA GeForce RTX 4090,Intel i9-13900K,${resolution},16,1`;
  const named = { ...nothing, gpu: "NVIDIA GeForce RTX 4090", processor: "Intel i9-13900K" };
  t.deepEqual(await hardwareOf(captureOf([row("WINDOWED")], header)), named);
  const full = captureOf([row("2560x1440"), row("1x1")], header);
  t.deepEqual(await hardwareOf(full), { ...named, resolution: "2560x1440" });
});

test("the reader takes the hardware, but not the user's comment, from the lines before the header of a CapFrameX CSV", async (t) => {
  const lines = [
    "//GameName=Harbour",
    "//Processor=Intel Core i5-10400",
    "//GPU=GeForce=RTX 3080",
    "//GPU #=1",
    "//System RAM=To be filled by O.E.M.",
    "//Driver Package=",
    "//Base Driver Version=552.22",
    "//Comment=private",
  ];
  const content = `${lines.join("\r\n")}\r\n${captureOf(["game.exe,1,16"])}`;
  const expected = {
    ...nothing,
    processor: "Intel Core i5-10400",
    gpu: "GeForce=RTX 3080",
    driver: "552.22",
  };
  t.deepEqual(await hardwareOf(content), expected);
});

test("the reader takes nothing from columns, comments and cells that name a person or a machine", async (t) => {
  const PRIVATE = "zoe-and-her-machine";
  const columns = ["User", "UserName", "ComputerName", "MachineName", "HostName", "SerialNumber"];
  const header = `Application,${columns.join(",")},MsBetweenPresents,GPU Power(W)`;
  const row = `game.exe,${columns.map(() => PRIVATE).join(",")},16,100`;
  const comments = columns.map((column) => `//${column}=${PRIVATE}\n`).join("");
  const capture = await read(comments + captureOf(Array<string>(100).fill(row), header));
  t.is((capture.metrics as FrameMetrics).frames, 100);
  const mangoHud = await read(
    `os,cpu,gpu,user,hostname\nLinux,CPU,GPU,${PRIVATE},${PRIVATE}\nfps,frametime,elapsed\n` +
      Array.from({ length: 100 }, (_unused, index) => `62.5,16,${(index + 1) * 16_000_000}\n`).join(""),
  );
  t.is(mangoHud.recordedOn?.gpu, "GPU");
  for (const result of [capture, mangoHud]) t.false(JSON.stringify(result).includes(PRIVATE));
});

test("the graphics API is taken from the game's frames if the capture's column Runtime names one", async (t) => {
  const apiOf = async (header: string, ...rows: string[]) =>
    (await hardwareOf(captureOf(rows, `Application,${header},MsBetweenPresents`)))?.api;
  t.is(await apiOf("Runtime", "dwm.exe,DXGI,16", "game.exe,D3D9,16", "game.exe,D3D9,16"), "D3D9");
  t.is(await apiOf("PresentRuntime", "game.exe,Vulkan,16", "game.exe,Other,16"), "Vulkan");
  for (const runtime of ["DXGI", "Other", "", "NA"])
    t.is(await apiOf("Runtime", `game.exe,${runtime},16`, "game.exe,D3D9,16"), undefined, runtime);
  const named =
    "//GPU=Made-up GPU\n" + captureOf(["game.exe,D3D12,16"], "Application,Runtime,MsBetweenPresents");
  t.deepEqual(await hardwareOf(named), { ...nothing, gpu: "Made-up GPU", api: "D3D12" });
});

test("a hardware name in a capture that looks like a file path of any operating system is left out", async (t) => {
  const gpuOf = async (gpu: string) =>
    (await hardwareOf(`//GPU=${gpu}\n${captureOf(["game.exe,1,16"])}`))?.gpu;
  for (const path of ["D:/Joe Smith/gpu.txt", "/mnt/joe/x", "~/gpu", "C:\\Users\\joe", "joe@mail.example"])
    t.is(await gpuOf(path), undefined, path);
  for (const name of ["AMD Radeon RX 6800/6800 XT", "/6800 XT", "GPU: / Arc A770"])
    t.is(await gpuOf(name), name);
});

test("the reader takes the hardware of a MangoHud log from the lines before its columns, unless commas make these values ambiguous", async (t) => {
  const frameTimes = [16, 17, 18];
  const log = (cpu: string, style: object) =>
    makeMangoHudLog({ frameTimes, ...style }).replace("Maker, CPU (8 cores)", cpu);
  const named = { ...nothing, os: "Made-up Linux", processor: "Maker CPU", gpu: "Made-up GPU", ram: "16 GB" };
  for (const style of [{}, { hasVersions: true }, { intervalMs: 100 }]) {
    t.deepEqual(await hardwareOf(log("Maker CPU", style)), named);
    t.is(await hardwareOf(log("Maker, CPU", style)), null);
  }
});

test("the reader takes the graphics cards of an MSI Afterburner recording from its log, even after a spreadsheet has saved the log", async (t) => {
  const block = { start: new Date(0), names: ["Framerate"], samples: [["60"], ["60"]] };
  const first = String(makeAfterburnerLog([block]));
  const second = first.replace("Made-up GPU", "Made-up graphics, NVIDIA GeForce RTX 3080");
  const log = `${first}${second}`.replaceAll("Made-up GPU", "Made-up GPU,,,");
  const gpuOf = async (recording: number) => (await read(log, { ...frameCsv, recording })).recordedOn;
  t.deepEqual(await gpuOf(1), { ...nothing, gpu: "Made-up GPU" });
  t.deepEqual(await gpuOf(2), { ...nothing, gpu: "Made-up graphics, NVIDIA GeForce RTX 3080" });
});

test("the hardware of a 3DMark 11 export is read from its hardware elements, unless they are empty", async (t) => {
  const empty = madeExports["3dmark-11"] ?? "";
  t.is((await read(empty, graphicsTest(3))).recordedOn, null);
  const filled = empty.replace(
    /<system_gpu>\s*<\/system_gpu>/,
    "<system_gpu>Made-up GPU</system_gpu><System_CPU> Made-up CPU\n</System_CPU><system_os>Windows 7</system_os><system_memory>8192 MB</system_memory>",
  );
  const expected = {
    ...nothing,
    processor: "Made-up CPU",
    gpu: "Made-up GPU",
    ram: "8192 MB",
    os: "Windows 7",
  };
  t.deepEqual((await read(filled, graphicsTest(3))).recordedOn, expected);
});

test("the result of a capture that names no hardware has no hardware", async (t) => {
  t.is(await hardwareOf(makeCapture("presentmon-1.0", frames)), null);
  // A column of measured values, such as temperatures, does not name hardware.
  t.is(await hardwareOf(captureOf(["game.exe,16,97"], "Application,MsBetweenPresents,GPU")), null);
});
