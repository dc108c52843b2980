import { StoreUnavailableError } from "../../errors.ts";
import { bounded, LateError } from "../../infra/bounded.ts";

/**
 * Waits until MongoDB has stored a part of a series.
 * @throws StoreUnavailableError if MongoDB does not store the part within the time limit
 */
export async function inTime(storing: Promise<unknown>, timeoutMs: number): Promise<void> {
  try {
    await bounded(storing, timeoutMs, "storing a series");
  } catch (error) {
    throw error instanceof LateError ? new StoreUnavailableError("MongoDB", error) : error;
  }
}
