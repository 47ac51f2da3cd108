// Runs once before the tests of the project `cluster`, which repeats integration tests with a Redis Cluster.
import type { TestProject } from 'vitest/node'
import { startRedisCluster } from '../server-process/redis/start-redis-cluster.ts'
import { setup as startServers } from './start-servers.ts'

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await using started = new AsyncDisposableStack()
  started.defer(await startServers(project))
  const cluster = started.use(await startRedisCluster())
  project.provide('redisUrl', cluster.url)
  const running = started.move()
  return async () => running.disposeAsync()
}
