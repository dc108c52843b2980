/** Tells whether an error says that nobody can tell for now: a store is unavailable, or fills itself anew. */
export type IsUnavailable = (error: unknown) => boolean;

/**
 * Returns what a part of a page shows, or null where nobody can tell for now: the page then says so in the place of this part, and shows
 * the rest. @throws any other error
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
