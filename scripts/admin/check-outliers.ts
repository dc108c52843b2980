import { adminCommand } from "./command.ts";

/** The command that checks all results for outliers immediately, without waiting for the workers' hourly check. */
export const checkOutliers = adminCommand({
  name: "check-outliers",
  about: `Checks all results for outliers at once, as the workers do each hour.
Web processes and workers may keep running. docs/outliers.md says which results are marked.`,
  options: {},
  example: "",
  run: async (_values, { standings }) => {
    const { checked, marked, cleared } = await standings.outlierCheck.checkAll();
    console.log(`${checked} results checked, ${marked} marked as outliers, ${cleared} marks cleared`);
  },
});
