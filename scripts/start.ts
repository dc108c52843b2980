import process from "node:process";
import { runService } from "./run-service.ts";

// npm start: the whole service on this machine. Prints one line when all of it is up.

await runService(async ({ url }) => {
  process.stdout.write(`ready ${url}\n`);
  return true;
});
