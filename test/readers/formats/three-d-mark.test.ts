import test from "ava";
import type { ThreeDMarkMetrics } from "../../../src/readers/index.ts";
import { madeExports, makeExport, makeRun } from "../../helpers/three-d-mark-generator.ts";
import { graphicsTest, read, refusal } from "../reading.ts";

const scores = { TimeSpyPerformance3DMarkScore: 12_000, TimeSpyPerformanceGraphicsScore: 12_400 };
const pass = { TimeSpyPerformanceGraphicsTest1: 80.5, TimeSpyPerformanceGraphicsTest2: 70.25 };

async function metricsOf(content: string | Uint8Array, number: 1 | 2 | 3 = 1): Promise<ThreeDMarkMetrics> {
  return (await read(content, graphicsTest(number))).metrics as ThreeDMarkMetrics;
}

test("a request for a graphics test that the export lacks is refused with the tests of the export", async (t) => {
  const { code, detail } = await refusal(makeExport(makeRun(scores, [pass])), graphicsTest(3));
  t.is(code, "missing_graphics_test");
  t.regex(detail, /no graphics test 3\. It has graphics tests 1 and 2 of Time Spy\./);
});

test("the refusal of a 3DMark export with scores but no frame rates says that the frame rates are missing", async (t) => {
  const { code, detail } = await refusal(makeExport(makeRun(scores, [{}])), graphicsTest(1));
  t.is(code, "missing_graphics_test");
  t.regex(detail, /Time Spy may have scores, but has no frame rate/);
});

test("a 3DMark graphics test with a frame rate of 0 or an empty element counts as not run", async (t) => {
  const content = makeExport(
    makeRun(scores, [{ TimeSpyPerformanceGraphicsTest1: 0, TimeSpyPerformanceGraphicsTest2: 70.25 }]),
  ).replace("<name/>", "<name/><TimeSpyPerformanceCPUScore></TimeSpyPerformanceCPUScore>");
  t.deepEqual((await metricsOf(content, 2)).graphics_tests, { 2: 70.25 });
  t.is((await metricsOf(content, 2)).cpu_score, null);
  t.is((await refusal(content, graphicsTest(1))).code, "missing_graphics_test");
});

test("scores of 0 in a 3DMark export are read as null, and a missing graphics score causes a warning", async (t) => {
  const content = makeExport(
    makeRun({ TimeSpyPerformance3DMarkScore: 0, TimeSpyPerformanceGraphicsScore: 0 }, [pass]),
  );
  const { metrics, warnings } = await read(content, graphicsTest(1));
  t.is((metrics as ThreeDMarkMetrics).overall_score, null);
  t.is((metrics as ThreeDMarkMetrics).graphics_score, null);
  t.regex(warnings.join(), /no graphics score/);
});

test("the reader takes a 3DMark score from a single pass if the export's aggregate has none", async (t) => {
  const content = makeExport(makeRun(scores, [pass]).slice(1));
  t.is((await metricsOf(content)).graphics_score, 12_400);
});

test("frame rates and scores of several 3DMark passes are averaged, and a pass without every graphics test causes a warning", async (t) => {
  const content = makeExport([
    { passIndex: -1, TimeSpyPerformanceGraphicsScore: 99_999 },
    { passIndex: 0, TimeSpyPerformanceGraphicsScoreForPass: 12_000, ...pass },
    {
      passIndex: 1,
      TimeSpyPerformanceGraphicsScoreForPass: 13_000,
      TimeSpyPerformanceGraphicsTest1: 81.5,
    },
  ]);
  const { metrics, warnings } = await read(content, graphicsTest(1));
  const { graphics_tests, graphics_score, passes } = metrics as ThreeDMarkMetrics;
  t.deepEqual(graphics_tests, { 1: 81, 2: 70.25 });
  t.is(graphics_score, 12_500);
  t.is(passes, 2);
  t.regex(warnings.join(), /each of the 2 passes/);
});

