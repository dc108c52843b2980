import { startLocalProvider } from "../embedded/local-provider/local-provider.ts";
import { messageOf } from "../src/infra/message-of.ts";
import { option, readOptions } from "./script-arguments.ts";

// Runs the local sign-in provider alone; npm start starts it where LOCAL_PROVIDER=true. It knows one client, whose id and
// secret are in LOCAL_PROVIDER_CLIENT_ID and LOCAL_PROVIDER_CLIENT_SECRET:
//   node --import=tsx scripts/local-provider.ts --redirect-uri http://127.0.0.1:3000/login/local/callback
// Prints a line when it is ready.

try {
  if (process.env["NODE_ENV"] === "production")
    throw new Error("the local provider signs anybody in: it is not for production");
  const known = { "redirect-uri": option("<url>", "where the provider sends people back to") };
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
