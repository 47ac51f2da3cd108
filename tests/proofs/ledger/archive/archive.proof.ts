import { percentile } from '../../kit/percentile.ts'
import { seededRandom } from '../../kit/seeded-random.ts'
import { type Proof, type ProofContext, judged } from '../../proof.ts'
import { type ArchiveSetup, type SampleCall, openArchiveSetup } from './archive-setup.ts'
import { type Sums, countDifferences, countInArchive, countInPostgres } from './count-calls.ts'
import { type FilledWeek, fillWeeks } from './fill-calls.ts'

const smallerMin = 8
const weeks = 3

export const proof: Proof = {
  name: 'archive',
  tier: 'daily',
  claim:
    'old calls become Parquet objects although the command is killed at any moment: every call stays as it was, with its receipt, and the ledger adds up',
  bar: `0 companies and days with another count or sum, or with a call that differs in any column, 0 receipts changed or unanswered, drift 0, ≥ ${smallerMin} × smaller than in Postgres`,
  async run(context) {
    await using scope = new AsyncDisposableStack()
    const setup = await openArchiveSetup(scope)
    const size = context.isShort
      ? { callsPerWeek: 12_000, companies: 10, kills: 4, callsPerObject: 6_000, samples: 1 }
      : { callsPerWeek: 1_000_000, companies: 200, kills: 30, callsPerObject: 250_000, samples: 20 }
    const filled = await fillWeeks(setup, { weeks, ...size })
    const world = await openWorld(setup, filled, size.samples)
    const calls = world.parts.reduce((sum, { count }) => sum + count, 0)
    context.progress(`${calls} calls in ${weeks} weeks, ${megabytes(world.tableBytes)} in Postgres`)
    const killed = await archiveWithKills(context, world, size)
    const found = await judge(world)
    for (const failure of [...killed.failures, ...found.failures]) context.progress(failure)
    const smaller = world.tableBytes / found.objectBytes
    return judged({
      figure:
        `${calls} calls, ${killed.kills} kills in ${killed.runs} runs, ${killed.amid} of them after output: ${killed.failures.length + found.differences} differences in ` +
        `${found.places} companies and days, ${found.lostReceipts} of ${world.samples.length} receipts changed or unanswered ` +
        `(p50 ${found.receiptMs.toFixed(0)} ms), ${found.drifts} drifts; ${megabytes(world.tableBytes)} in Postgres, ` +
        `${megabytes(found.objectBytes)} archived, ${smaller.toFixed(1)} × smaller`,
      isPassed:
        killed.kills > 0 &&
        killed.failures.length === 0 &&
        found.failures.length === 0 &&
        smaller >= smallerMin,
    })
  },
}

type Part = { name: string; expected: Sums; count: number }
type Sample = SampleCall & { receipt: string }
type World = { setup: ArchiveSetup; parts: readonly Part[]; samples: readonly Sample[]; tableBytes: number }

/** Records everything that must be the same afterwards. */
async function openWorld(
  setup: ArchiveSetup,
  filled: readonly FilledWeek[],
  perWeek: number,
): Promise<World> {
  const [parts, samples]: [Part[], Sample[]] = [[], []]
  let tableBytes = 0
  for (const { name } of filled) {
    const expected = await countInPostgres(setup.pool, name)
    const count = [...expected.values()].reduce((sum, text) => sum + Number(text.split(' ')[0]), 0)
    parts.push({ name, expected, count })
    const { rows: drawn } = await setup.pool.query<SampleCall>(
      `(select id, company_id as "companyId" from ${name} order by md5(id::text) limit $1)
       union (select id, company_id from ${name} order by id limit 1) union (select id, company_id from ${name} order by id desc limit 1)`,
      [perWeek],
    )
    for (const call of drawn) {
      const receipt = await setup.readReceipt(call)
      if (receipt === undefined)
        throw new Error(`the receipt of ${call.id} is not answered before it is archived`)
      samples.push({ ...call, receipt })
    }
    const { rows } = await setup.pool.query<{ bytes: number }>(
      'select pg_total_relation_size($1::regclass)::double precision as bytes',
      [name],
    )
    tableBytes += rows[0]?.bytes ?? 0
  }
  const { exitCode, lines } = await setup.run(['reconcile', '--no-freeze'])
  if (exitCode !== 0) throw new Error(`the ledger of the proof does not add up:\n${lines.join('\n')}`)
  return { setup, parts, samples, tableBytes }
}

type KillOptions = { kills: number; callsPerObject: number }