test("of several tests in one 3DMark export the complete standard test is read, with a warning", async (t) => {
  const both = makeExport([
    { passIndex: -1, ...scores, PortRoyalPerformanceGraphicsScore: 0, TimeSpyCustomGraphicsScore: 1 },
    {
      passIndex: 0,
      PortRoyalPerformanceGraphicsTest1: 30,
      TimeSpyCustomGraphicsTest1: 40,
      ...pass,
    },
  ]);
  const { variant, score, warnings } = await read(both, graphicsTest(1));
  t.is(variant, "Time Spy");
  t.is(score, 80.5);
  t.regex(warnings.join(), /those of Time Spy, not of Time Spy \(custom\) and Port Royal/);
  const { detail } = await refusal(both, graphicsTest(3));
  t.regex(
    detail,
    /1 and 2 of Time Spy, graphics test 1 of Time Spy \(custom\) and graphics test 1 of Port Royal/,
  );
});

test("an unknown 3DMark test keeps the name in the file, and element names are read regardless of case", async (t) => {
  const content = makeExport([{ passIndex: 0, NewThingPerformanceGraphicsTest: 12.5 }]);
  t.is((await read(content, graphicsTest(1))).variant, "NewThingPerformance");
  const upper = makeExport(makeRun(scores, [pass]).map(upperCaseNames));
  t.is((await read(upper, graphicsTest(2))).variant, "Time Spy");
});

function upperCaseNames(result: Record<string, string | number>): Record<string, string | number> {
  return Object.fromEntries(Object.entries(result).map(([name, value]) => [name.toUpperCase(), value]));
}

test("a numbered 3DMark graphics test is preferred to the same test without a number", async (t) => {
  for (const names of [
    ["TimeSpyGraphicsTest1", "TimeSpyPerformanceGraphicsTest"],
    ["TimeSpyPerformanceGraphicsTest1", "TimeSpyGraphicsTest"],
  ] as const) {
    const content = makeExport([{ passIndex: 0, [names[0]]: 7, [names[1]]: 9 }]);
    t.deepEqual((await metricsOf(content)).graphics_tests, { 1: 7 });
  }
});

test("names in a 3DMark export that are not ASCII are read completely, wherever the file is cut into chunks", async (t) => {
  const content = makeExport([{ passIndex: 0, ÜbungÄäöüGraphicsTest1: 12 }]);
  for (let padding = 1700; padding < 2000; padding += 1) {
    const padded = content.replace("<benchmark>", `<!--${"x".repeat(padding)}--><benchmark>`);
    t.is((await read(padded, graphicsTest(1))).variant, "ÜbungÄäöü");
  }
});

test("a letter at the end of an old 3DMark test's name gives the preset", async (t) => {
  for (const [letter, name] of Object.entries({ p: "", x: " Extreme", r: " Ultra" })) {
    const content = makeExport([{ passIndex: 0, [`firestrikegt1${letter}`]: 50 }]);
    t.is((await read(content, graphicsTest(1))).variant, `Fire Strike${name}`);
  }
});

test("3DMark stress tests and failed 3DMark runs are refused with advice on what to do", async (t) => {
  const stress = await refusal(madeExports["stress-test"] ?? "", graphicsTest(1));
  t.is(stress.code, "stress_test");
  t.regex(stress.detail, /not comparable/);

  const failed = makeExport([
    { passIndex: 0, sourceId: "3DMark-TimeSpy-FAILED-20240131120000.3dmark-result", ...pass },
  ]);
  const failure = await refusal(failed, graphicsTest(1));
  t.is(failure.code, "failed_run");
  t.regex(failure.detail, /FAILED-20240131120000.*Run the test again/);

  const aborted = await refusal(makeExport([]), graphicsTest(1));
  t.is(aborted.code, "failed_run");
  t.regex(aborted.detail, /holds no results/);
});

