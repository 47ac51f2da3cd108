import { setTimeout } from 'node:timers/promises'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { type GatewaySetup, openGatewaySetup } from '../../gateway/gateway-setup.ts'
import { readMetric } from '../../gateway/read-metric.ts'
import { type Proof, type ProofContext, judged, notMeasured } from '../../proof.ts'
import { collectStatements, readCounts, resetCounts } from './count-reads.ts'
import { type ManyKey, mintManyKeys } from './mint-many-keys.ts'
import { type RevocationTrial, revokeUnannounced } from './revoke-unannounced.ts'
import { useKeys } from './use-keys.ts'

const long = {
  processes: 8,
  few: 1_000,
  many: 100_000,
  measuredMs: 30_000,
  perSecond: 50,
  revocations: 12,
  restMs: 5_000,
}
const short = {
  processes: 2,
  few: 100,
  many: 2_000,
  measuredMs: 3_000,
  perSecond: 50,
  revocations: 2,
  restMs: 2_000,
}

type Size = typeof long

const ratioMax = 1.2
const readsMax = 1.2
const refusedWithinMs = 5_000
// In CI the revocation only has to take effect, and a stalled machine may read some keys again.
const refusedWithinMsShort = 20_000
const rereadShareMaxShort = 0.2

export const proof: Proof = {
  name: 'key-scale',
  tier: 'daily',
  claim:
    'how many keys gateways read from the database does not depend on how many keys are in use, and a revocation that no ' +
    'announcement reports is noticed by every process, also if its transaction commits after later ones',
  bar:
    `reads/s with ${long.many} keys ≤ ${ratioMax} × those with ${long.few}, ≤ ${readsMax} for each of ${long.processes} processes; ` +
    `last accepted request ≤ ${refusedWithinMs / 1_000} s after the commit`,
  async run(context) {
    await using scope = new AsyncDisposableStack()
    const size = context.isShort ? short : long
    const sim = scope.use(await startProviderSim({ recordRequests: false }))
    const setup = await openGatewaySetup(scope, { providerUrl: sim.baseUrl })
    if (!(await collectStatements(setup.pool, setup.postgres)))
      return notMeasured('this installation of Postgres has no pg_stat_statements')
    const gatewayUrls = await startGateways(setup, size.processes)
    const keys = await mintManyKeys(setup.pool, size.many)
    context.progress(`${size.many} live keys, ${size.processes} gateway processes`)
    const platform = { setup, gatewayUrls, size }
    const few = await measure(context, platform, keys.slice(0, size.few))
    const many = await measure(context, platform, keys)
    const trials = await revokeSome(context, platform, keys)
    return conclude(context, { few, many, trials })
  },
}

type Platform = { setup: GatewaySetup; gatewayUrls: readonly string[]; size: Size }

async function startGateways(setup: GatewaySetup, count: number): Promise<string[]> {
  // The gateways shed no load: that is not the subject, and a small machine is overloaded by eight of them.
  const own = { SHUTDOWN_GRACE_MS: '500', OVERLOAD_LAG_MS: '60000' }
  const urls: string[] = []
  // A few at a time: all starting together would exceed the time limit of a start on a small machine.
  while (urls.length < count) {
    const some = Array.from({ length: Math.min(2, count - urls.length) }, () => setup.startGateway(own))
    urls.push(...(await Promise.all(some)).map(({ url }) => url))
  }
  return urls
}

type Measured = { keys: number; readsPerSecond: number; rereadShare: number; faults: string[] }

