import { z } from "zod";

/** The schema of the path parameter `run_id`. */
export const runParams = z.object({ run_id: z.string().min(1).max(64) });