// For each family of 3DMark tests: the scores in the aggregate result and the frame rates in the pass, by the names of
// their XML elements.
const families: Record<string, { aggregate: Record<string, number>; pass: Record<string, number> }> = {
  "Time Spy Extreme": {
    aggregate: { TimeSpyExtreme3DMarkScore: 8000, TimeSpyExtremeGraphicsScore: 8100 },
    pass: {
      TimeSpyExtremeGraphicsTest1: 50.5,
      TimeSpyExtremeGraphicsTest2: 47,
      TimeSpyExtremeCpuSection0: 33.4,
    },
  },
  "Time Spy Extreme (custom)": {
    aggregate: { TimeSpyExtremeCustom3DMarkScore: 0, TimeSpyExtremeCustomGraphicsScore: 8100 },
    pass: { TimeSpyExtremeCustomGraphicsTest1: 50.5 },
  },
  "Fire Strike (custom)": {
    aggregate: { FireStrikeCustom3DMarkScore: 0, FireStrikeCustomGraphicsScore: 8100 },
    pass: {
      FireStrikeCustomGraphicsTest1: 50.5,
      FireStrikeCustomPhysicsTest: 9,
      FireStrikeCustomCombinedTest: 8,
    },
  },
  "Port Royal (custom)": {
    aggregate: { PortRoyalCustomGraphicsScore: 8100 },
    pass: { PortRoyalCustom3DMarkScoreForPass: 0, PortRoyalCustomGraphicsTest1: 50.5 },
  },
  "Speed Way (custom)": {
    aggregate: { SpeedWayCustom3DMarkScore: 0, SpeedWayCustomGraphicsScore: 8100 },
    pass: { SpeedWayCustomGraphicsTest: 50.5 },
  },
  "Steel Nomad DX12": {
    aggregate: { SteelNomadDx123DMarkScore: 8100, SteelNomadDx12GraphicsScore: 8100 },
    pass: { SteelNomadDx12GraphicsTest: 50.5 },
  },
  "Steel Nomad Light Vulkan": {
    aggregate: { SteelNomadLightVulkan3DMarkScore: 8100, SteelNomadLightVulkanGraphicsScore: 8100 },
    pass: { SteelNomadLightVulkanGraphicsTest: 50.5 },
  },
  "Wild Life Extreme": {
    aggregate: { WildLifeExtreme3DMarkScore: 8100, WildLifeExtremeGraphicsScore: 8100 },
    pass: { WildLifeExtremeGraphicsTest: 50.5 },
  },
  "Fire Strike Extreme": {
    aggregate: { firestrikeoverallscorex: 0, firestrikegraphicsscorex: 8100 },
    pass: { firestrikegt1x: 50.5, firestrikegt2x: 47, firestrikephysicsx: 9 },
  },
};

for (const [name, { aggregate, pass }] of Object.entries(families)) {
  test(`the reader finds the scores and frame rates of the 3DMark test ${name} by its element names`, async (t) => {
    const overall = Object.entries(aggregate).find(([element]) => element.includes("3DMarkScore"))?.[1] ?? 0;
    const { score, variant, metrics } = await read(makeExport(makeRun(aggregate, [pass])), graphicsTest(1));
    t.is(score, 50.5);
    t.is(variant, name);
    t.like(metrics, { graphics_score: 8100, overall_score: overall === 0 ? null : overall, passes: 1 });
    const test2 = pass["TimeSpyExtremeGraphicsTest2"] ?? pass["firestrikegt2x"];
    t.deepEqual((metrics as ThreeDMarkMetrics).graphics_tests, {
      1: 50.5,
      ...(test2 !== undefined && { 2: test2 }),
    });
  });
}

test("the DirectX Raytracing feature test of 3DMark has a frame rate and no score", async (t) => {
  const content = makeExport([
    { passIndex: -1, DirectxRaytracingFtFpsPerformance: 40.5 },
    { passIndex: 0, DirectxRaytracingFtPerformanceGraphicsTest1: 40.5 },
  ]);
  const { score, variant, metrics } = await read(content, graphicsTest(1));
  t.is(score, 40.5);
  t.is(variant, "DirectX Raytracing feature test");
  t.like(metrics, { graphics_score: null, overall_score: null });
});