/** Kills the command at random moments: after some time, or shortly after one of its lines. Then lets it finish. */
async function archiveWithKills(
  context: ProofContext,
  world: World,
  { kills: killsMax, callsPerObject }: KillOptions,
) {
  const { run, readReceipt } = world.setup
  const random = seededRandom('archive')
  const args = ['calls', 'archive', '--calls-per-object', String(callsPerObject)]
  const failures: string[] = []
  let [kills, amid, runs] = [0, 0, 0]
  while (kills < killsMax) {
    runs += 1
    const isByLine = random.fraction() < 0.6
    let linesLeft = random.integer(1, 4)
    const delayMs = random.fraction() * (context.isShort ? 60 : 1_500)
    const { exitCode, lines } = await run(args, {
      ...(!isByLine && { killAfterMs: 400 + random.fraction() * (context.isShort ? 1_500 : 8_000) }),
      onLine(kill) {
        linesLeft -= 1
        if (isByLine && linesLeft === 0) setTimeout(kill, delayMs)
      },
    })
    if (exitCode === 0) break
    if (exitCode !== null) failures.push(`the command failed: ${lines.at(-1)}`)
    kills += 1
    if (lines.length > 0) amid += 1
    failures.push(...(await findLost(world)))
    const sample = random.pick(world.samples)
    if ((await readReceipt(sample)) !== sample.receipt)
      failures.push(`the receipt of ${sample.id} changed between two runs`)
    context.progress(`killed ${kills} times, last after: ${lines.at(-1)?.trim() ?? 'nothing'}`)
    // In between, some partitions are archived and others are not.
    if (kills === Math.ceil(killsMax / 2) && (await run(['reconcile', '--no-freeze'])).exitCode !== 0)
      failures.push('drift between two runs')
  }
  const { exitCode, lines } = await run(args)
  if (exitCode !== 0) failures.push(`the last run failed: ${lines.join('; ')}`)
  return { kills, amid, runs: runs + 1, failures }
}

/** A partition is whole in `calls`, or its objects have everything. */
async function findLost({ setup, parts }: World): Promise<string[]> {
  const lost: string[] = []
  for (const { name, expected } of parts) {
    const { rows } = await setup.pool.query<{ is_attached: boolean }>(
      'select is_attached from call_partitions where name = $1',
      [name],
    )
    const found = rows[0]?.is_attached
      ? await countInPostgres(setup.pool, name)
      : await countInArchive(setup.pool, name, setup.objects)
    if (!found || countDifferences(expected, found) > 0)
      lost.push(`after a kill, calls of ${name} are in neither place`)
  }
  return lost
}

async function judge({ setup, parts, samples }: World) {
  const failures: string[] = []
  let [differences, places] = [0, 0]
  for (const { name, expected } of parts) {
    const { rows } = await setup.pool.query('select from call_partitions where name = $1', [name])
    if (rows.length > 0) failures.push(`${name} is still in Postgres`)
    const found = await countInArchive(setup.pool, name, setup.objects)
    places += expected.size
    differences += countDifferences(expected, found ?? new Map())
  }
  if (differences > 0) failures.push(`${differences} companies and days differ`)
  const tookMs: number[] = []
  let lostReceipts = 0
  for (const sample of samples) {
    const startedMs = performance.now()
    if ((await setup.readReceipt(sample)) !== sample.receipt) lostReceipts += 1
    tookMs.push(performance.now() - startedMs)
  }
  if (lostReceipts > 0) failures.push(`${lostReceipts} receipts changed or are not answered`)
  const drifts = await countDrifts(setup, parts)
  if (drifts > 0) failures.push(`${drifts} runs of reconciliation found drift`)
  const { rows } = await setup.pool.query<{ bytes: number }>(
    'select sum(bytes)::double precision as bytes from archived_call_objects',
  )
  return {
    failures,
    differences,
    places,
    lostReceipts,
    receiptMs: percentile(tookMs, 0.5),
    drifts,
    objectBytes: rows[0]?.bytes ?? 0,
  }
}

/** All companies as every hour, and the one with the most calls from the archive's sums. */
async function countDrifts({ run }: ArchiveSetup, parts: readonly Part[]): Promise<number> {
  const counts = new Map<string, number>()
  for (const [place, sums] of parts.flatMap(({ expected }) => [...expected])) {
    const [company = '', calls = '0'] = [place.split(' ')[0], sums.split(' ')[0]]
    counts.set(company, (counts.get(company) ?? 0) + Number(calls))
  }
  const [largest] = [...counts].toSorted(([, left], [, right]) => right - left)
  const runs = [
    await run(['reconcile', '--no-freeze']),
    await run(['reconcile', '--no-freeze', '--company', largest?.[0] ?? '']),
  ]
  return runs.filter(({ exitCode }) => exitCode !== 0).length
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
