import test from "ava";
import { freePort } from "../../../embedded/index.ts";
import { createBrowser } from "../../helpers/browser.ts";
import { patience } from "../../helpers/patience.ts";
import { runProgram, temporaryFolder } from "../../helpers/processes.ts";
import { testStores } from "../../helpers/stores.ts";

test("npm start starts a sign-in provider if LOCAL_PROVIDER is true, and a browser can sign in with it", async (t) => {
  const { env: stores } = await testStores(t);
  const port = await freePort();
  const env = {
    ...process.env,
    ...stores,
    ...patience,
    NODE_ENV: "development",
    PORT: String(port),
    DATA_DIR: temporaryFolder(t),
    LOCAL_PROVIDER: "true",
  };
  const program = runProgram(t, "scripts/start.ts", { env });
  const url = (await program.firstLine()).replace("ready ", "");
  t.is(url, `http://127.0.0.1:${port}`);
  const browser = createBrowser();
  const page = await browser.follow(`${url}/login/local?return_to=/me`);
  t.is(page.response?.status, 200);
  t.regex((await page.response?.text()) ?? "", /<button name="answer" value="sign-in">/);
  const form = new URLSearchParams({ name: "dev", answer: "sign-in" });
  const sent = await browser.send(page.url, { method: "POST", body: form });
  const end = await browser.follow(new URL(sent.headers.get("location") ?? "", page.url).href);
  t.is(end.url, `${url}/me`);
  t.is(end.response?.status, 200);
  t.regex((await end.response?.text()) ?? "", /"account_id"/);
});
