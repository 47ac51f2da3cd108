// A group of Redis servers that replaces a lost master: with Sentinels, or as a cluster. Both are started with the files of
// deploy/redis.
import { recentErrorsStream } from '@gatehouse/redis/create-log-sink'
import { startRedisCluster } from '@gatehouse/testkit/start-redis-cluster'
import { type TestSentinels, startSentinels } from '@gatehouse/testkit/start-sentinels'

type RedisServer = TestSentinels['servers'][number]

export type RedisGroup = {
  /** For REDIS_URL. */
  url: string
  /** The master to lose in a round. */
  findMaster(round: number): Promise<RedisServer>
  /** Whether the others have agreed on another master in place of this one. */
  hasReplaced(lost: RedisServer, round: number): Promise<boolean>
  /** Resolves when all servers are back and have all data. */
  becomeComplete(): Promise<void>
}

export async function openSentinels(scope: AsyncDisposableStack): Promise<RedisGroup> {
  const sentinels = scope.use(await startSentinels())
  return {
    url: sentinels.url,
    findMaster: async () => required(await sentinels.findMaster()),
    async hasReplaced(lost) {
      const master = await sentinels.findMaster()
      return master !== undefined && master !== lost
    },
    becomeComplete: sentinels.becomeComplete,
  }
}

/** One round each loses the master of the log, of the list of processes, and of a company. */
export async function openCluster(scope: AsyncDisposableStack, companyId: string): Promise<RedisGroup> {
  const cluster = scope.use(await startRedisCluster())
  const keys = [recentErrorsStream, 'gatehouse:limits:processes', `{${companyId}}`]
  const keyOf = (round: number) => keys[round % keys.length] ?? ''
  return {
    url: cluster.url,
    findMaster: async (round) => required(await cluster.findMaster(keyOf(round))),
    async hasReplaced(lost, round) {
      const master = await cluster.findMaster(keyOf(round), lost)
      return master !== undefined && master !== lost
    },
    becomeComplete: cluster.becomeComplete,
  }
}

function required(master: RedisServer | undefined): RedisServer {
  if (!master) throw new Error('the servers do not agree on a master')
  return master
}
