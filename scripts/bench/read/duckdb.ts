/** Reads the frame times of a capture with DuckDB. @throws Error where DuckDB finds no frames */
export type ReadByDuckDb = (path: string) => Promise<void>;

/** The package of DuckDB: `npm ci` installs it for the tests and the bench; `npm start` does not need it. */
const PACKAGE: string = "@duckdb/node-api";

/** The part of DuckDB's API that the yardstick uses. */
interface Instance {
  connect(): Promise<{ runAndReadAll(sql: string): Promise<{ getRows(): readonly (readonly unknown[])[] }> }>;
}

/**
 * Opens DuckDB with one thread, because a reading process of the service has one as well.
 * @throws Error that says what to install, where DuckDB is not installed
 */
export async function openDuckDb(): Promise<ReadByDuckDb> {
  const { DuckDBInstance } = await import(PACKAGE).catch((error: unknown) => {
    throw new Error(`expected the package ${PACKAGE}, which npm ci installs`, { cause: error });
  });
  const instance = (await DuckDBInstance.create(":memory:", { threads: "1" })) as Instance;
  const connection = await instance.connect();
  return async (path) => {
    // The reader of the service computes the same percentiles.
    const result = await connection.runAndReadAll(
      `SELECT count(*), avg(msBetweenPresents), quantile_cont(msBetweenPresents, [0.01, 0.5, 0.99, 0.999])
      FROM read_csv('${path.replaceAll("'", "''")}')`,
    );
    if (Number(result.getRows()[0]?.[0]) === 0) throw new Error(`${path}: DuckDB found no frames`);
  };
}
