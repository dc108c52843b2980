import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { registerSecret } from "./run-output.ts";

const SECRET = "the-github-secret";

/**
 * What GitHub stores about an authorization code: the user who signed in, and the PKCE challenge and redirect address
 * of the request for the code.
 */
export interface Grant {
  user: { id: number; login: string };
  challenge: string | null;
  redirectUri: string;
}

/**
 * Starts a server with the endpoints of GitHub that a log-in uses. As GitHub documents, errors about a code have the
 * status 200. The caller has to close the server.
 * @param redirectUris the redirect addresses of apps in the settings of the service
 */
export async function startGithub(redirectUris: readonly string[]) {
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Grant["user"]>();
  let userStatus = 200;
  const server = createServer((request, response) => {
    void (async () => {
      const send = (body: unknown, status = 200) =>
        response
          .writeHead(status, { "Content-Type": "application/json; charset=utf-8" })
          .end(JSON.stringify(body));
      const path = new URL(request.url ?? "", "http://any").pathname;
      if (path === "/login/oauth/access_token") {
        let text = "";
        for await (const chunk of request) text += String(chunk);
        const form = new URLSearchParams(text);
        registerSecret(form.get("code_verifier") ?? "");
        const grant = codes.get(form.get("code") ?? "");
        codes.delete(form.get("code") ?? "");
        if (form.get("client_secret") !== SECRET) return send({ error: "incorrect_client_credentials" });
        const challenge = createHash("sha256")
          .update(form.get("code_verifier") ?? "")
          .digest("base64url");
        if (!grant || (grant.challenge !== null && grant.challenge !== challenge))
          return send({ error: "bad_verification_code", error_description: "incorrect or expired" });
        if (grant.redirectUri !== form.get("redirect_uri")) return send({ error: "redirect_uri_mismatch" });
        const access_token = `gho_${tokens.size}`;
        tokens.set(access_token, grant.user);
        return send({ access_token, scope: "", token_type: "bearer" });
      }
      const user = tokens.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
      if (path !== "/user" || !user || !request.headers["user-agent"])
        return send({ message: "Bad credentials" }, 401);
      return send(
        userStatus === 200 ? { ...user, email: "octocat@mail.test", name: "The Octocat" } : {},
        userStatus,
      );
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: {
      kind: "github",
      client_id: "Iv1.bench",
      client_secret: SECRET,
      redirect_uris: redirectUris,
      authorization_endpoint: `${url}/login/oauth/authorize`,
      token_endpoint: `${url}/login/oauth/access_token`,
      user_endpoint: `${url}/user`,
    },
    /** Makes `code` valid for a person who signed in at GitHub. Returns the code. */
    grant: (code: string, grant: Grant) => {
      registerSecret(code);
      codes.set(code, grant);
    },
    answerUserWith: (status: number) => {
      userStatus = status;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
