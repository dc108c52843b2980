import { StoreUnavailableError } from "../../errors.ts";
import { bounded, LateError } from "../../infra/bounded.ts";

/**
 * Waits until a part of a series is stored.
 * @throws StoreUnavailableError if MongoDB does not store it in time
 */
export async function inTime(storing: Promise<unknown>, timeoutMs: number): Promise<void> {
  try {
    await bounded(storing, timeoutMs, "storing a series");
  } catch (error) {
    throw error instanceof LateError ? new StoreUnavailableError("MongoDB", error) : error;
  }
}
