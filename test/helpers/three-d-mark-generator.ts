/** A `<result>` of a made-up export: values by the names of their elements, in the order of the elements. */
export type MadeResult = Record<string, string | number>;

/**
 * Returns a 3DMark XML export with the given results, as the tool writes it (declaration, indentation of four blanks,
 * CRLF).
 */
export function makeExport(results: readonly MadeResult[], lineEnd = "\r\n"): string {
  const lines = results.flatMap((result) => [
    "        <result>",
    "            <name/>",
    "            <description/>",
    ...Object.entries(result).map(([name, value]) => `            <${name}>${value}</${name}>`),
    "        </result>",
  ]);
  const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>';
  const all = [declaration, "<benchmark>", "    <results>", ...lines, "    </results>", "</benchmark>", ""];
  return all.join(lineEnd);
}

/**
 * Returns the results in the export of a run of one test: the aggregate, and a result for each pass. The result of a
 * pass also has the scores in elements whose names contain `ForPass`.
 */
export function makeRun(
  scores: Readonly<Record<string, number>>,
  passes: readonly Readonly<Record<string, number>>[],
): MadeResult[] {
  const id = { benchmarkRunId: "00000000-0000-4000-8000-000000000001" };
  const forPass = Object.fromEntries(
    Object.entries(scores).map(([name, score]) => [`${name}ForPass`, score]),
  );
  return [
    { passIndex: -1, sourceId: "3dmark-autosave-20260102030405.3dmark-result", ...scores, ...id },
    ...passes.map((fps, passIndex) => ({ passIndex, ...forPass, ...fps, ...id })),
  ];
}

/** Made-up exports by the name of their fixture file, one for each set of element names that 3DMark uses. */
export const madeExports: Record<string, string> = {
  "time-spy": makeExport(
    makeRun(
      {
        TimeSpyPerformance3DMarkScore: 12_034,
        TimeSpyPerformanceGraphicsScore: 12_501,
        TimeSpyPerformanceCPUScore: 9_911,
      },
      [
        {
          TimeSpyPerformanceGraphicsTest2: 71.25,
          TimeSpyPerformanceGraphicsTest1: 82.5,
          TimeSpyPerformanceCpuSection2: 33.3,
        },
      ],
    ),
  ),
  "time-spy-custom": makeExport(
    makeRun({ TimeSpyCustom3DMarkScore: 0, TimeSpyCustomGraphicsScore: 8_020, TimeSpyCustomCPUScore: 0 }, [
      { TimeSpyCustomGraphicsTest1: 53.04, TimeSpyCustomGraphicsTest2: 45.36 },
    ]),
    "\n",
  ),
  "fire-strike": makeExport(
    makeRun(
      { firestrikeoverallscorep: 0, firestrikegraphicsscorep: 30_111, firestrikephysicsscorep: 21_000 },
      [{ firestrikegt1p: 143.21, firestrikegt2p: 120.98, firestrikephysicsp: 66.6 }],
    ).map(lowerCaseNames),
    "\n",
  ),
  "fire-strike-ultra": makeExport(
    makeRun(
      {
        FireStrikeUltra3DMarkScore: 5_001,
        FireStrikeUltraGraphicsScore: 4_876,
        FireStrikeUltraPhysicsScore: 25_000,
        FireStrikeUltraCombinedScore: 2_700,
      },
      [
        {
          FireStrikeUltraPhysicsTest: 79.4,
          FireStrikeUltraGraphicsTest1: 25.5,
          FireStrikeUltraGraphicsTest2: 18.25,
        },
      ],
    ),
  ),
  "port-royal": makeExport(
    makeRun({ PortRoyalPerformance3DMarkScore: 6_480, PortRoyalPerformanceGraphicsScore: 6_480 }, [
      { PortRoyalPerformanceGraphicsTest1: 30 },
    ]),
  ),
  "speed-way": makeExport(
    makeRun({ SpeedWayPerformance3DMarkScore: 3_025, SpeedWayPerformanceGraphicsScore: 3_025 }, [
      { SpeedWayPerformanceGraphicsTest: 30.25 },
    ]),
  ),
  "steel-nomad": makeExport(
    makeRun({ SteelNomadDx123DMarkScore: 2_512, SteelNomadDx12GraphicsScore: 2_512 }, [
      { SteelNomadDx12GraphicsTest: 25.12 },
    ]),
  ),
  "solar-bay": makeExport(
    makeRun({ SolarBayPerformance3DMarkScore: 90_000, SolarBayPerformanceGraphicsScore: 90_000 }, [
      {
        SolarBayPerformanceGraphicsSection1Test: 340.1,
        SolarBayPerformanceGraphicsTest: 342.2,
        SolarBayPerformanceGraphicsSection2Test: 344.3,
      },
    ]),
  ),
  "night-raid": makeExport(
    makeRun(
      {
        NightRaidPerformance3DMarkScore: 40_000,
        NightRaidPerformanceGraphicsScore: 61_000,
        NightRaidPerformanceCPUScore: 12_000,
      },
      [
        {
          NightRaidPerformanceGraphicsTest1: 280.5,
          NightRaidPerformanceGraphicsTest2: 306.75,
          NightRaidCpuP: 130,
        },
      ],
    ),
  ),
  "3dmark-11": `<benchmark>
  <results>
    <result>
      <_3dmarkscore>0</_3dmarkscore>
      <graphicsscore>7001</graphicsscore>
      <physicsscore>9002</physicsscore>
      <demo_fps>0.00000</demo_fps>
      <graphicstest1_fps>31.50000</graphicstest1_fps>
      <graphicstest2_fps>32.25000</graphicstest2_fps>
      <graphicstest3_fps>45.12500</graphicstest3_fps>
      <graphicstest4_fps>22.00000</graphicstest4_fps>
      <physicstest_fps>28.00000</physicstest_fps>
      <system_gpu>
      </system_gpu>
    </result>
    <result />
  </results>
</benchmark>
`,
  "time-spy-three-passes": makeExport(
    makeRun({ TimeSpyPerformance3DMarkScore: 12_000, TimeSpyPerformanceGraphicsScore: 12_400 }, [
      { TimeSpyPerformanceGraphicsTest1: 80, TimeSpyPerformanceGraphicsTest2: 70 },
      { TimeSpyPerformanceGraphicsTest1: 82, TimeSpyPerformanceGraphicsTest2: 73 },
      { TimeSpyPerformanceGraphicsTest1: 84, TimeSpyPerformanceGraphicsTest2: 76 },
    ]),
  ),
  "stress-test": makeExport([
    {
      passIndex: -1,
      SteelNomadStressTestDx12Stability: 98.1,
      SteelNomadStressTestDx12BestScore: 2_500,
      SteelNomadStressTestTestLoopsDone: 20,
    },
    { passIndex: 0, SteelNomadStressTestDx12GraphicsTest: 25.01 },
  ]),
};

function lowerCaseNames(result: MadeResult): MadeResult {
  const keep = new Set(["passIndex", "sourceId", "benchmarkRunId"]);
  return Object.fromEntries(
    Object.entries(result).map(([name, value]) => [keep.has(name) ? name : name.toLowerCase(), value]),
  );
}
