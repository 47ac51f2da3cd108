// Which connections lead to the rows of a company. Today there is one database, which is the directory and the only
// shard; code that asks here needs no change when there are several (docs/decisions/0059-shards.md).
import type { Postgres } from './create-postgres.ts'

export type Shards<Connections = Postgres> = {
  /** The shard with everything of this company that grows with its traffic: calls, credits, talents, tasks and so on. */
  of(companyId: string): Connections
  /** What is small and global: companies, users, keys, plans, models and the inbox of payment events. */
  readonly directory: Connections
  /** For work on all companies, such as cleaning up: done for each shard, and added up where a sum is shown. */
  all(): readonly Connections[]
}

/** All companies, and the directory, in one database. */
export function oneShard<Connections>(connections: Connections): Shards<Connections> {
  const all = [connections]
  return { of: () => connections, directory: connections, all: () => all }
}

/** The same shards through another kind of connections, such as the query builder, which is created once for each. */
export function mapShards<From, To>(shards: Shards<From>, open: (connections: From) => To): Shards<To> {
  const opened = new Map<From, To>()
  const find = (connections: From): To => {
    const known = opened.get(connections)
    if (known !== undefined) return known
    const added = open(connections)
    opened.set(connections, added)
    return added
  }
  return {
    of: (companyId) => find(shards.of(companyId)),
    get directory() {
      return find(shards.directory)
    },
    all: () => shards.all().map(find),
  }
}