/** Every process uses all keys, then again at a fixed rate, during which the reads are counted. */
async function measure(
  { progress }: ProofContext,
  { setup, gatewayUrls, size }: Platform,
  keys: readonly ManyKey[],
): Promise<Measured> {
  const startedMs = performance.now()
  const accepted = await Promise.all(gatewayUrls.map((url) => useAll(url, keys)))
  const warmSeconds = (performance.now() - startedMs) / 1_000
  const inMemory = await Promise.all(
    gatewayUrls.map((url) => readMetric(url, 'gatehouse_keys_in_memory', 'live')),
  )
  const bytes = await Promise.all(gatewayUrls.map((url) => readMetric(url, 'process_resident_memory_bytes')))
  // Keys that were read before a process had its first version are read once more.
  await setTimeout(size.restMs)
  await Promise.all(gatewayUrls.map((url) => useKeys(url, keys.slice(0, size.few))))
  await resetCounts(setup.pool)
  const measuredFromMs = performance.now()
  const uses = Math.floor((size.perSecond * size.measuredMs) / 1_000)
  const again = await Promise.all(
    gatewayUrls.map((url) => useKeys(url, pick(keys, uses), { perSecond: size.perSecond })),
  )
  await setTimeout(Math.max(0, measuredFromMs + size.measuredMs - performance.now()))
  const counts = await readCounts(setup.pool)
  const seconds = (performance.now() - measuredFromMs) / 1_000
  const used = again.reduce((sum, one) => sum + one.used, 0)
  const failed = again.reduce((sum, one) => sum + one.failed.length, 0)
  const readsPerSecond = (counts.keys + counts.questions) / seconds
  progress(
    `${keys.length} keys used by each process in ${warmSeconds.toFixed(0)} s, ${Math.min(...inMemory)} in memory, ` +
      `≤ ${(Math.max(...bytes) / 1e6).toFixed(0)} MB; then ${(used / seconds).toFixed(0)} uses/s: ` +
      `${(counts.keys / seconds).toFixed(2)} keys/s read, ${(counts.questions / seconds).toFixed(2)} questions/s, ` +
      `${(counts.touched / seconds).toFixed(1)} records of last use/s`,
  )
  const acceptedMin = Math.min(...accepted)
  return {
    keys: acceptedMin,
    readsPerSecond,
    rereadShare: counts.keys / used,
    faults: [
      ...(failed > 0 ? [`${failed} uses of live keys were not answered with 200`] : []),
      ...(acceptedMin === keys.length ? [] : [`a process accepted ${acceptedMin} of ${keys.length} keys`]),
      // Not `<`, which a metric that is missing would pass.
      ...(Math.min(...inMemory) >= keys.length ? [] : ['a process forgot keys']),
      ...(used >= uses * gatewayUrls.length
        ? []
        : [`${used} of ${uses * gatewayUrls.length} uses were measured`]),
    ],
  }
}

/**
 * A busy machine may not answer some of many thousand requests in time; these keys are used again. Resolves to the number of
 * keys that were answered with 200.
 */
async function useAll(gatewayUrl: string, keys: readonly ManyKey[]): Promise<number> {
  let left = keys
  for (let round = 0; round < 5 && left.length > 0; round += 1)
    left = (await useKeys(gatewayUrl, left)).failed
  return keys.length - left.length
}

/** Keys from all over the list, because neighbours were used at about the same time. */
function pick(keys: readonly ManyKey[], count: number): ManyKey[] {
  const step = Math.max(1, Math.floor(keys.length / count))
  return Array.from({ length: count }, (_, index) => keys[(index * step) % keys.length]).filter(
    (key) => key !== undefined,
  )
}

async function revokeSome(
  { isShort, progress }: ProofContext,
  { setup, gatewayUrls, size }: Platform,
  keys: readonly ManyKey[],
): Promise<RevocationTrial[]> {
  const withinMs = isShort ? refusedWithinMsShort : 3 * refusedWithinMs
  const others = keys.slice(1, 20)
  const trials: RevocationTrial[] = []
  for (let index = 0; index < size.revocations; index += 2) {
    const options = { pool: setup.pool, gatewayUrls, others, withinMs }
    const chosen = pick(keys.slice(20 + index), 2)
    trials.push(
      ...(await Promise.all(chosen.map((key, place) => revokeUnannounced(key, place === 1, options)))),
    )
  }
  progress(
    `${trials.length} keys revoked without an announcement: last accepted request ` +
      trials
        .map(
          ({ lastAcceptedMs, isLate }) =>
            `${(lastAcceptedMs / 1_000).toFixed(2)} s${isLate ? ' (late)' : ''}`,
        )
        .join(', '),
  )
  return trials
}

type Results = { few: Measured; many: Measured; trials: readonly RevocationTrial[] }

function conclude({ isShort, progress }: ProofContext, { few, many, trials }: Results) {
  const ratio = many.readsPerSecond / few.readsPerSecond
  const lastAcceptedMs = Math.max(...trials.map((trial) => trial.lastAcceptedMs))
  const size = isShort ? short : long
  const faults = [
    ...few.faults,
    ...many.faults,
    ...trials.flatMap(({ others }) => others),
    ...(trials.length === size.revocations
      ? []
      : [`${trials.length} of ${size.revocations} keys were revoked`]),
  ]
  for (const fault of new Set(faults)) progress(`FAULT ${fault}`)
  const areReadsFew = isShort
    ? Math.max(few.rereadShare, many.rereadShare) <= rereadShareMaxShort
    : ratio <= ratioMax && Math.max(few.readsPerSecond, many.readsPerSecond) <= readsMax * size.processes
  return judged({
    figure:
      `${few.readsPerSecond.toFixed(2)} reads/s with ${few.keys} keys that each process accepted, ${many.readsPerSecond.toFixed(2)} with ${many.keys} ` +
      `(ratio ${ratio.toFixed(2)}), ${size.processes} processes; ${trials.length} revocations: last accepted request ≤ ` +
      `${(lastAcceptedMs / 1_000).toFixed(2)} s, ${faults.length} faults`,
    isPassed:
      faults.length === 0 &&
      areReadsFew &&
      lastAcceptedMs <= (isShort ? refusedWithinMsShort : refusedWithinMs),
  })
}
