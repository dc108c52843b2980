import { InvalidInputError, type Fault } from "../../errors.ts";
import { gameInHead, gameOfExecutable } from "../../readers/index.ts";
import { typedGameFault } from "../model/game-of-run.ts";
import type { SubmissionForm } from "./submission-form.ts";

/**
 * Checks that a game is typed only for files whose first bytes name no game. If a later part of a file names a game,
 * the run gets the game of the file and a warning.
 * @throws InvalidInputError with a fault for each file that names its game
 */
export async function requireUnnamedGame(form: SubmissionForm): Promise<void> {
  const { game, application, recording } = form.details;
  if (form.kind !== "file" || game === undefined) return;
  const faults: Fault[] = [];
  for (const { head, name } of form.files) {
    const found = await gameInHead(head, {
      ...(application !== undefined && { application }),
      ...(recording !== undefined && { recording }),
      fileName: name,
    });
    if (found !== null && gameOfExecutable(found).variant !== null)
      faults.push(typedGameFault("/benchmarks/game", JSON.stringify(name), found));
  }
  if (faults.length > 0) throw new InvalidInputError(faults);
}
