import process from "node:process";
import { runService } from "./run-service.ts";

// npm start: runs the whole service on this machine. Prints one line when all of it is ready.

await runService(async ({ url }) => {
  process.stdout.write(`ready ${url}\n`);
  return true;
});
