import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { startBalancer } from '@gatehouse/testkit/start-balancer'
import { findMissingProgram } from '@gatehouse/testkit/start-patroni'
import type { ServiceProcess } from '@gatehouse/testkit/start-service-process'
import { seededRandom } from '../../kit/seeded-random.ts'
import { type Proof, type ProofContext, judged, notMeasured } from '../../proof.ts'
import { chargeWaitMs, rejectedWithinMs, seconds, unavailableMsMax } from '../pg-failover/judge-act.ts'
import { type ServiceName, openPlatform } from '../pg-failover/open-platform.ts'
import { type Settled, listFaults, settlePlatform, sum } from '../pg-failover/settle-platform.ts'
import { openSentinels } from '../redis-failover/redis-group.ts'
import {
  type PlayedAct,
  type SoakActName,
  type Stage,
  describePlayed,
  playSoakAct,
  replaceProcess,
  soakActNames,
} from './soak-acts.ts'
import { type Growth, type MemoryWatch, watchMemory } from './watch-memory.ts'

const minuteMs = 60_000
const long = { warmUpMinutes: 5, minutes: 60, everyMs: minuteMs, callsPerSecond: 40, paymentsMax: 4_000 }
const short = { warmUpMinutes: 1, minutes: 3, everyMs: 20_000, callsPerSecond: 20, paymentsMax: 100 }
const bars = { heapShare: 0.03, descriptors: 10 }
// As in production; the balancer needs two seconds to notice that a gateway stops.
const leadMs = '5000'
const seed = 'soak 132'

export const proof: Proof = {
  name: 'soak',
  tier: 'night',
  claim:
    'an hour of mixed load with a fault every minute leaves nothing lost, nothing doubled and nothing that grows',
  bar:
    `0 lost, doubled, charged for nothing, without a record or wrong, drift 0, the time limits of pg-failover, 0 calls failed ` +
    `outside the acts of Postgres, as by a lost Redis or a replaced gateway; heap after a collection grows by ≤ ${bars.heapShare * 100} %, descriptors by ≤ ${bars.descriptors}`,
  async run(context) {
    const missing = await findMissingProgram()
    if (missing !== undefined) return notMeasured(missing)
    await using scope = new AsyncDisposableStack()
    const size = context.isShort ? short : long
    const { stage, memory } = await openStage(scope, size)
    context.progress(`the cluster is complete: ${await stage.platform.cluster.describe()}`)
    const acts = await playMinutes(context, { stage, memory, size })
    return conclude(context, { acts, settled: await settlePlatform(stage.platform, context), memory })
  },
  async tryTools(scope) {
    if ((await findMissingProgram()) !== undefined) return
    const { stage, memory } = await openStage(scope, { callsPerSecond: 10, paymentsMax: 2 })
    const played = await playSoakAct('gateway replaced', stage)
    await memory.read()
    await stage.platform.load.stop()
    if (played.kind !== 'unnoticed' || memory.growth().length !== 4) throw new Error('the act was not played')
  },
}

type Size = Pick<typeof long, 'callsPerSecond' | 'paymentsMax'>

async function openStage(scope: AsyncDisposableStack, size: Size) {
  const redis = await openSentinels(scope)
  const names: readonly ServiceName[] = ['gateway 1', 'gateway 2', 'backend', 'ai-service']
  const inspectors = new Map<ServiceName, number>()
  for (const name of names) inspectors.set(name, await findFreePort())
  const replaceablePort = await findFreePort()
  const platform = await openPlatform(scope, {
    ...size,
    redisUrl: redis.url,
    settingsOf: (name) => ({ NODE_OPTIONS: `--inspect=127.0.0.1:${inspectors.get(name)}` }),
    async balance(gateways: readonly ServiceProcess[]) {
      const ports = [...gateways.map(({ url }) => Number(new URL(url).port)), replaceablePort]
      const { gatewayUrl } = await startBalancer(scope, { gateway: ports, backend: ports })
      return [gatewayUrl]
    },
  })
  const startReplaceable = () =>
    platform.startGateway({ PORT: String(replaceablePort), SHUTDOWN_LEAD_MS: leadMs })
  let replaceable = await startReplaceable()
  const stage: Stage = {
    platform,
    redis,
    async replaceGateway() {
      replaceable = await replaceProcess(replaceable, startReplaceable)
    },
  }
  const [first, second] = platform.gateways
  if (!first || !second) throw new Error('two gateways are watched')
  const processes = {
    'gateway 1': first,
    'gateway 2': second,
    backend: platform.backend,
    'ai-service': platform.aiService,
  }
  const watched = names.map((name) => ({
    name,
    process: processes[name],
    inspectorPort: inspectors.get(name) ?? Number.NaN,
  }))
  return { stage, memory: watchMemory(watched) }
}

