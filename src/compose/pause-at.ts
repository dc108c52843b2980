/**
 * Stops for ever at one step and says so, where a test wants to kill the process there; anywhere else it does nothing.
 * @param pausedStep the step to stop at, or `none`
 */
export function pauseAt(pausedStep: string): (step: string) => Promise<void> {
  return async (step) => {
    if (step !== pausedStep) return;
    console.log(`paused ${step}`);
    await new Promise(() => undefined);
  };
}
