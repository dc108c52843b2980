import type { FileReaders, Submissions } from "../benchmarks/index.ts";
import type { JobQueue } from "../queues/job-queue.ts";
import type { Stores } from "./stores.ts";

interface Closable {
  submissions: Pick<Submissions, "close">;
  queue: Pick<JobQueue, "close">;
  fileReaders: Pick<FileReaders, "close">;
  frames: { close(): Promise<void> };
  previews: { close(): Promise<void> };
  stores: Pick<Stores, "close">;
}

/** Closes what services have opened: the stores last, which the others may still need. */
export async function closeAll({
  submissions,
  queue,
  fileReaders,
  frames,
  previews,
  stores,
}: Closable): Promise<void> {
  await submissions.close();
  await queue.close();
  fileReaders.close();
  await Promise.all([frames.close(), previews.close()]);
  await stores.close();
}
