import { waitUntil } from '@gatehouse/testkit/wait-until'
import { type Proof, type ProofContext, judged, notMeasured } from '../../proof.ts'
import {
  countSchedules,
  countStrays,
  readAlerts,
  readNow,
  readOverdueRows,
  unfinishedSchedules,
} from './judge-upkeep.ts'
import { findLibfaketime } from './moving-clock.ts'
import { type UpkeepSetup, openUpkeepSetup } from './upkeep-setup.ts'

const days = 70
// The first step is one day, so that rows of the first day become due for deletion. The short form then takes two
// leaps; the long form goes day by day.
const stepsShort = [1, days / 2, days]
const steps = Array.from({ length: days }, (_, index) => index + 1)
const stepWithinMs = 60_000

export const proof: Proof = {
  name: 'upkeep',
  tier: 'daily',
  claim: 'while the clock of a whole platform is moved ahead by ten weeks, all scheduled work is done',
  bar: '0 schedules missed, 0 stray rows, 0 rows kept too long, 0 failed calls, 0 missing alert metrics, 0 alerts firing; a gateway with a wrong clock refuses calls',
  async run(context) {
    const libfaketime = await findLibfaketime()
    if (!libfaketime) return notMeasured('libfaketime is not installed (Debian: apt install faketime)')
    await using scope = new AsyncDisposableStack()
    const setup = await openUpkeepSetup(scope, libfaketime)
    context.progress('the platform is up')
    await waitUntil(async () => (await countSchedules(setup.pool)) > 0, {
      withinMs: stepWithinMs,
      what: 'the schedules are set',
    })
    await plantStrays(setup)
    const walked = await walk(setup, context)
    const [found, wrongClock] = await Promise.all([judge(setup), callWithWrongClock(setup)])
    const failures = [
      ...walked.missed.map((name) => `${name} did not run`),
      ...(found.strays > 0 ? [`${found.strays} stray rows`] : []),
      ...Object.entries(found.overdue).map(([kind, count]) => `${count} ${kind} kept too long`),
      ...(walked.failedCalls > 0 ? [`${walked.failedCalls} failed calls`] : []),
      ...found.missing.map((name) => `${name} is not exported`),
      ...found.ringing.map((name) => `alert: ${name}`),
      ...(wrongClock === 503 ? [] : [`a gateway with a wrong clock responded with ${wrongClock}`]),
    ]
    for (const failure of failures) context.progress(failure)
    return judged({
      figure:
        `${days} days in ${walked.steps} steps: ${walked.schedules} schedules, ${walked.missed.length} missed; ` +
        `${walked.calls} calls, ${walked.failedCalls} failed; ${found.strays} stray rows, ` +
        `${Object.keys(found.overdue).length} kinds of rows kept too long, ${found.missing.length} of ${found.named} alert ` +
        `metrics missing, ${found.ringing.length} alerts firing; with a wrong clock ${wrongClock}`,
      isPassed: failures.length === 0,
    })
  },
}

/**
 * Plants calls whose ids come from wrong clocks, which once stopped the upkeep permanently, and a score dated months
 * ahead.
 */
async function plantStrays({ pool }: UpkeepSetup): Promise<void> {
  await pool.query(
    `insert into calls (id, company_id, key_id, alias, operation, status, reason, prompt_tokens, cached_tokens,
       completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms)
     select overlay(uuid_at(now() + make_interval(weeks => week))::text placing '7000-8000-000000000001' from 15)::uuid,
            gen_random_uuid(), gen_random_uuid(), 'a', 'chat', 'FAILED', 'planted', 0, 0, 0, 0, 0, 0, 0
       from unnest(array[9, 12, 30]) as week`,
  )
  await pool.query(
    `insert into match_score_log (scored_at, company_id, job_id, talent_id, points, coverage, job_hash, talent_hash,
       scorer_version, judgement, verdicts)
     select now() + interval '100 days', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 1, '', '', 1,
            (enum_range(null::match_judgement))[1], '[]'`,
  )
}

type Walked = { steps: number; schedules: number; calls: number; failedCalls: number; missed: string[] }

async function walk(setup: UpkeepSetup, { isShort, progress }: ProofContext): Promise<Walked> {
  const { clock, pool } = setup
  const chosen = isShort ? stepsShort : steps
  const walked: Walked = { steps: chosen.length, schedules: 0, calls: 0, failedCalls: 0, missed: [] }
  const call = async () => {
    walked.calls += 1
    if ((await setup.call()) !== 200) walked.failedCalls += 1
  }
  await call()
  for (const ahead of chosen) {
    await clock.setAhead(ahead)
    const since = await readNow(pool)
    await call()
    const isDone = async () => (await unfinishedSchedules(pool, since)).length === 0
    await waitUntil(isDone, { withinMs: stepWithinMs, what: 'every schedule has run' }).catch(() => undefined)
    const unfinished = await unfinishedSchedules(pool, since)
    walked.missed.push(...unfinished.map((name) => `day ${ahead}: ${name}`))
    if (isShort || ahead % 7 === 0)
      progress(`day ${ahead}: ${since.toISOString()}, ${unfinished.length} missed`)
    // A schedule that did not run in this step would not run in the later steps either, so the proof ends here.
    if (unfinished.length > 0) break
  }
  walked.schedules = await countSchedules(pool)
  return walked
}

async function judge({ pool, services }: UpkeepSetup) {
  // The effects of the last step may take a moment: housekeeping runs every second, gauges every ten.
  const isOver = async () => {
    const alerts = await readAlerts(services, await readNow(pool))
    return Object.keys(await readOverdueRows(pool)).length === 0 && alerts.ringing.length === 0
  }
  await waitUntil(isOver, { withinMs: 25_000, what: 'the platform is idle' }).catch(() => undefined)
  return {
    strays: await countStrays(pool),
    overdue: await readOverdueRows(pool),
    ...(await readAlerts(services, await readNow(pool))),
  }
}

/** Calls a gateway whose clock is ten weeks behind the others. */
async function callWithWrongClock(setup: UpkeepSetup): Promise<number> {
  const gateway = await setup.startGateway({ LD_PRELOAD: '' })
  return setup.call(gateway)
}
