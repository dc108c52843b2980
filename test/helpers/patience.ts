/** Settings of a service that takes no store for unavailable because it answers late, as it does on a busy machine. */
export const patience = {
  STORE_TIMEOUT_MS: "60000",
  TEST_CONSTANTS: '{"STORE_SILENCE_TIMEOUT_MS":60000}',
};
