// Several servers of one cluster in a connection string, as libpq takes them: postgres://a:5432,b:5432/name. One of them
// is the primary, and which one it is changes at a failover, so every new connection goes to the server that was the
// primary last, and to the next one if that cannot be reached or is a standby. Pools of one process that share a list also
// share its attempts to connect.
import { splitHosts } from '@gatehouse/runtime/split-hosts'
import pg from 'pg'
import { ConnectGate } from './connections/connect-gate.ts'
import { startupOptions } from './connections/startup-options.ts'

export class ServerList {
  readonly gate = new ConnectGate()
  readonly #urls: readonly string[]
  #current = 0

  constructor(url: string) {
    this.#urls = splitHosts(url)
  }

  get count(): number {
    return this.#urls.length
  }

  get current(): string {
    return this.#urls[this.#current] ?? ''
  }

  /** Moves on from the server, unless a concurrent attempt has done so already. */
  passOver(url: string): void {
    if (url === this.current) this.#current = (this.#current + 1) % this.#urls.length
  }
}

/** A client class for a pool, whose new connections go to the list's current server. */
export function clientOf(servers: ServerList): new () => pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: servers.current })
    }
  }
}

// Raises the error code of a read-only transaction, so that a standby is treated like a demoted primary: nothing was
// done, and the connection is dropped.
const refuseStandbyText = `do $$ begin
  if pg_is_in_recovery() then
    raise exception 'the server is in recovery' using errcode = 'read_only_sql_transaction';
  end if;
end $$`

export async function refuseStandby(connection: { query(text: string): Promise<unknown> }): Promise<void> {
  await connection.query(refuseStandbyText)
}

/** Connects to the primary without a pool. Throws the last server's error if no server is a primary. */
export async function connectToPrimary({
  connectionString = '',
  ...config
}: pg.ClientConfig): Promise<pg.Client> {
  const servers = new ServerList(connectionString)
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({
      options: startupOptions(),
      ...config,
      connectionString: servers.current,
    })
    try {
      await client.connect()
      if (servers.count > 1) await refuseStandby(client)
      return client
    } catch (thrown) {
      await client.end().catch(() => undefined)
      servers.passOver(servers.current)
      if (attempt >= servers.count) throw thrown
    }
  }
}
