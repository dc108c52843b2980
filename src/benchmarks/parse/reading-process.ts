import { extractResult, readResult } from "../../readers/index.ts";
import { inspectResult } from "../../readers/inspect.ts";
import { serveReadings } from "./serve-readings.ts";

// This module is the program of the child process in which a worker reads files and a web process inspects files: see
// file-readers.ts.

serveReadings({ read: readResult, extract: extractResult, inspect: inspectResult });
