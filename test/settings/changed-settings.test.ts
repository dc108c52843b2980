import test from "ava";
import { changedSettings, parseConfig } from "../../src/config.ts";

test("the list of changed settings has only settings that differ from their defaults, in the order of the schema", (t) => {
  t.deepEqual(changedSettings(parseConfig({})), {});
  t.deepEqual(changedSettings(parseConfig({ PORT: "3100", MAX_FILE_BYTES: "3", HOST: "127.0.0.1" })), {
    PORT: 3100,
    MAX_FILE_BYTES: 3,
  });
  t.deepEqual(changedSettings(parseConfig({ PUBLIC_URL: "http://bench.test" })), {
    PUBLIC_URL: "http://bench.test",
  });
});

test("the list of changed settings shows no secret, not even a short one", (t) => {
  const provider = { kind: "github", client_id: "an-id", client_secret: "s3" };
  const shown = changedSettings(
    parseConfig({
      MONGODB_URL: "mongodb://ada:pass@one:1/?authSource=admin&proxyPassword=pw&w=1",
      REDIS_URL: "redis://:pw@redis:6379",
      MEILI_KEY: "k",
      SERVER_SECRET: "0123456789abcdef0123456789abcdef",
      FILES_ACCESS_KEY_ID: "i",
      FILES_SECRET_ACCESS_KEY: "f",
      LOGIN_PROVIDERS: JSON.stringify({ github: provider }),
    }),
  );
  const { LOGIN_PROVIDERS, ...others } = shown;
  t.like(LOGIN_PROVIDERS, { github: { ...provider, client_secret: "[secret]" } });
  t.deepEqual(others, {
    MONGODB_URL: "mongodb://ada:[secret]@one:1/?authSource=admin&proxyPassword=[secret]&w=1",
    REDIS_URL: "redis://:[secret]@redis:6379",
    MEILI_KEY: "[secret]",
    SERVER_SECRET: "[secret]",
    FILES_ACCESS_KEY_ID: "[secret]",
    FILES_SECRET_ACCESS_KEY: "[secret]",
  });
});
