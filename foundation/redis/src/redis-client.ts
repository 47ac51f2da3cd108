// A connection to one Redis server, or to all nodes of a Redis Cluster. Commands with a key are the same for both; what
// concerns a server rather than a key (its clock, whether it responds) concerns every master of a cluster.
import { Cluster, type Redis } from 'ioredis'
import { slotOf } from './key-slot.ts'

export type RedisClient = Redis | Cluster

/** Name of the server that has the key, as far as it is known; all keys of a single server have the same. */
export function nodeOf(redis: RedisClient, key: string): string {
  return redis instanceof Cluster ? (redis.slots[slotOf(key)]?.[0] ?? '') : ''
}

/** The time of the server that has the key, in milliseconds. The clocks of a cluster's nodes may differ. */
export async function readTimeMs(redis: RedisClient, key: string): Promise<number> {
  if (redis instanceof Cluster) return timeOf(findMaster(redis, nodeOf(redis, key)))
  return timeOf(redis)
}

/** The time of every master by its name. Rejects unless all of them respond. */
export async function readTimesMs(redis: RedisClient): Promise<ReadonlyMap<string, number>> {
  if (!(redis instanceof Cluster)) return new Map([['', await timeOf(redis)]])
  const names = [...new Set(redis.slots.map(([master = '']) => master))]
  if (names.length === 0) throw new Error('The nodes of the Redis cluster are not known yet')
  const times = names.map(async (name) => [name, await timeOf(findMaster(redis, name))] as const)
  return new Map(await Promise.all(times))
}

function findMaster(cluster: Cluster, name: string): Redis {
  const found = cluster.nodes().find(({ options }) => `${options.host}:${options.port}` === name)
  if (found) return found
  // The connection was lost. The client connects again when it has read the slots again.
  cluster.refreshSlotsCache()
  throw new Error(`Not connected to ${name} of the Redis cluster`)
}

async function timeOf(node: Redis): Promise<number> {
  const [seconds, micros] = await node.time()
  return Number(seconds) * 1_000 + Number(micros) / 1_000
}
