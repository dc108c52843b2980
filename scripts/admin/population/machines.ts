import type { ChipFacts, CpuFacts, Facts, MachineClass, Rules, Weights } from "./facts.ts";
import type { Random } from "./random.ts";

/**
 * The products from which builds are made up, with the fields that decide which products are combined. The order of the
 * products never changes, so that the same seed always gives the same population.
 */
export interface PartsForSale {
  cpu: readonly Part<"model" | "socket">[];
  gpu: readonly Part<"chipset">[];
  ram: readonly (Part<"memory_type"> & Record<"capacity_gb" | "speed_mts", number> & Unsure<"form_factor">)[];
  motherboard: readonly (Part<"socket" | "chipset"> & Unsure<"ram_types">)[];
}

type Part<Names extends string> = { id: number } & Record<Names, string>;
type Unsure<Names extends string> = Partial<Record<Names, string | readonly string[] | null>>;

/** A machine: the ids of its parts by kind, the facts about its processor and its card, and its class. */
export type Machine = ReturnType<ReturnType<typeof createMachines>>;

/**
 * The relative speed of a processor in a machine with a card is usually at least SHARE_OF_CARD × the relative speed of
 * the card + PLUS.
 */
const SHARE_OF_CARD = 0.6;
const PLUS = 20;

/**
 * Creates the function that makes up a machine from those of `parts` about which `facts` has an entry. Processors that
 * fit no board of `parts` are left out.
 * @throws Error if no processor or no card is left, or if no memory fits a board
 */
export function createMachines(random: Random, parts: PartsForSale, { cpus, chips, pairings }: Facts) {
  const sockets = new Set(parts.motherboard.map(({ socket }) => socket));
  const fitting = parts.cpu.filter(({ socket }) => sockets.has(socket));
  const soldCpus = cpus.filter((facts) => fitting.some(({ model }) => model === facts.model));
  const soldChips = chips.filter((facts) => parts.gpu.some(({ chipset }) => chipset === facts.chipset));
  const kits = parts.ram.filter(({ form_factor }) => !String(form_factor).includes("SO-DIMM"));
  const chipsOf = ({ chips: pattern, from, below }: MachineClass) => {
    const ofPattern = soldChips.filter(({ chipset }) => new RegExp(pattern).test(chipset));
    return ofPattern.filter(({ relative_games_1440p: speed }) => speed >= from && speed < below);
  };
  const classes = pairings.classes.filter((of) => chipsOf(of).length > 0);
  return () => {
    const of = random.weighted(classes, shareOf);
    const chip = random.weighted(chipsOf(of), shareOf);
    const facts = chooseCpu(random, soldCpus, { chip, of, pairings });
    const gpu = random.oneOf(parts.gpu.filter(({ chipset }) => chipset === chip.chipset));
    const cpu = random.oneOf(fitting.filter(({ model }) => model === facts.model));
    const name = `${cpu.socket} ${cpu.model}`;
    const type = random.keyOf(ruleFor(pairings.memory_types, name));
    const ofSocket = parts.motherboard.filter(({ socket }) => socket === cpu.socket);
    const boards = ofSocket.filter(({ ram_types }) => ram_types?.includes(type));
    const board = random.oneOf(narrow(random, boards, "chipset", ruleFor(pairings.boards, name)));
    const ofType = kits.filter(({ memory_type }) => memory_type === type);
    const large = narrow(random, ofType, "capacity_gb", of.memory_gb);
    const speeds = ruleFor(pairings.memory_speeds, `${type} ${name} ${board.chipset}`);
    const kit = random.oneOf(narrow(random, large, "speed_mts", speeds));
    const ids = { cpu: cpu.id, gpu: gpu.id, ram: kit.id, motherboard: board.id };
    return { parts: ids, cpu: facts, gpu: chip, of };
  };
}

const shareOf = ({ share_percent }: { share_percent: number }): number => share_percent;

type Beside = { chip: ChipFacts; of: MachineClass } & Pick<Facts, "pairings">;

/**
 * Returns a processor that people combine with a card: a processor that is fast enough for the card, and whose maker
 * and model are usual with the card.
 */
function chooseCpu(random: Random, cpus: readonly CpuFacts[], { chip, of, pairings }: Beside): CpuFacts {
  const isPaired = of.chips === ".";
  const slower = isPaired ? random.keyOf(pairings.slower_by) : "0";
  const least = SHARE_OF_CARD * chip.relative_games_1440p + PLUS - Number(slower);
  const able = cpus.filter(({ relative_games }) => !isPaired || relative_games >= least);
  const ofMaker = narrow(random, able, "model", ruleFor(pairings.makers, chip.chipset));
  const found = narrow(random, ofMaker, "model", of.cpus);
  return random.weighted(found.length > 0 ? found : cpus, shareOf);
}

/**
 * Returns the weights of the first rule whose regular expression matches `name`, a text about parts of a machine; an
 * empty object if no rule matches.
 */
function ruleFor(rules: Rules, name: string): Weights {
  return Object.entries(rules).find(([pattern]) => new RegExp(pattern).test(name))?.[1] ?? {};
}

/**
 * Chooses one of the patterns by weight, among the patterns that match the given field of at least one of `things`.
 * Returns those of `things` whose field matches the chosen pattern, or all of them if no pattern matches any.
 */
function narrow<T>(random: Random, things: readonly T[], field: keyof T, weights: Weights): readonly T[] {
  const groups = Object.entries(weights).flatMap(([pattern, weight]) => {
    const matching = new RegExp(pattern);
    const found = things.filter((thing) => matching.test(String(thing[field])));
    return found.length > 0 ? [{ found, weight }] : [];
  });
  return groups.length > 0 ? random.weighted(groups, ({ weight }) => weight).found : things;
}
