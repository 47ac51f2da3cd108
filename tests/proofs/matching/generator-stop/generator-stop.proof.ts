import { setTimeout } from 'node:timers/promises'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { type Replicas, type Status, startReplicas } from './replicas.ts'
import { addSubjects, findFaults, keepJournal } from './setup.ts'
import { type Proof, judged } from '../../proof.ts'
import { connectToDatabase, startServers } from '../../kit/servers.ts'

const replicaCount = 3
const withinMs = 120_000

/** What happens to the replicas while a batch is in progress. */
type Disturbance = 'stop' | 'stop and restart' | 'kill and stop'

export const proof: Proof = {
  name: 'generator-stop',
  tier: 'daily',
  claim:
    'a stop while 3 replicas process batches loses and repeats none, and all replicas report the same state',
  bar: '0 faults: nothing lost, repeated or claimed after a stop, equal states, work resumes after a restart',
  async run({ progress, isShort }) {
    await using scope = new AsyncDisposableStack()
    const { postgres: server, redis } = await startServers(scope)
    const { pool: postgres } = connectToDatabase(scope, server.url, { poolSizeMax: 2 })
    await keepJournal(postgres)
    const environment = { DATABASE_URL: server.url, REDIS_URL: redis.url, GENERATOR_INITIAL_STATE: 'stopped' }
    const replicas = await startReplicas(replicaCount, environment, scope)
    progress(`${replicaCount} replicas are up`)
    const rounds: Disturbance[] = isShort
      ? ['stop']
      : ['stop', 'stop', 'stop and restart', 'stop', 'kill and stop', 'stop']
    const amount = { companies: 3, talents: isShort ? 120 : 300, jobs: isShort ? 12 : 40 }
    const faults: string[] = []
    let subjects = 0
    for (const [round, disturbance] of rounds.entries()) {
      subjects += await addSubjects(postgres, amount)
      faults.push(...(await runRound(replicas, disturbance, round)))
      progress(`round ${round + 1}, ${disturbance}: ${faults.length} faults so far`)
    }
    await replicas.start()
    progress('the generator is started; all replicas are restarted')
    // The generator is not started again after the restart: it was running and must resume automatically.
    await replicas.restart()
    await settle(replicas, ({ status, queue_size }) => status === 'running' && queue_size === 0)
    faults.push(...(await findFaults(postgres, subjects)))
    const last = (await replicas.statuses())[0]
    return judged({
      figure:
        `${rounds.length} stops in ${last?.current_batch} batches of ${subjects} talents and jobs at ${replicaCount} replicas, ` +
        `${faults.length} faults${faults.length > 0 ? `: ${faults.slice(0, 3).join('; ')}` : ''}`,
      isPassed: faults.length === 0,
    })
  },
}

async function runRound(replicas: Replicas, disturbance: Disturbance, round: number): Promise<string[]> {
  const faults: string[] = []
  await replicas.start()
  await waitUntil(async () => (await replicas.statuses()).some(({ status }) => status === 'processing'), {
    withinMs,
    what: 'a batch is in progress',
  })
  if (disturbance === 'kill and stop') await replicas.kill(round % replicaCount)
  const answer = await replicas.stop((round + 1) % replicaCount)
  if (answer.status !== 'stopped') faults.push(`stop returned ${answer.status}`)
  const seen = new Set<string>()
  const settled = await settle(replicas, ({ status }) => status === 'stopped', seen)
  if (seen.has('running')) faults.push('a replica reported running after the stop')
  if (disturbance === 'stop and restart') await replicas.restart()
  // Idle replicas look for work twice a second, so one that could still claim a batch would have done so by now.
  for (let look = 0; look < 10; look += 1) {
    await setTimeout(150)
    const again = await replicas.statuses()
    const isSame = again.every((status) => JSON.stringify(status) === JSON.stringify(settled))
    if (!isSame) faults.push(`after the stop ${JSON.stringify(settled)} became ${JSON.stringify(again)}`)
  }
  return faults
}

/** Waits until all replicas report the same state and it satisfies the condition. */
async function settle(
  replicas: Replicas,
  isSettled: (status: Status) => boolean,
  seen: Set<string> = new Set(),
): Promise<Status> {
  let settled: Status | undefined
  await waitUntil(
    async () => {
      const statuses = await replicas.statuses()
      for (const { status } of statuses) seen.add(status)
      const withoutUptime = statuses.map((status) => JSON.stringify({ ...status, uptime_seconds: 0 }))
      if (new Set(withoutUptime).size > 1) return false
      settled = statuses[0]
      return settled !== undefined && isSettled(settled)
    },
    { withinMs, what: 'all replicas report the same state' },
  )
  if (!settled) throw new Error('no replica reported its state')
  return settled
}
