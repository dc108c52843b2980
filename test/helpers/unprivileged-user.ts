import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { programUrl } from "./project-files.ts";

/** The id of the user `nobody` of Linux. */
const NOBODY = 65_534;

/**
 * The user under which a child process runs. If user id and group id are missing, the child process runs as the user of
 * this test run.
 */
export interface User {
  uid?: number;
  gid?: number;
}

/**
 * Returns a user without special rights: the user of this test run or, if that is root, the user `nobody`. Undefined if
 * `nobody` cannot read the project.
 */
export function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return {};
  const nobody = { uid: NOBODY, gid: NOBODY };
  return runsAs(nobody, "require('fs').readFileSync(process.argv[1])") ? nobody : undefined;
}

/**
 * Returns whether a user may listen on a port of this machine. Some systems and containers let every user listen on
 * every port.
 */
export const mayListen = (user: User, port: number): boolean =>
  runsAs(user, `require('net').createServer().listen(${port}, '127.0.0.1', () => process.exit(0))`);

/**
 * Returns whether a Node program that runs as a user exits with code 0. The argument of the program is the path of a
 * compiled file of the project.
 */
function runsAs(user: User, program: string): boolean {
  const file = fileURLToPath(programUrl("scripts/start.ts"));
  const { status } = spawnSync(process.execPath, ["-e", program, file], { ...user, stdio: "ignore" });
  return status === 0;
}
