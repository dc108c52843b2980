import { memoryTypesOf } from "../socket-memory.ts";
import { flagAt, integerAt, nameCells, socketAt, textAt, textsAt, type OpenDbReader } from "./record.ts";

const MHZ_PER_GHZ = 1000;

/**
 * Matches clock rate, cores and socket, which some processor names repeat at their end: "E5 1650 V3 3.5 GHz 6-Core
 * LGA2011-3".
 */
const REPEATED_FACTS = / \d+(?:\.\d+)? GHz \d+-Core \S+/;

/** Reads a processor from a record of OpenDB (open-db/CPU), which states clock rates in GHz. */
export const readCpu: OpenDbReader = (record) => {
  const { model, ...name } = nameCells(record);
  const socket = socketAt(record, "socket");
  const microarchitecture = textAt(record, "microarchitecture").replaceAll(" ,", ",");
  return {
    ...name,
    model: model.replace(REPEATED_FACTS, ""),
    cores: integerAt(record, "cores.total"),
    threads: integerAt(record, "cores.threads"),
    base_clock_mhz: integerAt(record, "clocks.performance.base", MHZ_PER_GHZ),
    boost_clock_mhz: integerAt(record, "clocks.performance.boost", MHZ_PER_GHZ),
    l3_cache_mb: integerAt(record, "cache.l3"),
    socket,
    ram_types: textsAt(record, "specifications.memory.types") || impliedMemory(socket, microarchitecture),
    series: seriesOf(model, name.make, textAt(record, "series")),
    microarchitecture,
    core_family: textAt(record, "coreFamily"),
    tdp_w: integerAt(record, "specifications.tdp"),
    has_integrated_graphics: integratedGraphics(textAt(record, "specifications.integratedGraphics.model")),
    ecc: flagAt(record, "specifications.eccSupport"),
  };
};

/**
 * Returns the types of memory that all processors of a socket take. Of the processors for LGA1151, only Skylake and
 * Kaby Lake also take DDR3.
 */
function impliedMemory(socket: string, microarchitecture: string): string {
  const types = memoryTypesOf(socket);
  const isWithoutDdr3 = socket === "LGA1151" && microarchitecture.startsWith("Coffee Lake");
  return (isWithoutDdr3 ? types.slice(0, 1) : types).join(";");
}

const NAMED_SERIES =
  /^(?:Ryzen (?:Threadripper(?: PRO)?|\d(?: PRO)?)|Core (?:i\d|Ultra \d)|Pentium Gold|Celeron|EPYC)(?= )/;

/**
 * Returns the series of a processor as people name it. If the model begins with the series, the series is read from
 * the model. Otherwise it is the series that the record states, without numbers: "A10" for "A-Series A10 7000", "Xeon
 * E5" for "Xeon E5 2600 v3", "Athlon" for "Athlon 200GE".
 */
function seriesOf(model: string, make: string, stated: string): string {
  const [named] = NAMED_SERIES.exec(model) ?? [];
  if (named !== undefined) return named;
  const plain = stated.startsWith(`${make} `) ? stated.slice(make.length + 1) : stated;
  return plain
    .replace(/^A-Series /, "")
    .replace(/(?:[- ]\d{3,5}[A-Z]{0,2}(?: v\d)?| X-series| Series)+$/, "");
}

/**
 * Returns, as a cell, whether a processor has integrated graphics. In the text of the record, "None" means no
 * graphics; "0" and an empty text mean that the graphics are unknown.
 */
function integratedGraphics(model: string): string {
  if (model === "" || model === "0") return "";
  return String(model !== "None");
}