type Playing = { stage: Stage; memory: MemoryWatch; size: typeof long }

/** Every act comes once before one comes again, in an order that depends only on the seed. */
async function playMinutes(
  { progress }: ProofContext,
  { stage, memory, size }: Playing,
): Promise<PlayedAct[]> {
  const random = seededRandom(seed)
  const played: PlayedAct[] = []
  let coming: SoakActName[] = []
  const startedMs = performance.now()
  for (let minute = 0; minute < size.warmUpMinutes + size.minutes; minute += 1) {
    if (coming.length === 0) coming = random.shuffle(soakActNames)
    const act = await playSoakAct(coming.pop() ?? 'crash', stage)
    played.push(act)
    progress(`minute ${minute + 1}: ${describePlayed(act)}`)
    await pause(Math.max(0, startedMs + (minute + 1) * size.everyMs - performance.now()))
    if (minute >= size.warmUpMinutes) await memory.read()
    if (performance.now() - startedMs > (size.warmUpMinutes + size.minutes) * size.everyMs) break
  }
  return played
}

type Found = { acts: readonly PlayedAct[]; settled: Settled; memory: MemoryWatch }

function conclude({ isShort, progress }: ProofContext, { acts, settled, memory }: Found) {
  const growths = memory.growth()
  for (const growth of growths) progress(describeGrowth(growth))
  const database = acts.flatMap((act) => (act.kind === 'database' ? [act.judged] : []))
  const faults = listFaults(database, settled)
  const late = database.filter(
    (act) =>
      act.unavailableMs > unavailableMsMax[act.name] ||
      act.slowestRejectionMs > rejectedWithinMs ||
      act.slowestForwardedMs > chargeWaitMs + 1_000,
  )
  const heapShare = Math.max(...growths.map((growth) => growth.heapShare))
  const descriptors = Math.max(...growths.map((growth) => growth.descriptors))
  const { calls, ledger, payments, tasks } = settled
  return judged({
    figure:
      `${calls.length.toLocaleString('en')} calls, ${acts.length} acts; of ${ledger.acknowledged.toLocaleString('en')} acknowledged calls, ` +
      `${payments.acknowledged} payments and ${tasks.enqueued.toLocaleString('en')} tasks: ` +
      `${faults.map(([count, what]) => `${count} ${what}`).join(', ')}; ${late.length} acts beyond their time limits` +
      `${late[0] ? ` (${late.map(({ name, unavailableMs }) => `${name} ${seconds(unavailableMs)}`).join(', ')})` : ''}; ` +
      `heap grew by at most ${(heapShare * 100).toFixed(1)} %, descriptors by ${descriptors}`,
    isPassed:
      sum(faults.map(([count]) => count)) === 0 &&
      payments.acknowledged > 0 &&
      tasks.enqueued > 0 &&
      late.length === 0 &&
      // In a few minutes caches are still being filled.
      (isShort || (heapShare <= bars.heapShare && descriptors <= bars.descriptors)),
  })
}

function describeGrowth({ name, heapBytes, rssBytes, descriptors }: Growth): string {
  const megabytes = (bytes: readonly [number, number]) =>
    bytes.map((each) => (each / 1_048_576).toFixed(1)).join(' → ')
  return `${name}: heap ${megabytes(heapBytes)} MiB, RSS ${megabytes(rssBytes)} MiB, descriptors ${descriptors >= 0 ? '+' : ''}${descriptors}`
}
