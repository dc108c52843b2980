/** Reads the frame times of a capture by DuckDB. @throws Error where it finds no frames */
export type ReadByDuckDb = (path: string) => Promise<void>;

/** The package of the yardstick: `npm ci` installs it with those of the tests, `npm start` does without it. */
const PACKAGE: string = "@duckdb/node-api";

/** As much of DuckDB as the yardstick uses. */
interface Instance {
  connect(): Promise<{ runAndReadAll(sql: string): Promise<{ getRows(): readonly (readonly unknown[])[] }> }>;
}

/**
 * Opens DuckDB with one thread, as a reading process of the service has.
 * @throws Error that says what to install, where it is not installed
 */
export async function openDuckDb(): Promise<ReadByDuckDb> {
  const { DuckDBInstance } = await import(PACKAGE).catch((error: unknown) => {
    throw new Error(`expected the package ${PACKAGE}, which npm ci installs`, { cause: error });
  });
  const instance = (await DuckDBInstance.create(":memory:", { threads: "1" })) as Instance;
  const connection = await instance.connect();
  return async (path) => {
    // The reader of the service needs these percentiles, too.
    const result = await connection.runAndReadAll(
      `SELECT count(*), avg(msBetweenPresents), quantile_cont(msBetweenPresents, [0.01, 0.5, 0.99, 0.999])
      FROM read_csv('${path.replaceAll("'", "''")}')`,
    );
    if (Number(result.getRows()[0]?.[0]) === 0) throw new Error(`${path}: DuckDB found no frames`);
  };
}
