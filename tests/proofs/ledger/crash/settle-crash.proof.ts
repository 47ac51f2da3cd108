import { ledgerOf } from '@gatehouse/credits/ledger-reads'
import { oneShard } from '@gatehouse/postgres/shards'
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createLedgerInspector } from '@gatehouse/credits/create-ledger-inspector'
import { reconcile } from '@gatehouse/credits/reconcile'
import { countDriftingAccounts, driftsOf } from '@gatehouse/credits/reconciliation-report'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { createRedis } from '@gatehouse/redis/create-redis'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { type Proof, type ProofContext, type ProofResult, judged, notMeasured } from '../../proof.ts'
import { type WholeHistory, checkWholeHistory } from './check-whole-history.ts'
import { type CrashSetup, type Victim, startCrashSetup, victims } from './crash-setup.ts'
import { type Findings, type History, createHistory } from './history.ts'
import { openProduct } from './open-product.ts'
import { type Random, seededRandom } from '../../kit/seeded-random.ts'
import { StraceUnavailable, type WalOrder, measureWalOrder } from './wal-before-answer.ts'
import { ids } from '../ledger-setup.ts'

const cyclesMin = 200
const cyclesShort = 3
// A kill happens at a random moment within this time after everything works again.
const quietMsMax = 900
// Everything works again once each settler got this many further charges acknowledged.
const goesOnAfter = { long: 200, short: 50 }
// The settlers' statements time out after a second, so all calls closed longer ago than `closedAfterMs` are visible.
const callTimes = { closedAfterMs: 5_000, callMsMax: 20_000 }
// Restricts the kills to some victims, such as SETTLE_CRASH_VICTIMS=settler,Postgres.
const chosen = process.env['SETTLE_CRASH_VICTIMS']?.split(',')
const struck = victims.filter((victim) => chosen?.includes(victim) ?? true)
const logger = createLogger({ service: 'proof', level: 'error', sinks: [process.stderr] })

export const proof: Proof = {
  name: 'settle-crash',
  tier: 'push',
  claim:
    'whatever is killed while calls are settled, a delivered call is charged once and an undelivered one is not charged',
  bar:
    `0 doubled, 0 charged without delivery, 0 lost that were delivered with over a second of a working ledger before ` +
    `the kill, drift 0, ` +
    `WAL synced before every acknowledgement, ≥ ${cyclesMin} cycles (short: ${cyclesShort})`,
  async run(context) {
    const cycles = Number(process.env['SETTLE_CRASH_CYCLES'] ?? (context.isShort ? cyclesShort : cyclesMin))
    const seed = process.env['SETTLE_CRASH_SEED'] ?? randomBytes(4).toString('hex')
    context.progress(`seed ${seed} (SETTLE_CRASH_SEED repeats the choices, ${cycles} cycles)`)
    const random = seededRandom(seed)
    await using scope = new AsyncDisposableStack()
    const setup = await startCrashSetup(scope, random, seed)
    const postgres = connect(setup.postgres.url)
    scope.defer(() => postgres.close())
    const run: Run = {
      setup,
      random,
      postgres,
      history: createHistory(setup),
      drifting: 0,
      strikes: [],
      goesOnAfter: context.isShort ? goesOnAfter.short : goesOnAfter.long,
    }
    await runCycles(run, cycles, context)
    await closeOrphans(run, context)
    const whole = await checkWholeHistory(postgres, setup)
    const { sent, delivered, givenBack, transfers } = whole
    context.progress(
      `${sent} calls were sent, ${delivered} delivered, ${givenBack} charges refunded; ${transfers} transfers acknowledged`,
    )
    context.progress(`the settlers logged: ${setup.logged.describe()}`)
    // Last, because the charges it makes are in no journal: `checkWholeHistory` would report them as never sent.
    const wal = await measureWal(setup, context)
    const crashes = judgeCrashes(run, whole)
    const isLongEnough = run.strikes.length >= (context.isShort ? cyclesShort : cyclesMin)
    return conclude({ ...crashes, isPassed: crashes.isPassed && isLongEnough }, wal)
  },
}

type Run = {
  setup: CrashSetup
  random: Random
  postgres: Postgres
  history: History
  /** Accounts found to drift, over all cycles. */
  drifting: number
  strikes: Victim[]
  goesOnAfter: number
}

/** More memory for comparing millions of lines, which would otherwise be sorted on disk. */
function connect(url: string): Postgres {
  return createPostgres({
    url: new Secret(url),
    applicationName: 'proof',
    poolSizeMax: 2,
    connectTimeoutMs: 5_000,
    queryTimeoutMs: 300_000,
    settings: { work_mem: '256MB', jit: 'off' },
    logger,
  })
}

type Wal = { on: WalOrder; off: WalOrder }

async function measureWal(
  { postgres, companies }: CrashSetup,
  { progress }: ProofContext,
): Promise<Wal | StraceUnavailable> {
  const [company] = companies
  if (!company) throw new Error('there is no company')
  const on = await measureWalOrder(postgres.url, company, 'on').catch(takeUnavailable)
  if (on instanceof StraceUnavailable) return on
  const off = await measureWalOrder(postgres.url, company, 'off')
  progress(
    `WAL synced before ${on.synced} of ${on.settled} acknowledgements; ` +
      `with synchronous_commit off, as a control, before ${off.synced} of ${off.settled}`,
  )
  return { on, off }
}

function takeUnavailable(thrown: unknown): StraceUnavailable {
  if (thrown instanceof StraceUnavailable) return thrown
  throw thrown
}

