/** The version of the service and of its API: the one of the package. */
export const VERSION = "0.1.0";
