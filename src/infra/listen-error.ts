/**
 * The error codes of a listen call that fails because of the address, not the port: the address is not an address of
 * this machine.
 */
const HOST_FAULTS = new Set(["ENOTFOUND", "EADDRNOTAVAIL", "EAI_AGAIN", "EAI_FAIL", "EINVAL"]);

/** The lowest port on which every user may listen: on lower ports, most systems let only privileged users listen. */
const FIRST_OPEN_PORT = 1024;
const DEFAULT_PORT = 3000;
const LAST_PORT = 65_535;

/** The process cannot listen on an address and a port. The message of the error is one line, which says what to do. */
export class ListenError extends Error {
  override name = "ListenError";

  /**
   * Creates the error of a failed attempt to listen.
   * @param code the system's code of the failure: `EADDRINUSE`
   * @param options.names the names of the settings that contain the address and the port
   */
  constructor(settings: ListenSettings, code: string, options: ListenErrorOptions = {}) {
    super(explain(settings, code, options.names ?? { host: "HOST", port: "PORT" }), options);
  }
}

interface ListenErrorOptions extends ErrorOptions {
  names?: SettingNames;
}

interface SettingNames {
  host: string;
  port: string;
}

/** The address and the port on which to listen. */
interface ListenSettings {
  HOST: string;
  PORT: number;
}

function explain({ HOST, PORT }: ListenSettings, code: string, names: SettingNames): string {
  if (HOST_FAULTS.has(code))
    return `${names.host} is ${JSON.stringify(HOST)}, which is no address of this machine (${code}). Set ${names.host} to an address of this machine, such as 127.0.0.1`;
  const where = `Port ${PORT} of ${HOST}`;
  const other = PORT < FIRST_OPEN_PORT || PORT === LAST_PORT ? DEFAULT_PORT : PORT + 1;
  if (code === "EADDRINUSE")
    return `${where} is taken: another program listens on it. Stop the other program, or choose another port, such as ${names.port}=${other}`;
  if (code === "EACCES" && PORT < FIRST_OPEN_PORT)
    return `${where} needs special rights, as all ports below ${FIRST_OPEN_PORT} do. Choose a port from ${FIRST_OPEN_PORT} on, such as ${names.port}=${other}`;
  return `This process cannot listen on port ${PORT} of ${HOST} (${code}). Choose another port, such as ${names.port}=${other}`;
}
