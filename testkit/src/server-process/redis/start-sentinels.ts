// Three Redis servers, a master and its replicas, and three Sentinels that watch them and promote a replica if the master
// does not respond for two seconds.
import { waitUntil } from '../../wait-until.ts'
import { type RedisNode, nodeAddress, nodePassword, startRedisNode, withNode } from './start-redis-node.ts'

export type TestSentinels = {
  /** For REDIS_URL. */
  readonly url: string
  /** The first one is the master at the start. */
  readonly servers: readonly RedisNode[]
  /** The server that most Sentinels consider the master, if they agree. */
  findMaster(): Promise<RedisNode | undefined>
  /** Resolves when the Sentinels know each other, and the master has all replicas. */
  becomeComplete(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const group = 'gatehouse'
const serverCount = 3
const sentinelCount = 3

export async function startSentinels(): Promise<TestSentinels> {
  await using scope = new AsyncDisposableStack()
  const master = scope.use(await startRedisNode({ files: ['redis.conf'] }))
  const servers = [master]
  for (let count = 1; count < serverCount; count += 1) {
    const args = ['--replicaof', `${nodeAddress} ${master.port}`]
    servers.push(scope.use(await startRedisNode({ files: ['redis.conf'], args })))
  }
  const sentinels: RedisNode[] = []
  for (let count = 0; count < sentinelCount; count += 1) {
    const values = { MASTER_ADDRESS: nodeAddress, MASTER_PORT: String(master.port) }
    const node = await startRedisNode({ files: ['sentinel.conf'], values, args: ['--sentinel'] })
    sentinels.push(scope.use(node))
  }
  const findMaster = async () => {
    const ports = await Promise.all(sentinels.map(({ port }) => askForMaster(port).catch(() => undefined)))
    return servers.find(({ port }) => ports.filter((each) => each === port).length * 2 > ports.length)
  }
  const becomeComplete = async () => {
    for (const { port } of sentinels)
      await waitUntil(() => isComplete(port).catch(() => false), {
        withinMs: 60_000,
        what: 'the Sentinels know each other',
      })
    const hasReplicas = async () => (await countReplicas((await findMaster())?.port)) === serverCount - 1
    // On a busy machine a server may respond too late for one look.
    await waitUntil(() => hasReplicas().catch(() => false), {
      withinMs: 60_000,
      what: 'the master has all replicas',
    })
  }
  await becomeComplete()
  const own = scope.move()
  return {
    url: `redis+sentinel://:${nodePassword}@${sentinels.map(({ port }) => `${nodeAddress}:${port}`).join(',')}/${group}`,
    servers,
    findMaster,
    becomeComplete,
    [Symbol.asyncDispose]: () => own.disposeAsync(),
  }
}

/** The replicas that have all data of this server. */
async function countReplicas(port: number | undefined): Promise<number> {
  if (port === undefined) return 0
  const text = await withNode(port, (client) => client.info('replication'))
  return text.match(/slave\d+:[^\n]*state=online/g)?.length ?? 0
}

async function askForMaster(sentinelPort: number): Promise<number> {
  const ask = (client: { call(...words: [string, ...string[]]): Promise<unknown> }) =>
    client.call('sentinel', 'get-master-addr-by-name', group)
  const [, port] = (await withNode(sentinelPort, ask, '')) as [string, string]
  return Number(port)
}

async function isComplete(sentinelPort: number): Promise<boolean> {
  const state = await withNode(sentinelPort, (client) => client.call('sentinel', 'master', group), '')
  const fields = state as string[]
  const valueOf = (name: string) => fields[fields.indexOf(name) + 1]
  return (
    valueOf('flags') === 'master' &&
    valueOf('num-slaves') === String(serverCount - 1) &&
    valueOf('num-other-sentinels') === String(sentinelCount - 1)
  )
}
