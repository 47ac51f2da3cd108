import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { describeNode } from '../kit/describe-node.ts'
import { percentile } from '../kit/percentile.ts'
import { type Rate, runAtRate } from '../kit/run-at-rate.ts'
import { type Proof, judged } from '../proof.ts'
import { type Company, addCompanies, finishCall, pickFrom, startLedger } from './ledger-setup.ts'

const callsPerSecond = 2_000
const ratioMax = 3
const callsPerSecondShort = 300
// CI's machine is shared and its rounds last seconds, so a p99 reflects its other load; there the charges only have to
// be made.
const ratioMaxShort = Infinity
// Enough that a commit does not wait for a connection: a pool that is too small would make the baseline slow.
const bareConnections = 16

export const proof: Proof = {
  name: 'settle-latency',
  tier: 'night',
  claim: `at ${callsPerSecond.toLocaleString('en')} calls a second a charge becomes durable almost as fast as a single row at that rate`,
  bar: `p99 ≤ ${ratioMax} × the p99 of bare single-row commits at the same rate`,
  async run({ progress, isShort }) {
    await using scope = new AsyncDisposableStack()
    const ledger = await startLedger(scope)
    const companies = await addCompanies(ledger.database, 200)
    const { commitBare, settle } = await openCommits(scope, ledger, companies)
    const rounds = isShort ? 1 : 9
    const roundMs = isShort ? 700 : 4_000
    const perSecond = isShort ? callsPerSecondShort : callsPerSecond
    const p99s: Record<'alone' | 'atRate' | 'ours', number>[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const alone = await timeOneByOne(commitBare, roundMs)
      const atRate = await timeAtRate(commitBare, { perSecond, forMs: roundMs })
      const ours = await timeAtRate(settle, { perSecond, forMs: roundMs })
      progress(
        `round ${round}: bare ${describe(alone)}, bare at the same rate ${describe(atRate)}, ` +
          `settle ${describe(ours)} (${ours.length} calls)`,
      )
      // The first round warms plans and the compiler.
      if (round === 0) continue
      p99s.push({ alone: p99(alone), atRate: p99(atRate), ours: p99(ours) })
    }
    const median = (of: (one: (typeof p99s)[number]) => number) => percentile(p99s.map(of), 0.5)
    const ratio = median(({ ours, atRate }) => ours / atRate)
    return judged({
      figure:
        `p99 ${ratio.toFixed(2)} × bare commits at the same rate (${format(median(({ ours }) => ours))} of ` +
        `${format(median(({ atRate }) => atRate))}), ${median(({ ours, alone }) => ours / alone).toFixed(1)} × bare commits one by ` +
        `one (${format(median(({ alone }) => alone))}), medians of ${rounds} rounds; ${describeNode()}`,
      isPassed: ratio <= (isShort ? ratioMaxShort : ratioMax),
    })
  },
  async tryTools(scope) {
    const ledger = await startLedger(scope)
    const { commitBare, settle } = await openCommits(scope, ledger, await addCompanies(ledger.database, 2))
    await timeOneByOne(commitBare, 100)
    const tookMs = await timeAtRate(settle, { perSecond: callsPerSecondShort, forMs: 300 })
    if (tookMs.length === 0) throw new Error('no call was settled')
    const blocked = await timeAtRate(blockOnce(50), { perSecond: callsPerSecondShort, forMs: 300 })
    // Tasks that could not start because the thread was busy have waited too.
    if (!(percentile(blocked, 0.95) > 20)) throw new Error('a block of the thread was not measured')
  },
}

/** The two compared operations: a bare commit of one row, and the settlement of a call. */
async function openCommits(
  scope: AsyncDisposableStack,
  { server, settler }: Awaited<ReturnType<typeof startLedger>>,
  companies: readonly Company[],
) {
  const pool = await openPool(server.url, scope)
  return {
    commitBare: () => commitOneRow(pool, companies),
    async settle() {
      const call = finishCall(pickFrom(companies))
      await settler.settle(call)
      settler.delivered(call.id)
    },
  }
}

async function openPool(connectionString: string, scope: AsyncDisposableStack): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString, max: bareConnections, min: bareConnections })
  scope.defer(() => pool.end())
  await Promise.all(Array.from({ length: bareConnections }, () => pool.query('select pg_sleep(0.05)')))
  return pool
}

/** The minimum cost of durability on this machine. */
async function commitOneRow(pool: pg.Pool, companies: readonly Company[]): Promise<void> {
  const { id, companyId, keyId } = finishCall(pickFrom(companies))
  await pool.query({
    name: 'bare-commit',
    text: `insert into calls (id, company_id, key_id, alias, operation, status, price_version, prompt_tokens,
        cached_tokens, completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms)
      values ($1, $2, $3, 'svc/chat-default', 'chat', 'FAILED', 1, 812, 0, 205, 0, 9000, 0, 1840)`,
    values: [id, companyId, keyId],
  })
}

async function timeOneByOne(task: () => Promise<unknown>, forMs: number): Promise<number[]> {
  const tookMs: number[] = []
  const endsMs = performance.now() + forMs
  while (performance.now() < endsMs) {
    const startedMs = performance.now()
    await task()
    tookMs.push(performance.now() - startedMs)
  }
  return tookMs
}

/**
 * An open loop: calls start at a fixed rate, whether or not the ledger keeps up. They are timed from the moment at which
 * they are due, so that work of the settler that delays the next calls counts.
 */
async function timeAtRate(task: () => Promise<unknown>, rate: Rate): Promise<number[]> {
  const tookMs: number[] = []
  // A counter instead of a list of promises: promises that outlive the young generation would add garbage collection to
  // the measurement.
  let started = 0
  const timeOne = async (dueMs: number) => {
    await task()
    tookMs.push(performance.now() - dueMs)
  }
  await runAtRate(rate, (dueMs) => {
    started += 1
    void timeOne(dueMs)
  })
  while (tookMs.length < started) await pause(1)
  return tookMs
}

/** Returns a task that blocks the thread the first time it runs. */
function blockOnce(ms: number): () => Promise<void> {
  let isFirst = true
  return async () => {
    const untilMs = performance.now() + (isFirst ? ms : 0)
    isFirst = false
    while (performance.now() < untilMs);
  }
}

function p99(values: readonly number[]): number {
  return percentile(values, 0.99)
}

function describe(values: readonly number[]): string {
  return `p50 ${format(percentile(values, 0.5))} p99 ${format(p99(values))}`
}

function format(ms: number): string {
  return `${ms.toFixed(2)} ms`
}
