/** Whether an error means that data is temporarily unavailable: a store is down or is being filled again. */
export type IsUnavailable = (error: unknown) => boolean;

/**
 * Returns the data of a part of a page, or null while the data is unavailable. The page then shows a notice instead of
 * this part, and still shows its other parts.
 * @throws every error that does not mean that data is unavailable
 */
export async function unlessUnavailable<T>(
  asked: Promise<T>,
  isUnavailable: IsUnavailable,
): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (isUnavailable(error)) return null;
    throw error;
  }
}
