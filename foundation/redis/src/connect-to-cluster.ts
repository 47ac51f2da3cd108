// A client of a Redis Cluster. It knows which node has which key, and learns of a failover from the other nodes.
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { Cluster, type Redis } from 'ioredis'
import { commandTimeoutMs, connectionOptions, startMs, waitToReconnect } from './connection-options.ts'
import { gatherWrites } from './gather-writes.ts'
import type { ClusterAddress } from './redis-address.ts'

export type ClusterConnection = { connectionName: string; logger: Logger }

// Finds nodes that were added while no command failed.
const refreshEveryMs = 10_000

export function connectToCluster({ nodes, account }: ClusterAddress, connection: ClusterConnection): Cluster {
  const { connectionName } = connection
  const cluster = new Cluster(nodes, {
    redisOptions: { ...connectionOptions, ...account, connectionName },
    enableOfflineQueue: false,
    clusterRetryStrategy: waitToReconnect,
    // A command whose connection was lost may have run, so the client must not repeat it.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshTimeout: 2 * commandTimeoutMs,
    slotsRefreshInterval: refreshEveryMs,
  })
  cluster.on('+node', (node: Redis) => {
    node.on('connect', () => gatherWrites(node.stream))
    // By default a node is connected to by its first command, and further commands are refused until then.
    if (node.options.readOnly !== true) node.connect().catch(() => undefined)
  })
  // Without this, the client would learn of a new master only from its next command for the slots of the lost one.
  cluster.on('-node', () => {
    if (cluster.status === 'ready') cluster.refreshSlotsCache()
  })
  reportOutages(cluster, connection)
  return cluster
}

function reportOutages(cluster: Cluster, { connectionName, logger }: ClusterConnection): void {
  const lost = new Set<string>()
  let silentUntilMs = performance.now() + startMs
  cluster.on('ready', () => {
    silentUntilMs = 0
  })
  cluster.on('+node', (node: Redis) => {
    const name = `${node.options.host}:${node.options.port}`
    node.on('ready', () => {
      if (lost.delete(name))
        logger.info('a node of the Redis cluster is reachable again', {
          connection: connectionName,
          node: name,
        })
    })
  })
  // Logged once per outage: the client reports every attempt to reconnect.
  cluster.on('node error', (error: Error, name: string) => {
    if (lost.has(name) || performance.now() < silentUntilMs) return
    lost.add(name)
    logger.warn('a node of the Redis cluster is unreachable', {
      connection: connectionName,
      node: name,
      error,
    })
  })
  // Every failed attempt to connect to the cluster is preceded by an error of a node.
  cluster.on('error', () => undefined)
}
