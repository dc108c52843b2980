import { integerAt, nameCells, socketAt, textsAt, type OpenDbReader } from "./record.ts";

const MHZ_PER_GHZ = 1000;

/** Clock, cores and socket, which some names repeat at their end: "E5 1650 V3 3.5 GHz 6-Core LGA2011-3". */
const REPEATED_FACTS = / \d+(?:\.\d+)? GHz \d+-Core \S+/;

/** Reads a record of open-db/CPU; OpenDB states clocks in GHz. */
export const readCpu: OpenDbReader = (record) => {
  const { model, ...name } = nameCells(record);
  return {
    ...name,
    model: model.replace(REPEATED_FACTS, ""),
    cores: integerAt(record, "cores.total"),
    threads: integerAt(record, "cores.threads"),
    base_clock_mhz: integerAt(record, "clocks.performance.base", MHZ_PER_GHZ),
    boost_clock_mhz: integerAt(record, "clocks.performance.boost", MHZ_PER_GHZ),
    socket: socketAt(record, "socket"),
    ram_types: textsAt(record, "specifications.memory.types"),
  };
};
