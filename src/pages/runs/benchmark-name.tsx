import type { ListedRun } from "./shown-run.ts";

/**
 * A benchmark with the game or the test of a run: "Game benchmark · Cyberpunk 2077". The name of the game is isolated
 * from the direction of the text around it.
 */
export function BenchmarkName({
  run: { benchmark, title },
}: {
  run: Pick<ListedRun, "benchmark" | "title">;
}) {
  if (title === null) return <>{benchmark.name}</>;
  return (
    <>
      {benchmark.name} · <bdi>{title}</bdi>
    </>
  );
}
