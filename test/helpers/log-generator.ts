/** The content of a MangoHud log, which has lines about the system, then a row for each frame time. */
export interface MadeMangoHudLog {
  /** The frame times of the made-up log, in milliseconds. */
  frameTimes: readonly number[];
  /**
   * The time from one row of the log to the next, in milliseconds; by default the frame time itself, as with MangoHud's
   * log_interval=0.
   */
  intervalMs?: number;
  /** Whether the made-up log has its frame times in microseconds. */
  hasMicroseconds?: boolean;
  /** Whether the log begins with the lines about versions that MangoHud's option log_versioning adds. */
  hasVersions?: boolean;
  /**
   * Further columns of the made-up log, before the column `elapsed`: the cells of each row by the name of the column.
   */
  columns?: Readonly<Record<string, readonly string[]>>;
}

/** Returns a log as MangoHud writes it: frame rates, frame times, and nanoseconds since the start of logging. */
export function makeMangoHudLog({
  frameTimes,
  intervalMs,
  hasMicroseconds = false,
  hasVersions = false,
  columns = {},
}: MadeMangoHudLog): string {
  const top = [
    "os,cpu,gpu,ram,kernel,driver,cpuscheduler",
    "Made-up Linux,Maker, CPU (8 cores),Made-up GPU,16303428,6.1.0,,performance",
  ];
  const versions = ["v1", "0.8.1", "---------------------SYSTEM INFO---------------------"];
  const metrics = ["--------------------FRAME METRICS--------------------"];
  let elapsedMs = 100;
  const rows = frameTimes.map((frameTime, index) => {
    elapsedMs += intervalMs ?? frameTime;
    const written = hasMicroseconds ? frameTime * 1000 : frameTime;
    const further = Object.values(columns).map((cells) => `${cells[index] ?? ""},`);
    return `${(1000 / frameTime).toFixed(4)},${written},12.5,0,99,61,2760,${further.join("")}${Math.round(elapsedMs * 1e6)}`;
  });
  const names = Object.keys(columns).map((name) => `${name},`);
  const header = `fps,frametime,cpu_load,gpu_load,gpu_temp,cpu_temp,gpu_core_clock,${names.join("")}elapsed`;
  const lines = hasVersions ? [...versions, ...top, ...metrics, header, ...rows] : [...top, header, ...rows];
  return `${lines.join("\n")}\n`;
}

/**
 * Returns a frametimes file of FRAPS for frame times in whole microseconds. A file with n frames has n + 1 timestamps.
 */
export function makeFrapsLog(
  frameTimesUs: readonly number[],
  style: { delimiter?: "," | ";"; hasDelta?: boolean } = {},
): string {
  const { delimiter = ",", hasDelta = false } = style;
  const decimal = (us: number) => (us / 1000).toFixed(3).replace(".", delimiter === ";" ? "," : ".");
  let time = 0;
  const rows = [0, ...frameTimesUs].map((us, index) => {
    time += us;
    const cells = [String(index + 1).padStart(5), decimal(time).padStart(9)];
    return [...cells, ...(hasDelta ? [decimal(frameTimesUs[index] ?? 0)] : [])].join(delimiter);
  });
  const header = ["Frame", " Time (ms)", ...(hasDelta ? ["Delta"] : [])].join(delimiter);
  return `${[header, ...rows].join("\r\n")}\r\n`;
}

/** A block of samples in an Afterburner log: the names of the columns, and the cells of each sample. */
export interface MadeBlock {
  /** The time of the first sample. The other samples follow at intervals of a second. */
  start: Date;
  names: readonly string[];
  /** The unit of each column in the rows of type 03 of an Afterburner log; by default a unit of temperature. */
  units?: readonly string[];
  samples: readonly (readonly string[])[];
}

function stamp(time: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const date = [two(time.getUTCDate()), two(time.getUTCMonth() + 1), time.getUTCFullYear()].join("-");
  return `${date} ${[time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds()].map(two).join(":")}`;
}

/**
 * Returns a hardware-monitor log as MSI Afterburner writes it: in Latin-1, because of degree signs, and with CRLF line
 * ends.
 */
export function makeAfterburnerLog(blocks: readonly MadeBlock[]): Buffer {
  const lines = blocks.flatMap(({ start, names, units = [], samples }) => [
    `00, ${stamp(start)}, Hardware monitoring log v1.6 `,
    `01, ${stamp(start)}, Made-up GPU`,
    `02, ${stamp(start)}, ${names.map((name) => name.padEnd(20)).join(",")}`,
    ...names.map((_, index) => `03, ${stamp(start)}, ${index}, ${units[index] ?? "°C"}, 0, 100, 10, , ,%.1f`),
    ...samples.map((cells, second) => {
      const time = stamp(new Date(start.getTime() + second * 1000));
      return `80, ${time}, ${cells.map((cell) => cell.padEnd(20)).join(",")}`;
    }),
  ]);
  return Buffer.from(`${lines.join("\r\n")}\r\n`, "latin1");
}
