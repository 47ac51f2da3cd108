import { setTimeout as pause } from 'node:timers/promises'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { type GatewaySetup, openGatewaySetup } from '../../gateway/gateway-setup.ts'
import type { Proof, ProofContext } from '../../proof.ts'
import { compareLedger } from '../dependency-loss/compare-ledger.ts'
import { planAnswers } from '../dependency-loss/plan-answers.ts'
import { type SteadyLoad, startSteadyLoad } from '../dependency-loss/steady-load.ts'
import { becomesQuiet } from './becomes-quiet.ts'
import { type ErrorWriter, startErrorWriter } from './error-writer.ts'
import { type Act, type GroupRun, describeAct, judgeRuns } from './judge-failovers.ts'
import { type RedisGroup, openCluster, openSentinels } from './redis-group.ts'
import { type RedisUse, watchRedisUse } from './watch-redis-use.ts'

const gatewayCount = 2
const companyCount = 4
const callsPerSecond = { long: 100, short: 40 }
const limitedRpm = { long: 10, short: 4 }
const roundsLong = 3
const calmMs = { long: 2_000, short: 500 }
const replacedWithinMs = 30_000
const usedWithinMs = 30_000

export const proof: Proof = {
  name: 'redis-failover',
  tier: 'daily',
  claim:
    'while a lost Redis master is replaced, by Sentinels or in a cluster, calls continue, a limit is exceeded by at most itself, and no error line is lost',
  bar:
    '0 failed calls, the limited key at most its limit in any minute without Redis and twice its limit in any minute, Redis in use ≤ 5 s after the new master, 0 error lines lost, 0 charges ' +
    'lost, drift 0',
  async run(context) {
    const runs: GroupRun[] = []
    if (context.isShort) {
      runs.push(await tryGroup(context, 'cluster', ['killed']))
    } else {
      const acts: Act['how'][] = Array.from(
        { length: roundsLong },
        () => ['killed', 'frozen'] as const,
      ).flat()
      runs.push(await tryGroup(context, 'Sentinels', acts))
      runs.push(await tryGroup(context, 'cluster', acts))
    }
    return judgeRuns(runs, limitedRpm[context.isShort ? 'short' : 'long'])
  },
}

async function tryGroup(
  context: ProofContext,
  name: GroupRun['name'],
  hows: readonly Act['how'][],
): Promise<GroupRun> {
  await using scope = new AsyncDisposableStack()
  const form = context.isShort ? 'short' : 'long'
  const sim = scope.use(await startProviderSim({ recordRequests: false }))
  const forwarded = planAnswers(sim)
  const setup = await openGatewaySetup(scope, { providerUrl: sim.baseUrl })
  const group = await (name === 'cluster' ? openCluster(scope, setup.companyId) : openSentinels(scope))
  const { load, use } = await startLoad(setup, { scope, group, form })
  const errors = scope.use(startErrorWriter(group.url))
  const acts: Act[] = []
  for (const [number, how] of hows.entries()) {
    await pause(calmMs[form])
    const act = await loseMaster(
      { group, load, use, errors },
      { how, round: Math.floor((number * 3) / hows.length) },
    )
    acts.push(act)
    context.progress(`${name}: ${describeAct(act, load.calls)}`)
  }
  await load.stop()
  const holdsLeft = await becomesQuiet(setup, group.url)
  const ledger = await compareLedger(setup, load.calls, { forwarded })
  for (const complaint of ledger.complaints) context.progress(complaint)
  return { name, acts, calls: load.calls, ledger, holdsLeft }
}

async function startLoad(
  setup: GatewaySetup,
  { scope, group, form }: { scope: AsyncDisposableStack; group: RedisGroup; form: 'long' | 'short' },
): Promise<{ load: SteadyLoad; use: RedisUse }> {
  const { database } = setup
  const start = () => setup.startGateway({ REDIS_URL: group.url })
  const urls = (await Promise.all(Array.from({ length: gatewayCount }, start))).map(({ url }) => url)
  const keys = []
  for (let count = 0; count < companyCount; count += 1)
    keys.push(await addKey(database, { companyId: await addCompany(database, 1_000_000_000_000n) }))
  const limitedKey = await addKey(database, { companyId: setup.companyId, rpmLimit: limitedRpm[form] })
  const use = scope.use(watchRedisUse(urls))
  const startedMs = performance.now()
  await waitUntil(() => use.usedSince(startedMs) !== undefined, { withinMs: 30_000, what: 'Redis is used' })
  const load = startSteadyLoad({ urls, keys, limitedKey, callsPerSecond: callsPerSecond[form] })
  scope.defer(() => load.stop())
  // The losses begin only after the limited key has used up its requests.
  const isLimited = () => load.calls.some(({ ending }) => ending === 'limited')
  await waitUntil(isLimited, { withinMs: 60_000, what: 'the limited key has used up its requests' })
  return { load, use }
}

type Losing = { group: RedisGroup; load: SteadyLoad; use: RedisUse; errors: ErrorWriter }

async function loseMaster(
  { group, load, use, errors }: Losing,
  { how, round }: { how: Act['how']; round: number },
): Promise<Act> {
  const master = await group.findMaster(round)
  const faultMs = performance.now()
  if (how === 'killed') await master.kill()
  else process.kill(master.pid, 'SIGSTOP')
  await waitUntil(() => group.hasReplaced(master, round), {
    withinMs: replacedWithinMs,
    what: 'another master',
  })
  const replacedMs = performance.now()
  // A timeout is judged below: Redis then never came into use again.
  const isUsed = () => use.usedSince(faultMs) !== undefined
  await waitUntil(isUsed, { withinMs: usedWithinMs, what: 'Redis is used again' }).catch(() => undefined)
  const usedMs = use.usedSince(faultMs) ?? Number.POSITIVE_INFINITY
  if (how === 'killed') await master.restart()
  else process.kill(master.pid, 'SIGCONT')
  await group.becomeComplete()
  const lines = await errors.check()
  const wasAway = use.wasAway(faultMs)
  // Calls that began during the act end before the next one.
  const untilMs = performance.now()
  await waitUntil(() => load.calls.some(({ startedMs }) => startedMs > untilMs), {
    withinMs: 30_000,
    what: 'later calls have ended',
  })
  return { how, faultMs, replacedMs, usedMs, wasAway, lines }
}
