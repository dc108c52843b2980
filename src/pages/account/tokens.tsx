import { scopes } from "../../access.ts";
import type { OwnTokens } from "../../accounts/index.ts";
import type { Fault } from "../../errors.ts";
import type { PostedFields } from "../../http/bodies/posted-fields.ts";
import { Scroll } from "../layout/scroll.tsx";
import { Day } from "../layout/figures.tsx";
import { faultsOf, Field, typedText } from "../layout/field.tsx";

/** A newly created access token: its secret and its name. */
export interface NewToken {
  token: string;
  access_token: { name: string };
}

interface TokensSectionProps {
  tokens: OwnTokens;
  maxTokenDays: number;
  faults: readonly Fault[];
  values: PostedFields;
  newToken?: NewToken;
}

const scopeTexts: Readonly<Record<(typeof scopes)[number], string>> = {
  read: "read what is yours",
  submit: "submit, change and delete",
};

/** Lists the access tokens of an account, with a form for a new token, whose secret is shown once. */
export function TokensSection({ tokens, maxTokenDays, faults, values, newToken }: TokensSectionProps) {
  return (
    <section class="stack" aria-labelledby="tokens-heading">
      <h2 id="tokens-heading">Access tokens</h2>
      <p class="soft">
        A program, such as an upload script, acts for you by a token (how: <a href="/docs">the API</a>). Keep
        it secret: whoever has it can do what it allows.
      </p>
      {newToken && <ShownOnce {...newToken} />}
      {tokens.results.length > 0 && <TokenTable tokens={tokens.results} />}
      <details open={faults.some(({ pointer }) => isOfToken(pointer))}>
        <summary>Make a token</summary>
        <form class="stack token-form" method="post" action="/me/new-token">
          <Field
            label="What it is for"
            name="token_name"
            value={typedText(values["token_name"])}
            faults={faults}
            input={{ required: true, maxlength: 80, placeholder: "Upload script", autocomplete: "off" }}
          />
          <fieldset class="choices">
            <legend>It may</legend>
            {scopes.map((scope) => (
              <label class="choice">
                <input
                  type="checkbox"
                  name="scopes"
                  value={scope}
                  checked={[values["scopes"]].flat().includes(scope)}
                />
                <span>{scopeTexts[scope]}</span>
              </label>
            ))}
            {faultsOf(faults, "scopes").map(({ detail }) => (
              <p class="fault">{detail}</p>
            ))}
          </fieldset>
          <Field
            label="Days until it ends"
            name="expires_in_days"
            value={typedText(values["expires_in_days"])}
            faults={faults}
            hint={`At most ${maxTokenDays}; leave it empty for ${maxTokenDays} days`}
            input={{ inputmode: "numeric", autocomplete: "off" }}
          />
          <div class="row">
            <button class="button-quiet">Make the token</button>
          </div>
        </form>
      </details>
    </section>
  );
}

const isOfToken = (pointer: string) => /^\/(token_name|scopes|expires_in_days)(\/|$)/.test(pointer);

function ShownOnce({ token, access_token: { name } }: NewToken) {
  return (
    <div class="card stack new-token">
      <label for="new-token">
        The token “<bdi>{name}</bdi>”. Copy it now: it is shown only this once.
      </label>
      <input id="new-token" class="share-link" readonly value={token} autocomplete="off" />
    </div>
  );
}

function TokenTable({ tokens }: { tokens: OwnTokens["results"] }) {
  return (
    <Scroll label="Your access tokens">
      <table>
        <thead>
          <tr>
            <th scope="col">For</th>
            <th scope="col">May</th>
            <th scope="col">Last used</th>
            <th scope="col">Ends</th>
            <th scope="col">
              <span class="visually-hidden">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map(({ token_id, name, scopes: allowed, last_used_at, expires_at }) => (
            <tr>
              <th scope="row">
                <bdi class="token-name">{name}</bdi>
              </th>
              <td>{allowed.map((scope) => scopeTexts[scope]).join(", ")}</td>
              <td>{last_used_at === null ? "never" : <Day at={last_used_at} />}</td>
              <td>
                <Day at={expires_at} />
              </td>
              <td>
                <form method="post" action="/me/revoke-token">
                  <input type="hidden" name="token_id" value={token_id} />
                  <button class="button-quiet" aria-label={`Revoke ${name}`}>
                    Revoke
                  </button>
                </form>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
