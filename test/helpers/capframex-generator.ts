/** An element of `Runs` in a made-up CapFrameX record. */
export interface MadeRun {
  frameTimes: readonly (number | string)[];
  /** Whether each frame was dropped, in the order of the frames. By default no frame was dropped. */
  dropped?: readonly boolean[];
  startS?: number;
  /** Further arrays of the member `CaptureData` in the made-up CapFrameX record, by their names. */
  captureData?: Readonly<Record<string, readonly (number | string)[]>>;
  /** Further members of the run in the CapFrameX record, such as `SensorData`, or another `SensorData2`. */
  sensors?: object;
}

/**
 * The member `Info` of made-up records. Its last values are private, which means that only the submitter of the file
 * may see them.
 */
export const recordInfo = {
  AppVersion: { Major: 1, Minor: 7 },
  Processor: "AMD Ryzen 7 5800X 8-Core Processor",
  GameName: "Harbour",
  ProcessName: "harbour.exe",
  CreationDate: "2024-05-01T10:00:00Z",
  Motherboard: "ASUSTeK COMPUTER INC. TUF GAMING B550-PLUS",
  OS: "Windows 11",
  SystemRam: "32GB (2x16GB 3600MT/s)",
  GPUDriverVersion: "552.22",
  BaseDriverVersion: null,
  GPU: "NVIDIA GeForce RTX 3080",
  ApiInfo: "DX12",
  ResolutionInfo: "2560x1440",
  Id: "PrivateMarker-id",
  Comment: String.raw`PrivateMarker C:\Users\PrivateMarker`,
};

/** Returns a CapFrameX record (JSON) with the columns and the order of members that CapFrameX 1.7 writes. */
export function makeCapFrameXRecord(runs: readonly MadeRun[], info: object = recordInfo): string {
  return JSON.stringify({ Hash: "PrivateMarker-hash", Info: info, Runs: runs.map(made) });
}

function made({ frameTimes, dropped, startS = 0, captureData, sensors }: MadeRun) {
  let time = startS;
  const times = frameTimes.map((frameTime) => {
    const begin = time;
    time += Number(frameTime) / 1000;
    return begin;
  });
  return {
    Hash: "PrivateMarker-run",
    PresentMonRuntime: "DXGI",
    SampleTime: 0,
    CaptureData: {
      TimeInSeconds: times,
      MsBetweenPresents: frameTimes,
      MsInPresentAPI: frameTimes.map(() => 0.2),
      MsBetweenDisplayChange: frameTimes.map(() => "NaN"),
      Dropped: dropped ?? frameTimes.map(() => false),
      ...captureData,
    },
    SensorData2: { MeasureTime: { Name: "MeasureTime", Values: [0, 0.25] } },
    ...sensors,
  };
}
