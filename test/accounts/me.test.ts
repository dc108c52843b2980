import test from "ava";
import { startTestService } from "../helpers/service.ts";

const { signIn, anonymous } = await startTestService(test);

test("an account can change its public name; its builds show the name at once, without invisible characters", async (t) => {
  const ada = await signIn("before the change");
  const buildId = await ada.makeBuild();
  const renamed = await ada.send("PATCH", "/me", { name: "  Ada\u202E \u200BLovelace " });
  t.is(renamed.status, 200, renamed.text);
  t.is(renamed.body.account.name, "Ada Lovelace");
  t.is((await ada.get("/me")).body.account.name, "Ada Lovelace");
  t.is((await anonymous.get(`/builds/${buildId}`)).body.build.owner.name, "Ada Lovelace");
});

test("a name of only invisible characters is refused, and the account keeps its name", async (t) => {
  const ada = await signIn("keeps this name");
  const refused = await ada.send("PATCH", "/me", { name: "\u200B\u202E" });
  t.is(refused.status, 422);
  t.is(refused.body.errors[0].pointer, "/name");
  t.is((await ada.get("/me")).body.account.name, "keeps this name");
});
