import { RefusedError } from "../errors.ts";

/** What a client needs to know when the runs of its tier are used up. */
interface RunLimitState {
  tier: string;
  /** Runs a calendar month. */
  limit: number;
  used: number;
  requested: number;
  resetsAt: Date;
}

/** The request asks for more runs than the tier has left. No run was reserved. */
export class RunLimitReachedError extends RefusedError {
  readonly code = "run_limit_reached";
  override readonly details: Readonly<Record<string, unknown>>;

  constructor({ tier, limit, used, requested, resetsAt }: RunLimitState) {
    const resets_at = resetsAt.toISOString();
    super(
      `The tier ${tier} has ${limit} runs a month, ${used} are used, and this request asks for ${requested}. ` +
        `The count begins again at ${resets_at}.`,
    );
    this.details = { tier, limit, used, requested, resets_at };
  }
}
