import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { makeZip } from "client-zip";
import type { Db } from "mongodb";
import { fileOfObject, type AccountData, type ExportedFile } from "../../account-data.ts";
import type { Clock } from "../../infra/clock.ts";
import { holdLease, removeLease } from "../../infra/lease.ts";
import type { NewId } from "../../infra/new-id.ts";
import type { SecurityEvents } from "../../infra/security-events.ts";
import { ExportUnderWayError } from "../errors.ts";
import type { AccountsRepository } from "../records/accounts-repository.ts";

/**
 * The duration of the lease of a data export, in ms. If the process that makes the export crashes, another export of
 * the account may begin after this time.
 */
const LEASE_MS = 30_000;

/** Exports all data that the service stores about an account. */
export type AccountExport = ReturnType<typeof createAccountExport>;

/** Creates the service that exports the data of accounts: at most one export at a time for each account. */
export function createAccountExport(deps: ExportDeps) {
  const { db, securityEvents, clock, newId } = deps;
  return {
    /**
     * Begins an export of an account's data. Returns a ZIP archive as a stream; only a few chunks of the archive are
     * in memory at a time. The files in the archive are not compressed, because compression would take too much time
     * of the process. The caller must read the stream to its end or destroy it; until the stream has ended, no other
     * export of the account can begin. The export is recorded as a security event.
     * @param address the client's address
     * @throws ExportUnderWayError
     */
    begin: async (accountId: string, address: string): Promise<Readable> => {
      const lease = { db, name: leaseName(accountId), owner: newId(), durationMs: LEASE_MS, clock };
      const release = await holdLease(lease);
      if (!release) throw new ExportUnderWayError();
      securityEvents.record("account_exported", { account_id: accountId, address });
      const archive = Readable.fromWeb(makeZip(entriesOf(deps, accountId)) as ReadableStream);
      // Ignore an error while the lease of the export is released, because the lease expires by itself.
      archive.once("close", () => void release().catch(() => undefined));
      return archive;
    },

    accountData: {
      name: "export",
      removeAllOf: (accountId: string): Promise<void> => removeLease(db, leaseName(accountId)),
    } satisfies AccountData,
  };
}

interface ExportDeps {
  db: Db;
  accountsRepository: Pick<AccountsRepository, "find">;
  /** Every kind of data that the service stores about accounts. */
  accountData: readonly AccountData[];
  securityEvents: SecurityEvents;
  clock: Clock;
  newId: NewId;
}

const leaseName = (accountId: string) => `export:${accountId}`;

async function* entriesOf({ clock, ...deps }: ExportDeps, accountId: string) {
  for await (const { path, content } of filesOf(deps, accountId))
    yield { name: path, input: content, lastModified: clock() };
}

async function* filesOf(
  { accountsRepository, accountData }: Pick<ExportDeps, "accountsRepository" | "accountData">,
  accountId: string,
): AsyncGenerator<ExportedFile> {
  const account = await accountsRepository.find(accountId);
  if (account) yield fileOfObject("account.json", account);
  for (const data of accountData) if (data.exportAllOf) yield* data.exportAllOf(accountId);
}
