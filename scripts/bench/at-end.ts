type Act = () => unknown;

/** Creates the list of what is left to be done when a measurement has ended: to stop what it started, and to remove what it stored. */
export function createAtEnd() {
  const acts: Act[] = [];
  let hasEnded = false;
  return {
    /** Has something done at the end, before all that was added earlier. What is added after the end is done at once. */
    add: (act: Act): void => {
      if (hasEnded) void doAll([act]);
      else acts.push(act);
    },

    /** Does all of it, one after the other, also where some of it fails. Returns what failed. */
    run: async (): Promise<unknown[]> => {
      hasEnded = true;
      return doAll(acts.splice(0).toReversed());
    },
  };
}

/** Returns what failed. */
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
