import { Counter, type Registry } from "prom-client";

/** The outcome of reserving units (runs) in an account's run counter. */
export type ReservationOutcome = "reserved" | "refused" | "error";

/**
 * Creates the metrics of the runs that accounts use up: reservations, reserved units (runs), releases, corrected run
 * counters and refunds.
 */
export function createUsageMetrics(registry: Registry) {
  const registers = [registry];
  const reservations = new Counter({
    name: "pcb_usage_reservations_total",
    help: "Submissions that asked to reserve runs in the run counter of their account: reserved, refused (402), or error",
    labelNames: ["outcome"],
    registers,
  });
  const units = new Counter({
    name: "pcb_usage_reserved_units_total",
    help: "Units (runs) that submissions have reserved",
    registers,
  });
  const releases = new Counter({
    name: "pcb_usage_releases_total",
    help: "Reservations that were released, because their submission was not stored",
    registers,
  });
  const corrections = new Counter({
    name: "pcb_usage_corrections_total",
    help: "Run counters that were set to the count of the ledger: after a refund, or because Redis had lost them or had other data",
    registers,
  });
  const refunds = new Counter({
    name: "pcb_refunds_total",
    help: "Failed runs that were refunded, so that they no longer count towards the monthly limit of the account",
    registers,
  });
  return {
    reservationEnded: (outcome: ReservationOutcome, count: number): void => {
      reservations.inc({ outcome });
      if (outcome === "reserved") units.inc(count);
    },
    released: (): void => releases.inc(),
    corrected: (): void => corrections.inc(),
    refunded: (): void => refunds.inc(),
  };
}
