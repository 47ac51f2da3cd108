// The Redis of the test run, which is a cluster in the project `cluster` (see vitest.config.ts). Without the time limits of a
// service's connection, because a test on a busy machine must not fail for them.
import { Cluster, Redis } from 'ioredis'
import { testRedisUrl } from './test-servers.ts'

export function openTestRedis(): Redis | Cluster {
  const url = testRedisUrl()
  if (!url.startsWith('redis+cluster:')) return new Redis(url)
  const [, password = '', hosts = ''] = /^redis\+cluster:\/\/:([^@]*)@(.*)$/.exec(url) ?? []
  const nodes = hosts.split(',').map((host) => `redis://${host}`)
  return new Cluster(nodes, { redisOptions: { password } })
}

/** Removes every key of this test file. */
export async function emptyTestRedis(redis: Redis | Cluster): Promise<void> {
  if (!(redis instanceof Cluster)) return void (await redis.flushdb())
  // Its nodes are known as soon as it has answered.
  await redis.exists('any')
  await Promise.all(redis.nodes('master').map((node) => node.flushdb()))
}
