/**
 * Settings with time limits so long that a store on a busy machine does not count as unavailable because it responds
 * late.
 */
export const patience = {
  STORE_TIMEOUT_MS: "60000",
  TEST_CONSTANTS: '{"STORE_SILENCE_TIMEOUT_MS":60000}',
};
