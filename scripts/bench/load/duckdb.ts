/** Reads the frame times of a capture by DuckDB. @throws Error where it finds no frames */
export type ReadByDuckDb = (path: string) => Promise<void>;

/** The package of the yardstick: `npm ci` installs it with those of the tests, `npm start` does without it. */
const PACKAGE: string = "@duckdb/node-api";

/** As much of DuckDB as the yardstick uses. */
interface DuckDb {
  DuckDBInstance: {
    create(path: string, options: Record<string, string>): Promise<{ connect(): Promise<Connection> }>;
  };
}

interface Connection {
  runAndReadAll(sql: string): Promise<{ getRows(): readonly (readonly unknown[])[] }>;
}

/**
 * Opens DuckDB with one thread, as a reading process of the service has.
 * @throws Error that says what to install, where it is not installed
 */
export async function openDuckDb(): Promise<ReadByDuckDb> {
  const { DuckDBInstance } = (await import(PACKAGE).catch((error: unknown) => {
    throw new Error(`expected the package ${PACKAGE}, which npm ci installs`, { cause: error });
  })) as DuckDb;
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  return async (path) => {
    const result = await connection.runAndReadAll(questionOf(path));
    const [frames] = result.getRows()[0] ?? [];
    if (Number(frames) === 0) throw new Error(`${path}: DuckDB found no frames`);
  };
}

/** The count, the mean and the percentiles of the frame times, which the reader of the service needs, too. */
function questionOf(path: string): string {
  const file = `'${path.replaceAll("'", "''")}'`;
  return `SELECT count(*), avg(msBetweenPresents), quantile_cont(msBetweenPresents, [0.01, 0.5, 0.99, 0.999])
    FROM read_csv(${file})`;
}
