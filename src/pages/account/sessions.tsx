import type { OwnSessions } from "../../accounts/index.ts";
import { Scroll } from "../layout/scroll.tsx";
import { Day, Moment } from "../layout/figures.tsx";

/** The sessions of an account, each with a button that ends the session. */
export function SessionsSection({ sessions: { results } }: { sessions: OwnSessions }) {
  return (
    <section class="stack" aria-labelledby="sessions-heading">
      <h2 id="sessions-heading">Sessions</h2>
      <p class="soft">Where you are signed in. End every session that you do not know.</p>
      <Scroll label="Your sessions">
        <table class="sessions">
          <thead>
            <tr>
              <th scope="col">Browser or program</th>
              <th scope="col">
                <span class="visually-hidden">End</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {results.map((session) => (
              <SessionRow session={session} />
            ))}
          </tbody>
        </table>
      </Scroll>
      <form class="row" method="post" action="/me/sign-out">
        <input type="hidden" name="all" value="true" />
        <button class="button-quiet">Sign out everywhere</button>
        <span class="note">Ends all sessions, this one too. Tokens stay valid.</span>
      </form>
    </section>
  );
}

function SessionRow({ session }: { session: OwnSessions["results"][number] }) {
  const { session_id, device, created_at, expires_at, is_current } = session;
  return (
    <tr>
      <td>
        <bdi>{device ?? "Unknown browser or program"}</bdi>{" "}
        {is_current && <span class="badge badge-good">this one</span>}
        <div class="note">
          Signed in <Moment at={created_at} />
        </div>
        <div class="note">
          Ends by itself on <Day at={expires_at} />
        </div>
      </td>
      <td>
        {!is_current && (
          <form method="post" action="/me/end-session">
            <input type="hidden" name="session_id" value={session_id} />
            <button class="button-quiet">End</button>
          </form>
        )}
      </td>
    </tr>
  );
}
