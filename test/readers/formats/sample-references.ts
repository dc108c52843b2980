// Expected values from real result files, whose licences do not allow the project to contain them. The values were
// calculated from the files with numpy, without the readers; values marked as the tool's come from the tool.

interface CaptureReference {
  frames: number;
  sumMs: number;
  average: number;
  /**
   * Values that the recording tool, such as CapFrameX, states in its summary, or that follow from the tool's
   * definitions.
   */
  tools?: Record<string, number>;
  low1?: number;
  min?: number;
  max?: number;
  dropped: number | null;
  tool: string;
  application: string | null;
}

/** Expected values from captures with a row for each frame, by the path in the folder of real result files. */
export const captures: Record<string, CaptureReference> = {
  "presentmon/presentmon1_csgo_half_dropped.csv": {
    frames: 4265,
    sumMs: 36_168.414,
    average: 117.921,
    low1: 88.996,
    dropped: 2095,
    tool: "PresentMon",
    application: "csgo.exe",
  },
  "presentmon/pmcap-r5apex_dx12.exe-250709-222018.csv": {
    frames: 10_652,
    sumMs: 69_188.51,
    average: 153.956,
    low1: 62.046,
    dropped: 1493,
    tool: "PresentMon",
    application: "r5apex_dx12.exe",
  },
  "capframex/CapFrameXFileWithHeader.csv": {
    frames: 7285,
    sumMs: 25_443.206,
    average: 286.324,
    low1: 248.556,
    dropped: 4236,
    tools: { tool_p1_fps: 259.067, tool_low_1_fps: 248.693, tool_low_1_integral_fps: 258.465 },
    tool: "CapFrameX",
    application: "re2.exe",
  },
  "ocat/OCAT-MetroExodus.exe-2019-02-20T101522.csv": {
    frames: 2502,
    sumMs: 25_386.433,
    average: 98.557,
    low1: 73.923,
    dropped: 0,
    tool: "OCAT",
    application: "MetroExodus.exe",
  },
  // FrameView itself states this average, 1 % low, minimum and maximum.
  "frameview/FrameView_Cyberpunk2077.exe_2024_04_17T045049_Log.csv": {
    frames: 338,
    sumMs: 30_014.888,
    average: 11.261,
    low1: 9.464,
    min: 8.941,
    max: 15.369,
    dropped: 2,
    tools: {
      tool_average_fps: 11.261,
      tool_low_1_fps: 9.464,
      tool_min_fps: 8.941,
      tool_low_0_1_fps: 8.941,
      tool_p0_1_fps: 8.941,
      tool_p1_fps: 9.685,
      tool_p5_fps: 10.488,
      tool_p10_fps: 10.773,
    },
    tool: "FrameView",
    application: "Cyberpunk2077.exe",
  },
  // FrameView itself states this average, 1 % low and minimum. It calculates its maximum from unrounded times.
  "frameview/FrameView_ImmortalsOfAveum-Win64-Shipping.exe_2024_04_15T152100_Log.csv": {
    frames: 3994,
    sumMs: 30_012.563,
    average: 133.078,
    low1: 39.498,
    min: 10.712,
    dropped: 1870,
    tools: {
      tool_average_fps: 133.078,
      tool_low_1_fps: 39.498,
      tool_min_fps: 10.712,
      tool_low_0_1_fps: 22.827,
      tool_p0_1_fps: 39.558,
      tool_p1_fps: 45.087,
      tool_p5_fps: 58.187,
      tool_p10_fps: 69.766,
    },
    tool: "FrameView",
    application: "ImmortalsOfAveum-Win64-Shipping.exe",
  },
  "fraps/PlanetSide2_frametimes_german_excel.csv": {
    frames: 10_125,
    sumMs: 102_058.052,
    average: 99.208,
    low1: 39.083,
    dropped: null,
    tool: "FRAPS",
    application: null,
  },
  "presentmon/test_case_1.csv": {
    frames: 7,
    sumMs: 66.989,
    average: (1000 * 7) / 66.989,
    dropped: 3,
    tool: "PresentMon",
    application: "Presenter.exe",
  },
  "presentmon/test_case_1_v1.csv": {
    frames: 8,
    sumMs: 75.995,
    average: 105.27,
    min: 83.315,
    dropped: 3,
    tool: "PresentMon",
    application: "Presenter.exe",
  },
  "presentmon/test_case_1_v2.csv": {
    frames: 7,
    sumMs: 66.083,
    average: (1000 * 7) / 66.083,
    dropped: 3,
    tool: "PresentMon",
    application: "Presenter.exe",
  },
};

/** Expected values from real logs of samples, by path: the average, and the values of the tool's summary. */
export const sampledLogs: Record<
  string,
  { samples: number; average: number; tools: Record<string, number> }
> = {
  // MangoHud's summary has one sample more than its log, which changes the average but hardly the 97th percentile.
  "mangohud/WoW_2025-10-01_18-56-13.csv": {
    samples: 298,
    average: 4158.178,
    tools: { tool_p0_1_fps: 172.009, tool_p1_fps: 179.275, tool_p97_fps: 15_811.3 },
  },
  "afterburner/RE3_Windows.csv": { samples: 805, average: 112.5554, tools: {} },
};

interface ExportReference {
  test: string;
  overall: number | null;
  graphics: number | null;
  cpu: number | null;
  fps: Record<string, number>;
}

/** Expected results of real 3DMark exports, by name. */
export const exports: Record<string, ExportReference> = {
  timespy_performance: {
    test: "Time Spy",
    overall: 23_565,
    graphics: 25_786,
    cpu: 15_838,
    fps: { 1: 171.04, 2: 145.61 },
  },
  timespy_custom_graphics_only: {
    test: "Time Spy (custom)",
    overall: null,
    graphics: 10_953,
    cpu: null,
    fps: { 1: 72.48, 2: 61.98 },
  },
  timespy_gt1_only_bom: {
    test: "Time Spy",
    overall: null,
    graphics: null,
    cpu: 8483,
    fps: { 1: 59.65 },
  },
  timespy_extreme: {
    test: "Time Spy Extreme",
    overall: 8335,
    graphics: 8047,
    cpu: 10_465,
    fps: { 1: 50.83, 2: 47.47 },
  },
  firestrike_performance_export: {
    test: "Fire Strike",
    overall: null,
    graphics: 86_784,
    cpu: null,
    fps: { 1: 426.59, 2: 338.26 },
  },
  firestrike_ultra: {
    test: "Fire Strike Ultra",
    overall: 9873,
    graphics: 9480,
    cpu: 47_235,
    fps: { 1: 54.14, 2: 33.28 },
  },
  solarbay_export: {
    test: "Solar Bay",
    overall: 189_447,
    graphics: 189_447,
    cpu: null,
    fps: { 1: 720.33 },
  },
  speedway_custom_export: {
    test: "Speed Way (custom)",
    overall: null,
    graphics: 3457,
    cpu: null,
    fps: { 1: 34.57 },
  },
  steelnomad_dx12: {
    test: "Steel Nomad DX12",
    overall: 3760,
    graphics: 3760,
    cpu: null,
    fps: { 1: 37.6 },
  },
  "3dmark11_export": {
    test: "3DMark 11",
    overall: null,
    graphics: 9528,
    cpu: 13_766,
    fps: { 1: 40.07143, 2: 41.57143, 3: 64.038, 4: 31.32375 },
  },
};