async function runCycles(run: Run, cycles: number, { progress }: ProofContext): Promise<void> {
  await run.setup.startSettlers()
  await goesOn(run)
  while (run.strikes.length < cycles) {
    // Each victim equally often, in random order.
    for (const victim of run.random.shuffle(cycles > struck.length ? [...struck, ...struck] : struck)) {
      if (run.strikes.length === cycles) break
      await runCycle(run, victim)
      const count = run.strikes.length
      if (count % 10 === 0 || cycles <= 10) progress(describeCycle(run, victim))
    }
  }
  await run.setup.finishSettlers()
  await checkLedger(run)
  progress('all settlers have finished; the journals are compared with the whole ledger')
}

async function runCycle(run: Run, victim: Victim): Promise<void> {
  await pause(run.random.fraction() * quietMsMax)
  await run.setup.strike(victim)
  run.strikes.push(victim)
  await goesOn(run)
  await checkLedger(run)
}

/**
 * Closes what the killed processes left open, in one last process. In production some process is always running and
 * does this.
 */
async function closeOrphans({ setup }: Run, { isShort, progress }: ProofContext): Promise<void> {
  const product = await openProduct({
    databaseUrl: setup.postgres.url,
    redisUrl: setup.redisUrl,
    onOver: () => {},
    // Short, because no other process is alive that could be mistaken for a dead one.
    undeliveredTimes: { staleMs: 500, confirmAfterMs: 500 },
  })
  const redis = createRedis({ url: new Secret(setup.redisUrl), connectionName: 'proof', logger })
  try {
    // The reaper confirms what it found in a second pass.
    await pause(600)
    await product.undelivered.reap()
    await pause(600)
    await product.undelivered.reap()
    // Skipped in the short form: a hold counts as dead only after minutes.
    if (isShort) return
    progress('closing what the killed processes left open, which takes two minutes')
    await waitUntil(() => redis.status === 'ready', { withinMs: 5_000, what: 'Redis is connected' })
    const isClosed = async () => (await countOpenHolds(redis)) === 0
    await waitUntil(isClosed, { withinMs: 240_000, what: 'all holds of dead processes are closed' })
  } finally {
    redis.disconnect()
    await product.close()
  }
}

async function countOpenHolds(redis: RedisClient): Promise<number> {
  const accounts = await redis.keys('gatehouse:limits:*:account')
  const values = await Promise.all(accounts.map((account) => redis.hvals(account)))
  return values.flat().filter((value) => /^\d+ \d+ \d+ \d+ /.test(value)).length
}

/** Waits until every settler gets new charges acknowledged. */
async function goesOn({ history, setup, goesOnAfter: more }: Run): Promise<void> {
  const slots = [...new Set(setup.journals.map(({ slot }) => slot))]
  history.read()
  const before = slots.map((slot) => history.acknowledged(slot))
  const isSo = () => {
    history.read()
    return slots.every((slot, index) => history.acknowledged(slot) >= (before[index] ?? 0) + more)
  }
  await waitUntil(isSo, { withinMs: 90_000, what: 'every settler works again' })
}

async function checkLedger(run: Run): Promise<void> {
  const { history, postgres } = run
  history.read()
  await history.check(postgres)
  const ledger = createLedgerInspector({ shards: oneShard(ledgerOf(postgres)), ids }, callTimes)
  const { outcomes } = await reconcile({ clock: createSystemClock(), logger, ledger }, { canFreeze: false })
  run.drifting += countDriftingAccounts(Object.values(outcomes).flatMap(driftsOf))
}

function describeCycle({ history, strikes, drifting }: Run, victim: Victim): string {
  const { acknowledged, lost, doubled, rejected } = history.findings()
  return (
    `cycle ${strikes.length} (${victim}): ${acknowledged.toLocaleString('en')} acknowledged, ` +
    `${rejected.toLocaleString('en')} rejected, ${lost} lost, ${doubled} doubled, drift ${drifting}`
  )
}

type Judgement = { figure: string; isPassed: boolean }

function conclude({ figure, isPassed }: Judgement, wal: Wal | StraceUnavailable): ProofResult {
  if (wal instanceof StraceUnavailable)
    return isPassed
      ? notMeasured(
          `${figure}; the order of WAL and acknowledgements is unknown without strace: ${wal.message}`,
        )
      : judged({ figure, isPassed })
  const isWalShown = wal.on.synced === wal.on.settled && wal.off.synced < wal.off.settled / 10
  return judged({
    figure: `${figure}, WAL synced before ${wal.on.synced} of ${wal.on.settled} acknowledgements (control ${wal.off.synced})`,
    isPassed: isPassed && isWalShown,
  })
}

function judgeCrashes({ history, strikes, drifting }: Run, whole: WholeHistory): Judgement {
  const found: Findings = history.findings()
  const { chargedUndelivered, rejectedButCharged, returnedLate } = whole
  const lost = found.lost + whole.lost + whole.transfersLost
  const doubled = Math.max(found.doubled, whole.doubled + whole.unsent)
  const count = (victim: Victim) => `${strikes.filter((other) => other === victim).length} ${victim}`
  return {
    figure:
      `${lost} lost, ${doubled} doubled of ${whole.delivered.toLocaleString('en')} delivered in ` +
      `${strikes.length} cycles (${victims.map(count).join(', ')}), ${chargedUndelivered} charged without delivery, ` +
      `${rejectedButCharged} of ${whole.rejected.toLocaleString('en')} rejected charged, ` +
      `${returnedLate} delivered in the last second of a working ledger before a kill and refunded, drift ${drifting}`,
    isPassed:
      lost + doubled + drifting + found.refused + chargedUndelivered + rejectedButCharged === 0 &&
      whole.delivered > 0,
  }
}
