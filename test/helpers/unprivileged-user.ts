import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { programUrl } from "./project-files.ts";

/** The user `nobody` of Linux. */
const NOBODY = 65_534;

/** A user to start a process as; without ids, the user of this test run. */
export interface User {
  uid?: number;
  gid?: number;
}

/**
 * Returns a user without special rights: the one of this test run, or, where that is root, another one.
 * Undefined where the other one cannot read the project.
 */
export function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return {};
  const nobody = { uid: NOBODY, gid: NOBODY };
  return runsAs(nobody, "require('fs').readFileSync(process.argv[1])") ? nobody : undefined;
}

/** Whether a user may listen on a port: some systems, and containers, let everybody listen on every port. */
export const mayListen = (user: User, port: number): boolean =>
  runsAs(user, `require('net').createServer().listen(${port}, '127.0.0.1', () => process.exit(0))`);

/** Whether a program of Node ends well as a user. Its argument is a file of the compiled project. */
function runsAs(user: User, program: string): boolean {
  const file = fileURLToPath(programUrl("scripts/start.ts"));
  const { status } = spawnSync(process.execPath, ["-e", program, file], { ...user, stdio: "ignore" });
  return status === 0;
}
