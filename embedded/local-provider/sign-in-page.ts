import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider } from "oidc-provider";

/** Path prefix of the page that asks who signs in; the id of the log-in follows. */
export const SIGN_IN_PATH = "/sign-in/";

const MAX_FORM_BYTES = 4096;
const MAX_NAME_CHARACTERS = 80;

/**
 * Shows the page that asks who signs in, and handles its form. A log-in that the provider does not know gets status
 * 400.
 */
export async function answerSignInPage(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await provider.interactionDetails(request, response);
    if (request.method !== "POST") {
      showPage(response);
      return;
    }
    const form = await readForm(request);
    const name = (form.get("name") ?? "").trim().slice(0, MAX_NAME_CHARACTERS);
    const result =
      form.get("answer") === "cancel" || name === ""
        ? { error: "access_denied", error_description: "The person cancelled the log-in." }
        : { login: { accountId: name, remember: false } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  } catch (error) {
    response.writeHead(400, { "Content-Type": "text/plain; charset=utf-8" });
    response.end(
      `This log-in cannot continue: ${error instanceof Error ? error.message : String(error)}. Begin the log-in again.\n`,
    );
  }
}

function showPage(response: ServerResponse): void {
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" });
  response.end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>Sign in at the local provider</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:24rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>Local provider</h1>
<p>For trying out the service. This provider signs anybody in under any name, without a password.</p>
<form method="post">
<p><label>Name <input name="name" value="dev" maxlength="${MAX_NAME_CHARACTERS}" autofocus></label></p>
<p><button name="answer" value="sign-in">Sign in</button> <button name="answer" value="cancel">Cancel</button></p>
</form>
</html>
`);
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8") as AsyncIterable<string>) {
    text += chunk;
    if (text.length > MAX_FORM_BYTES) throw new Error("the sent form is too long");
  }
  return new URLSearchParams(text);
}
