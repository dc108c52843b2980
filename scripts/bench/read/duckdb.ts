/** Reads the frame times of a capture with DuckDB. @throws Error if DuckDB finds no frames */
export type ReadByDuckDb = (path: string) => Promise<void>;

/** The npm package of DuckDB, which the tests and `npm run bench` need and `npm start` does not. */
const PACKAGE: string = "@duckdb/node-api";

/** The part of DuckDB's API with which `npm run bench` reads a capture. */
interface Instance {
  connect(): Promise<{ runAndReadAll(sql: string): Promise<{ getRows(): readonly (readonly unknown[])[] }> }>;
}

/**
 * Opens DuckDB with one thread, because a process of the service that reads a file also has one thread.
 * @throws Error that says what to install, if DuckDB is not installed
 */
export async function openDuckDb(): Promise<ReadByDuckDb> {
  const { DuckDBInstance } = await import(PACKAGE).catch((error: unknown) => {
    throw new Error(`expected the package ${PACKAGE}, which npm ci installs`, { cause: error });
  });
  const instance = (await DuckDBInstance.create(":memory:", { threads: "1" })) as Instance;
  const connection = await instance.connect();
  return async (path) => {
    // Let DuckDB compute the same percentiles as the reader of the service.
    const result = await connection.runAndReadAll(
      `SELECT count(*), avg(msBetweenPresents), quantile_cont(msBetweenPresents, [0.01, 0.5, 0.99, 0.999])
      FROM read_csv('${path.replaceAll("'", "''")}')`,
    );
    if (Number(result.getRows()[0]?.[0]) === 0) throw new Error(`${path}: DuckDB found no frames`);
  };
}
