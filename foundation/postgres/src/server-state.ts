import type { Queryable } from './create-postgres.ts'
import { refuseStandby } from './server-list.ts'

/** The server's settings that decide whether a commit is durable, and its clock. */
export type ServerState = {
  fsync: string
  synchronousCommit: string
  /** The server's clock, in milliseconds since 1970. */
  wallMs: number
}

/** Throws if the server is in recovery. */
export async function readServerState(connection: Queryable): Promise<ServerState> {
  await refuseStandby(connection)
  const { rows } = await connection.query<{ fsync: string; synchronous_commit: string; wall_ms: number }>(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
            (extract(epoch from clock_timestamp()) * 1000)::float8 as wall_ms`,
  )
  const [row] = rows
  if (!row) throw new Error('the server returned no settings')
  return { fsync: row.fsync, synchronousCommit: row.synchronous_commit, wallMs: row.wall_ms }
}
