// A connection for subscriptions, which can do nothing else. In a cluster, every node passes on what is published at any
// of them, so one connection to one node suffices; if it is lost, another node is tried. The cluster's own subscriber
// neither notices a silent node nor reports that messages were missed.
import { Cluster, Redis } from 'ioredis'
import { connectionOptions, waitToReconnect } from './connection-options.ts'
import type { RedisClient } from './redis-client.ts'

/** Connected to one server. */
export type Subscriber = Redis

// The client's automatic resubscription leaves a failure unhandled, which would end the process.
const subscriberOptions = { autoResubscribe: false }

/** `purpose` is appended to the name of the connection. */
export function openSubscriber(redis: RedisClient, purpose: string): Subscriber {
  if (redis instanceof Cluster) return openAtAnyNode(redis, purpose)
  return redis.duplicate({ ...subscriberOptions, connectionName: nameOf(redis.options, purpose) })
}

function openAtAnyNode(cluster: Cluster, purpose: string): Subscriber {
  const options = cluster.options.redisOptions ?? {}
  const { username, password } = options
  const subscriber: Redis = new Redis({
    ...connectionOptions,
    ...subscriberOptions,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    lazyConnect: true,
    connectionName: nameOf(options, purpose),
    enableOfflineQueue: false,
    retryStrategy(attempt: number) {
      // The client reads the address again for every attempt.
      Object.assign(subscriber.options, chooseNode(cluster, subscriber.options))
      return waitToReconnect(attempt)
    },
  })
  const start = () => {
    if (subscriber.status !== 'wait') return
    Object.assign(subscriber.options, chooseNode(cluster))
    subscriber.connect().catch(() => undefined)
  }
  if (cluster.status === 'ready') start()
  else cluster.once('ready', start)
  return subscriber
}

type Address = { host?: string | undefined; port?: number | undefined }

/** A random node, and another one than the given if there are several. */
function chooseNode(cluster: Cluster, former?: Address): Address {
  const all = cluster.nodes().map(({ options: { host, port } }) => ({ host, port }))
  const others = all.filter(({ host, port }) => host !== former?.host || port !== former?.port)
  return others[Math.floor(Math.random() * others.length)] ?? former ?? {}
}

function nameOf({ connectionName }: { connectionName?: string | undefined }, purpose: string): string {
  return `${connectionName ?? 'gatehouse'}-${purpose}`
}
