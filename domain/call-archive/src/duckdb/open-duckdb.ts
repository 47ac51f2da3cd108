// DuckDB in this process, for one piece of work. Its library of 70 MB is loaded when it is first used, so that a process
// that never reads the archive does not pay for it.

export type DuckDb = {
  /** Rows with all values as text. */
  query(statement: string): Promise<Record<string, string | null>[]>
}

// An object of the archive is much smaller. One thread: an archive run must leave the cores to others.
const settings = {
  threads: '1',
  memory_limit: '1GB',
  // Extensions would be downloaded.
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
}

export async function withDuckDb<T>(directory: string, work: (duckDb: DuckDb) => Promise<T>): Promise<T> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:', { ...settings, temp_directory: directory })
  try {
    const connection = await instance.connect()
    try {
      return await work({
        async query(statement) {
          const reader = await connection.runAndReadAll(statement)
          return reader.getRowObjectsJson() as Record<string, string | null>[]
        },
      })
    } finally {
      connection.closeSync()
    }
  } finally {
    instance.closeSync()
  }
}

/** A file's path as an SQL literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
