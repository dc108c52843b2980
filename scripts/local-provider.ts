import { startLocalProvider } from "../embedded/local-provider/local-provider.ts";
import { messageOf } from "../src/infra/message-of.ts";
import { option, readOptions } from "./script-arguments.ts";

// Runs the local sign-in provider alone; `npm start` also starts the provider if LOCAL_PROVIDER is true. The provider
// has one client, whose id and secret are in LOCAL_PROVIDER_CLIENT_ID and LOCAL_PROVIDER_CLIENT_SECRET:
//   node --import=tsx scripts/local-provider.ts --redirect-uri http://127.0.0.1:3000/login/local/callback
// Prints a line when the provider is ready.

try {
  if (process.env["NODE_ENV"] === "production")
    throw new Error("the local provider signs anybody in, so it refuses to run in production");
  const known = {
    "redirect-uri": option("<url>", "the address to which the provider redirects people after the log-in"),
  };
  const { "redirect-uri": redirectUri } = readOptions(known, process.argv.slice(2));
  const client_id = process.env["LOCAL_PROVIDER_CLIENT_ID"];
  const client_secret = process.env["LOCAL_PROVIDER_CLIENT_SECRET"];
  if (!redirectUri || !client_id || !client_secret)
    throw new Error(
      "expected --redirect-uri, and the variables LOCAL_PROVIDER_CLIENT_ID and LOCAL_PROVIDER_CLIENT_SECRET",
    );
  const client = { client_id, client_secret, redirect_uris: [redirectUri] };
  const { issuer } = await startLocalProvider({ clients: [client] });
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => process.exit(0));
  console.log(`ready ${issuer}`);
} catch (error) {
  console.error(messageOf(error));
  process.exit(1);
}
