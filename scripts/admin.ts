import process from "node:process";
import { adminCommands } from "./admin/commands.ts";
import { scriptArguments } from "./script-arguments.ts";

// This file is the program `npm run admin`, which runs the commands for operators of the service.

const WIDTH = Math.max(...adminCommands.map(({ name }) => name.length));

const usage = `Usage: npm run admin -- <command> [<options>]
  Runs a command for operators, with the settings of the service. While npm start runs, the command uses the stores of npm start.
${adminCommands.map(({ name, summary }) => `  ${name.padEnd(WIDTH)}  ${summary}`).join("\n")}
  npm run admin -- <command> --help lists the options of a command.
In a container: docker compose exec web admin <command> [<options>]
Example: npm run admin -- set-tier --account 9f86d081884c7d65 --tier pro`;

const [name = "", ...args] = process.argv.slice(2);
const command = adminCommands.find((one) => one.name === name);
if (command) await command.run(args);
else
  scriptArguments(usage, () => {
    const names = adminCommands.map((one) => one.name).join(", ");
    throw new Error(`expected a command, one of ${names}; found ${name || "nothing"}`);
  });
