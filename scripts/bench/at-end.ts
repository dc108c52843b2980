type Act = () => unknown;

/** Creates a list of clean-up actions for the end of a measurement, which stop processes and remove stored data. */
export function createAtEnd() {
  const acts: Act[] = [];
  let hasEnded = false;
  return {
    /**
     * Adds an action for the end of the measurement, which runs before all actions that were added earlier. An action
     * that is added after `run` was called runs immediately.
     */
    add: (act: Act): void => {
      if (hasEnded) void doAll([act]);
      else acts.push(act);
    },

    /** Runs all actions one after the other, even if some fail. Returns the errors. */
    run: async (): Promise<unknown[]> => {
      hasEnded = true;
      return doAll(acts.splice(0).toReversed());
    },
  };
}

/** Runs the actions in order. Returns the errors of those that failed. */
async function doAll(acts: readonly Act[]): Promise<unknown[]> {
  const faults: unknown[] = [];
  for (const act of acts)
    try {
      await act();
    } catch (error) {
      faults.push(error);
    }
  return faults;
}
