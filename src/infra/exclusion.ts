/**
 * Creates a lock for shared and exclusive work. Work begins in order of arrival: exclusive work waits for all work
 * under way, and later work waits for the exclusive work.
 */
export function createExclusion() {
  const waiting: { isAlone: boolean; enter: () => void }[] = [];
  let underWay = 0;
  let isOccupied = false;
  const mayEnter = ({ isAlone }: { isAlone: boolean }) => (isAlone ? underWay === 0 : !isOccupied);
  const admit = () => {
    for (let next = waiting[0]; next && mayEnter(next); next = waiting[0]) {
      waiting.shift();
      underWay += 1;
      isOccupied = next.isAlone;
      next.enter();
    }
  };
  return {
    /**
     * Runs the work. If `isAlone` is true, no other work runs at the same time; otherwise other shared work may.
     * Returns the result of the work, or throws its error.
     */
    take: async <T>(work: () => Promise<T>, { isAlone }: { isAlone: boolean }): Promise<T> => {
      await new Promise<void>((enter) => {
        waiting.push({ isAlone, enter });
        admit();
      });
      try {
        return await work();
      } finally {
        underWay -= 1;
        isOccupied = false;
        admit();
      }
    },
  };
}