test("the elements of 3DMark 11 are read in any spelling", async (t) => {
  for (const element of ["graphicstest3_fps", "GraphicsTest3_Fps", "GraphicsTest3FPS"]) {
    const { score, variant, metrics } = await read(
      makeExport([{ GraphicsScore: 9528, [element]: 64.038 }]),
      graphicsTest(3),
    );
    t.deepEqual([score, variant], [64.038, "3DMark 11"]);
    t.like(metrics, { graphics_score: 9528 });
  }
});

test("a 3DMark export of tests without graphics tests is refused with the names of these tests", async (t) => {
  for (const [element, words] of [
    ["CpuProfileSingleThreadScore", /export of the CPU Profile, which has no graphics tests/],
    ["PciExpressBandwidthPerformance", /PCI Express feature test/],
    ["StorageBenchmarkOverallScore", /export of the Storage benchmark, which has no graphics tests/],
  ] as const) {
    const { code, detail } = await refusal(makeExport([{ passIndex: 0, [element]: 1000 }]), graphicsTest(1));
    t.is(code, "missing_graphics_test");
    t.regex(detail, words);
  }
});

test("a 3DMark export that was cut off is refused, wherever it was cut off", async (t) => {
  const content = madeExports["time-spy"] ?? "";
  const end = content.indexOf("</benchmark>") + "</benchmark>".length;
  for (let length = content.indexOf("<results>"); length < end; length += 7) {
    const { code, detail, line } = await refusal(content.slice(0, length), graphicsTest(1));
    t.is(code, "invalid_xml");
    t.regex(detail, /cut short/);
    t.true((line ?? 0) >= 2);
  }
});

test("every frame rate of a 3DMark export that is not a number is reported with its line", async (t) => {
  const content = makeExport([
    { passIndex: 0, TimeSpyPerformanceGraphicsTest1: "80,5", TimeSpyPerformanceGraphicsTest2: "Infinity" },
  ]);
  const { code, detail, line } = await refusal(content, graphicsTest(1));
  t.is(code, "invalid_number");
  t.regex(detail, /Test1 "80,5" \(line 8\) and TimeSpyPerformanceGraphicsTest2 "Infinity" \(line 9\)/);
  t.is(line, 8);
});

for (const text of ["-1", "1e400", "NaN", "0x50", "9".repeat(40), "1000001", "80.5 fps"]) {
  test(`a 3DMark export with a frame rate of ${text.slice(0, 12)} is refused`, async (t) => {
    const content = makeExport([{ passIndex: 0, TimeSpyPerformanceGraphicsTest1: text }]);
    t.is((await refusal(content, graphicsTest(1))).code, "invalid_number");
  });
}

test("a 3DMark export that has two values for one element is refused", async (t) => {
  const content = makeExport([{ passIndex: 0, ...pass }]).replace(
    "<name/>",
    "<timespyPerformanceGraphicsTest1>1</timespyPerformanceGraphicsTest1>",
  );
  const { code, detail } = await refusal(content, graphicsTest(1));
  t.is(code, "contradictory_values");
  t.regex(detail, /"1" and with "80.5"/);
});

test("values in a 3DMark export that stand outside a result or inside other elements are not read", async (t) => {
  const content = makeExport([{ passIndex: 0, ...pass }])
    .replace("<name/>", "<info><TimeSpyPerformanceGraphicsTest1>1</TimeSpyPerformanceGraphicsTest1></info>")
    .replace("<results>", "<firestrikegt1p>5</firestrikegt1p><results>");
  t.deepEqual((await metricsOf(content)).graphics_tests, { 1: 80.5, 2: 70.25 });
});

test("a 3DMark export in UTF-8 or UTF-16 with byte order mark is read", async (t) => {
  const content = makeExport([{ passIndex: 0, ...pass }]);
  t.is((await metricsOf(`\ufeff${content}`)).passes, 1);
  const little = Buffer.from(`\ufeff${content.replace("UTF-8", "UTF-16")}`, "utf16le");
  t.is((await metricsOf(little)).passes, 1);
  t.is((await metricsOf(Buffer.from(little).swap16())).passes, 1);
});
