import { createRequire } from "node:module";
import { openServices } from "../../../src/compose/services.ts";
import { readConfig } from "../../../src/config.ts";
import { createLogger } from "../../../src/infra/logger.ts";

// Opens the services with the settings of the environment, and prints how many files of the S3 client are loaded then.

const logger = createLogger({ level: "silent", process: "test", secrets: [] });
const services = await openServices(readConfig(), { logger, storeTimeoutMs: 60_000 });
const loaded = Object.keys(createRequire(import.meta.url).cache);
console.log(loaded.filter((file) => /\/node_modules\/@(?:aws-sdk|smithy)\//.test(file)).length);
await services.close();
