// Keep-alive connections to providers, shared by all calls to the same origin.
import type { Route } from '@gatehouse/models/alias'
import { type Dispatcher, Pool } from 'undici'

export type ProviderPools = {
  of(route: Pick<Route, 'baseUrl' | 'timeouts'>): { pool: Dispatcher; basePath: string }
  close(): Promise<void>
}

// Shorter than the idle limit of common load balancers, 60 s: a request that is sent while they close its connection fails.
const keepAliveMs = 50_000

type Upstream = { pool: Pool; basePath: string }

export function createProviderPools(): ProviderPools {
  const pools = new Map<string, Pool>()
  const upstreams = new Map<string, Upstream>()

  function open(baseUrl: string, connectMs: number): Upstream {
    const { origin, pathname } = new URL(baseUrl)
    const name = `${origin} ${connectMs}`
    // One call per connection at a time: an answer must not wait behind a longer one.
    const options = { connect: { timeout: connectMs }, pipelining: 1, keepAliveTimeout: keepAliveMs }
    const pool = pools.get(name) ?? new Pool(origin, options)
    pools.set(name, pool)
    return { pool, basePath: pathname.replace(/\/$/, '') }
  }

  return {
    of({ baseUrl, timeouts }) {
      const name = `${baseUrl} ${timeouts.connectMs}`
      let upstream = upstreams.get(name)
      if (!upstream) upstreams.set(name, (upstream = open(baseUrl, timeouts.connectMs)))
      return upstream
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}
