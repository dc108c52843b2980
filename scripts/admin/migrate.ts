import { migrations as all } from "../../src/compose/migrations.ts";
import { createMigrations, type MigrationProgress } from "../../src/infra/migrations.ts";
import { createProgressBar } from "../progress-bar.ts";
import { flag } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";

const counted = (count: number) => count.toLocaleString("en");

/** Brings stored documents into the form of this release: the migrations that are outstanding, in their order. */
export const migrate = adminCommand({
  name: "migrate",
  isMigrating: true,
  about: `Brings stored documents into the form of this version, once no process of an older version runs.
Web processes and workers of this version may go on meanwhile. Cut off, it may be begun again and goes on where it was.
docs/operations/upgrade.md says when it is needed.`,
  options: {
    "dry-run": flag("changes nothing, and says how many documents would be changed"),
  },
  example: "--dry-run",
  run: async ({ "dry-run": isDryRun }, { stores, clock, newId }) => {
    const migrations = createMigrations({ db: stores.mongo.db, clock, newId, migrations: all });
    const { known, outstanding } = await migrations.state();
    if (outstanding.length === 0) {
      console.log(`nothing to do: all documents have form ${known}, the newest that this version knows`);
      return true;
    }
    const names = outstanding.map(({ form, name }) => `form ${form}, ${name}`);
    console.log(`outstanding: ${names.join("; ")}`);
    let latest: MigrationProgress | undefined;
    const bar = createProgressBar({
      describe: () => (latest ? `form ${latest.migration.form}: ${countsOf(latest, isDryRun)}` : ""),
    });
    const onProgress = (progress: MigrationProgress) => {
      latest = progress;
      bar.show(Math.min(1, progress.examined / Math.max(1, progress.total)));
    };
    const done = await (isDryRun ? migrations.tryOut(onProgress) : migrations.run(onProgress));
    bar.end();
    for (const one of done)
      console.log(`form ${one.migration.form}, ${one.migration.name}: ${countsOf(one, isDryRun)}`);
    console.log(isDryRun ? "nothing was changed" : `all documents have form ${known}`);
    return true;
  },
});

function countsOf({ migration, examined, changed }: MigrationProgress, isDryRun: boolean): string {
  const change = isDryRun ? "would be changed" : "changed";
  return `${counted(examined)} documents of ${migration.collection} examined, ${counted(changed)} ${change}`;
}
