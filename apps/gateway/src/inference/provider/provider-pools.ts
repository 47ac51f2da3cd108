// Connections to providers, kept open and shared by all calls to the same place.
import type { Route } from '@gatehouse/models/alias'
import { type Dispatcher, Pool } from 'undici'

export type ProviderPools = {
  of(route: Pick<Route, 'baseUrl' | 'timeouts'>): { pool: Dispatcher; basePath: string }
  close(): Promise<void>
}

type Place = { pool: Pool; basePath: string }

export function createProviderPools(): ProviderPools {
  const pools = new Map<string, Pool>()
  const places = new Map<string, Place>()

  function open(baseUrl: string, connectMs: number): Place {
    const { origin, pathname } = new URL(baseUrl)
    const name = `${origin} ${connectMs}`
    // One call per connection at a time: an answer must not wait behind a longer one.
    const pool =
      pools.get(name) ??
      new Pool(origin, { connect: { timeout: connectMs }, pipelining: 1, keepAliveTimeout: 60_000 })
    pools.set(name, pool)
    return { pool, basePath: pathname.replace(/\/$/, '') }
  }

  return {
    of({ baseUrl, timeouts }) {
      const name = `${baseUrl} ${timeouts.connectMs}`
      let place = places.get(name)
      if (!place) places.set(name, (place = open(baseUrl, timeouts.connectMs)))
      return place
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}
