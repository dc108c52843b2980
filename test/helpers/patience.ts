/**
 * Settings with long time limits, with which stores that respond late on a busy machine do not count as unavailable.
 */
export const patience = {
  STORE_TIMEOUT_MS: "60000",
  TEST_CONSTANTS: '{"STORE_SILENCE_TIMEOUT_MS":60000}',
};
