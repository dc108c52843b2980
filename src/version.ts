/** The version of the service and of its API, which equals the version in `package.json`. */
export const VERSION = "0.1.0";
