import { extractResult, readResult } from "../../readers/index.ts";
import { serveReadings } from "./serve-readings.ts";

// The process in which a worker reads files: see file-readers.ts.

serveReadings({ read: readResult, extract: extractResult });
