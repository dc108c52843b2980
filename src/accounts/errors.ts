/** What a client needs to know when its tier's runs are used up. */
export interface RunLimitState {
  tier: string;
  /** Runs a calendar month. */
  limit: number;
  used: number;
  requested: number;
  resetsAt: Date;
}

/** The request asks for more runs than the tier has left. Nothing of it was taken. */
export class RunLimitReachedError extends Error {
  readonly state: RunLimitState;

  constructor(state: RunLimitState) {
    const { tier, limit, used, requested, resetsAt } = state;
    super(
      `The tier ${tier} has ${limit} runs a month, ${used} are used, and this request asks for ${requested}. ` +
        `The count begins again at ${resetsAt.toISOString()}.`,
    );
    this.name = "RunLimitReachedError";
    this.state = state;
  }
}
