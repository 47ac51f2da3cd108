// A Postgres cluster of three servers with failover, from the files in deploy/postgres: three etcd, three Patroni with a
// Postgres each, and haproxy, which leads to the primary.
import { dirname } from 'node:path'
import { findProgram } from '../server-process/find-program.ts'
import { findFreePort } from '../server-process/free-port.ts'
import { unprivilegedUser } from '../server-process/unprivileged-user.ts'
import { findPostgresProgram } from '../start-postgres.ts'
import { waitUntil } from '../wait-until.ts'
import { type PatroniNode, startPatroniNode } from './patroni-node.ts'
import { findEtcd, startEtcd } from './start-etcd.ts'
import { findHaproxy, startHaproxy } from './start-haproxy.ts'

export type PatroniCluster = {
  /** Leads to the primary; user postgres, database postgres. */
  readonly url: string
  readonly ttlSeconds: number
  primary(): Promise<PatroniNode>
  synchronousStandby(): Promise<PatroniNode>
  /** Makes the synchronous standby the primary, as an operator does before maintenance. */
  switchover(): Promise<void>
  /** Resolves when one server is the primary, one its synchronous standby, and the third follows. */
  becomesComplete(): Promise<void>
  describe(): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

type Member = { name: string; role: string; state: string; timeline?: number }

const nodeCount = 3
const installHint = 'Install Patroni (Debian: apt install patroni etcd-server haproxy).'

export type PatroniOptions = { ttlSeconds?: number; isSynchronous?: boolean }

/** Returns what is not installed, or undefined if a cluster can be started. */
export async function findMissingProgram(): Promise<string | undefined> {
  return Promise.all([findPatroni(), findEtcd(), findHaproxy()]).then(
    () => undefined,
    (thrown: Error) => thrown.message,
  )
}

export async function startPatroni({
  ttlSeconds = 20,
  isSynchronous = true,
}: PatroniOptions = {}): Promise<PatroniCluster> {
  await using scope = new AsyncDisposableStack()
  const programs = {
    patroni: await findPatroni(),
    postgresDirectory: dirname(await findPostgresProgram('postgres')),
  }
  const user = await unprivilegedUser()
  const etcdAddresses = await startEtcd(scope)
  const startNode = async (name: string) => {
    const ports = { postgres: await findFreePort(), rest: await findFreePort() }
    const node = { name, ports, etcdAddresses, ttlSeconds, isSynchronous, programs, user }
    return scope.use(await startPatroniNode(node))
  }
  // The first one creates the cluster, and the others copy it.
  const nodes = [await startNode('pg1')]
  await waitUntil(() => answers(nodes[0], '/primary'), { withinMs: 60_000, what: 'pg1 is the primary' })
  const others = Array.from({ length: nodeCount - 1 }, (_, index) => startNode(`pg${index + 2}`))
  nodes.push(...(await Promise.all(others)))
  const port = await startHaproxy(scope, nodes)
  const cluster = controlCluster(nodes, { isSynchronous })
  await cluster.becomesComplete()
  const own = scope.move()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    ttlSeconds,
    ...cluster,
    [Symbol.asyncDispose]: () => own.disposeAsync(),
  }
}

function controlCluster(nodes: readonly PatroniNode[], { isSynchronous }: { isSynchronous: boolean }) {
  const listMembers = async (): Promise<Member[]> => {
    for (const { restUrl } of nodes) {
      // A server that is frozen accepts a connection and never responds.
      const members = await fetch(`${restUrl}/cluster`, { signal: AbortSignal.timeout(1_000) })
        .then(async (response) => ((await response.json()) as { members: Member[] }).members)
        .catch(() => undefined)
      if (members) return members
    }
    return []
  }
  const withRole = async (role: string): Promise<PatroniNode> => {
    const member = (await listMembers()).find((one) => one.role === role)
    const node = nodes.find(({ name }) => name === member?.name)
    if (!node) throw new Error(`no server of the cluster is the ${role}`)
    return node
  }
  const standbyRole = isSynchronous ? 'sync_standby' : 'replica'
  return {
    primary: () => withRole('leader'),
    synchronousStandby: () => withRole(standbyRole),
    async switchover() {
      const { name, restUrl } = await withRole('leader')
      const response = await fetch(`${restUrl}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: name }),
      })
      if (!response.ok) throw new Error(`the switchover was refused: ${await response.text()}`)
    },
    async becomesComplete() {
      const isComplete = async () => {
        const members = await listMembers()
        const leader = members.find(({ role }) => role === 'leader')
        const isFollowing = ({ state, timeline }: Member) =>
          ['running', 'streaming'].includes(state) && timeline === leader?.timeline
        return (
          members.length === nodeCount &&
          members.every(isFollowing) &&
          members.some(({ role }) => role === standbyRole)
        )
      }
      await waitUntil(isComplete, { withinMs: 120_000, what: 'the cluster is complete', pauseMs: 200 })
    },
    async describe() {
      const members = await listMembers()
      return members.map(({ name, role, state }) => `${name} ${role} ${state}`).join(', ')
    },
  }
}

async function findPatroni(): Promise<string> {
  return findProgram('patroni', { installHint })
}

async function answers(node: PatroniNode | undefined, path: string): Promise<boolean> {
  if (!node) return false
  return fetch(`${node.restUrl}${path}`).then(
    ({ ok }) => ok,
    () => false,
  )
}
