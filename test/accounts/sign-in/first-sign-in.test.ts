import test from "ava";
import type { Collection, Db } from "mongodb";
import type { Account } from "../../../src/accounts/records/account.ts";
import { createAccountsRepository } from "../../../src/accounts/records/accounts-repository.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });
const { db } = service.stores;
const accounts = db.collection<Account>("accounts");

test("simultaneous first sign-ins of one person make one account, and each sign-in gets a session of that account", async (t) => {
  const clients = await Promise.all(Array.from({ length: 10 }, () => service.signIn("in a hurry")));
  const answers = await Promise.all(clients.map((client) => client.get("/me")));
  const ids = new Set(answers.map(({ body }) => body.account.account_id as string));
  t.is(ids.size, 1);
  t.is(await accounts.countDocuments({ subject: "in a hurry" }), 1);
});

test("a sign-in that found no account uses the account that another sign-in has inserted meanwhile", async (t) => {
  const person = { provider: "dev", subject: "at the same moment", name: "one", role: "user" as const };
  const make = (_id: string): Account => ({ ...person, _id, tier: "free", created_at: new Date() });
  let updates = 0;
  // A first sign-in searches MongoDB for the account and then inserts it. In this test another sign-in inserts the same
  // account between these two steps.
  const overtaken = {
    findOneAndUpdate: async (...given: Parameters<Collection<Account>["findOneAndUpdate"]>) => {
      updates += 1;
      if (updates > 1) return accounts.findOneAndUpdate(...given);
      await accounts.insertOne(make("the other"));
      return accounts.insertOne(make("the own"));
    },
  };
  const repository = createAccountsRepository({ collection: () => overtaken } as unknown as Db);
  const found = await repository.signIn(make("the own"), "pro");
  t.is(found._id, "the other");
  t.is(found.tier, "pro");
  t.is(await accounts.countDocuments({ subject: person.subject }), 1);
});
