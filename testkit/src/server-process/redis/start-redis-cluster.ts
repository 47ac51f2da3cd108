// A Redis Cluster on this machine: three masters and a replica of each.
import { waitUntil } from '../../wait-until.ts'
import { type RedisNode, nodeAddress, nodePassword, startRedisNode, withNode } from './start-redis-node.ts'

export type TestRedisCluster = {
  /** For REDIS_URL. */
  readonly url: string
  readonly nodes: readonly RedisNode[]
  /** The master of a key's slot, if most nodes agree; a node that may not respond is not asked. */
  findMaster(key: string, silent?: RedisNode): Promise<RedisNode | undefined>
  /** Resolves when every slot is served and every master has a replica with all its data. */
  becomeComplete(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

type NodeClient = Parameters<Parameters<typeof withNode>[1]>[0]

const masterCount = 3
const slotCount = 16_384

export async function startRedisCluster(): Promise<TestRedisCluster> {
  await using scope = new AsyncDisposableStack()
  const nodes: RedisNode[] = []
  for (let count = 0; count < 2 * masterCount; count += 1)
    nodes.push(scope.use(await startRedisNode({ files: ['redis.conf', 'cluster.conf'] })))
  await join(nodes)
  const cluster = withOperations(nodes)
  await cluster.becomeComplete()
  const own = scope.move()
  return { ...cluster, [Symbol.asyncDispose]: () => own.disposeAsync() }
}

/** As `redis-cli --cluster create` does. */
async function join(nodes: readonly RedisNode[]): Promise<void> {
  const masters = nodes.slice(0, masterCount)
  for (const [number, { port }] of masters.entries()) {
    const first = Math.ceil((number * slotCount) / masterCount)
    const last = Math.ceil(((number + 1) * slotCount) / masterCount) - 1
    await withNode(port, async (client) => {
      await client.call('cluster', 'addslotsrange', String(first), String(last))
      await client.call('cluster', 'set-config-epoch', String(number + 1))
    })
  }
  for (const { port, busPort } of nodes.slice(1))
    await withNode(nodes[0]?.port ?? 0, (client) =>
      client.call('cluster', 'meet', nodeAddress, String(port), String(busPort)),
    )
  const ids = await Promise.all(
    masters.map(({ port }) => withNode(port, (client) => client.call('cluster', 'myid'))),
  )
  for (const [number, { port }] of nodes.slice(masterCount).entries()) {
    const replicate = () =>
      withNode(port, (client) => client.call('cluster', 'replicate', String(ids[number]))).then(
        () => true,
        () => false,
      )
    await waitUntil(replicate, { withinMs: 30_000, what: 'the nodes know each other' })
  }
}

function withOperations(nodes: readonly RedisNode[]): Omit<TestRedisCluster, typeof Symbol.asyncDispose> {
  const readViews = async (silent?: RedisNode) => {
    const asked = nodes.filter((node) => node !== silent)
    const views = await Promise.all(asked.map(({ port }) => readSlots(port).catch(() => undefined)))
    return views.filter((view) => view !== undefined)
  }
  return {
    url: `redis+cluster://:${nodePassword}@${nodes.map(({ port }) => `${nodeAddress}:${port}`).join(',')}`,
    nodes,
    async findMaster(key, silent) {
      const views = await readViews(silent)
      const slot = await askAny(nodes, (client) => client.call('cluster', 'keyslot', key)).catch(
        () => undefined,
      )
      const owners = views.map((ranges) =>
        ranges.find(({ first, last }) => first <= Number(slot) && Number(slot) <= last),
      )
      return nodes.find(
        ({ port }) => owners.filter((owner) => owner?.ports[0] === port).length * 2 > nodes.length,
      )
    },
    async becomeComplete() {
      const isComplete = async () => {
        const views = await readViews()
        return (
          views.length === nodes.length &&
          views.every(
            (ranges) =>
              ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0) === slotCount &&
              ranges.every(({ ports }) => ports.length === 2),
          ) &&
          (await areLinked(nodes))
        )
      }
      await waitUntil(() => isComplete().catch(() => false), {
        withinMs: 60_000,
        what: 'the cluster is complete',
      })
    },
  }
}

async function askAny<T>(nodes: readonly RedisNode[], work: (client: NodeClient) => Promise<T>): Promise<T> {
  return Promise.any(nodes.map(({ port }) => withNode(port, work)))
}

/** Whether every replica is connected to its master. */
async function areLinked(nodes: readonly RedisNode[]): Promise<boolean> {
  const texts = await Promise.all(
    nodes.map(({ port }) => withNode(port, (client) => client.info('replication'))),
  )
  return texts.every((text) => text.includes('role:master') || text.includes('master_link_status:up'))
}

type SlotRange = { first: number; last: number; /** The master's first. */ ports: number[] }

async function readSlots(port: number): Promise<SlotRange[]> {
  const answer = (await withNode(port, (client) => client.call('cluster', 'slots'))) as [
    number,
    number,
    ...[string, number][],
  ][]
  return answer.map(([first, last, ...servers]) => ({ first, last, ports: servers.map(([, each]) => each) }))
}
