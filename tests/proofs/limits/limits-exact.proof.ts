import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import pg from 'pg'
import { type RateVerdict, judgeRates } from './judge-rates.ts'
import { type LimitsWorkers, startLimitsWorkers } from './limits-workers.ts'
import type { LimitedBy, RateOrder, RateReport } from './try-rates.ts'
import { type Proof, judged } from '../proof.ts'
import { startServers } from '../kit/servers.ts'

const processes = 4
const hourMs = 3_600_000
const overAdmissionMax = 0.01
const attemptsMax = 4
/** Fewer callers and a smaller limit, so that even a slow machine can exceed it. */
const small = { attempts: 4_000, windowMs: 500, share: 0.25 }
const large = { attempts: 100_000, windowMs: 1_000, share: 1 }
// In the short form, scenarios for which the machine is too busy are skipped; the proof fails if fewer than this many
// were measured.
const measuredMinShort = 3

/** How hard the limit is pressed: far beyond it, in bursts with pauses, or always below it. */
type Pressure = 'beyond' | 'bursts' | 'below'
type Scenario = {
  by: LimitedBy
  pressure: Pressure
  windowMs: number
  limit: number
  attempts: number
  callersShare: number
}
type Size = { attempts: number; windowMs: number; share: number }

export const proof: Proof = {
  name: 'limits-exact',
  tier: 'push',
  claim: 'request, token and address limits hold across 4 processes whose clocks are an hour off and jump',
  bar: 'over-admission ≤ 1 %, no refusal below 95 % of the limit, with leases in use',
  async run({ progress, isShort }) {
    await using scope = new AsyncDisposableStack()
    const { postgres, redis } = await startServers(scope)
    const settings = { redisUrl: redis.url, databaseUrl: postgres.url }
    const workers = scope.use(await startLimitsWorkers(processes, settings))
    const verdicts: RateVerdict[] = []
    for (const scenario of isShort ? scenarios(small) : [...scenarios(large), ...fullMinutes]) {
      const verdict = await measure({ databaseUrl: postgres.url, workers, progress }, scenario)
      if (!verdict && !isShort)
        throw new Error('the machine was too busy to exceed the limit in every attempt')
      if (verdict) verdicts.push(verdict)
      progress(describe(scenario, verdict))
    }
    const sum = (of: (verdict: RateVerdict) => number) =>
      verdicts.reduce((total, verdict) => total + of(verdict), 0)
    const worst = Math.max(...verdicts.map(({ overAdmission }) => overAdmission))
    const falseRefusals = sum((verdict) => verdict.falseRefusals)
    const leased = sum((verdict) => verdict.leased)
    return judged({
      figure:
        `${sum((verdict) => verdict.attempts)} attempts, ${sum((verdict) => verdict.admitted)} admitted, ` +
        `${leased} of them from leases, ` +
        `over-admission ${(worst * 100).toFixed(2)} %, ${falseRefusals} false refusals`,
      isPassed:
        worst <= overAdmissionMax && falseRefusals === 0 && leased > 0 && verdicts.length >= measuredMinShort,
    })
  },
}

function scenarios({ attempts, windowMs, share }: Size): Scenario[] {
  const all: Omit<Scenario, 'callersShare'>[] = [
    { by: 'requests', pressure: 'beyond', windowMs, limit: 400, attempts: attempts * 0.3 },
    // Large enough for most calls to be admitted from leases.
    { by: 'requests', pressure: 'beyond', windowMs, limit: 3_000, attempts: attempts * 0.2 },
    { by: 'requests', pressure: 'bursts', windowMs, limit: 200, attempts: attempts * 0.1 },
    { by: 'requests', pressure: 'below', windowMs, limit: 600, attempts: attempts * 0.02 },
    { by: 'tokens', pressure: 'beyond', windowMs, limit: 200_000, attempts: attempts * 0.25 },
    { by: 'tokens', pressure: 'below', windowMs, limit: 200_000, attempts: attempts * 0.02 },
    { by: 'address', pressure: 'beyond', windowMs, limit: 600, attempts: attempts * 0.25 },
    { by: 'address', pressure: 'bursts', windowMs, limit: 200, attempts: attempts * 0.06 },
  ]
  return all.map((scenario) =>
    Object.assign(scenario, { limit: scenario.limit * share, callersShare: share }),
  )
}

// The real window and the real limits, for two and a half minutes.
const fullMinutes: Scenario[] = [
  { by: 'requests', pressure: 'beyond', windowMs: 60_000, limit: 300, attempts: 4_000, callersShare: 1 },
]

const order = {
  /** As fast as possible. */
  beyond: { callers: 8, pauseMs: () => 0 },
  /** All callers together, then a pause of a third of the window on average. */
  bursts: { callers: 40, pauseMs: ({ windowMs }: Scenario) => windowMs / 3 },
  /** All callers together stay at nine tenths of the limit. */
  below: {
    callers: 4,
    pauseMs: ({ windowMs, limit, by }: Scenario) =>
      (windowMs * processes * 4) / (0.9 * (by === 'tokens' ? limit / meanTokens : limit)),
  },
} as const satisfies Record<Pressure, { callers: number; pauseMs: (scenario: Scenario) => number }>

const tokensMax = 800
const meanTokens = (tokensMax + 1) / 2

type Deps = { databaseUrl: string; workers: LimitsWorkers; progress: (text: string) => void }

/** Returns undefined if the machine was too busy: Redis timed out, or the limit was not reached. */
async function measure(deps: Deps, scenario: Scenario): Promise<RateVerdict | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const reports = await runScenario(deps, scenario)
    const verdict = judgeRates(reports, scenario.limit, scenario.windowMs)
    const isPressed = verdict.refused > 0 || scenario.pressure === 'below'
    if (isPressed && !reports.some(({ wasWithoutRedis }) => wasWithoutRedis)) return verdict
    if (attempt === attemptsMax) return undefined
    deps.progress('the machine was too busy; trying again')
  }
}

async function runScenario({ databaseUrl, workers }: Deps, scenario: Scenario): Promise<RateReport[]> {
  const { callers: callersMax, pauseMs } = order[scenario.pressure]
  // Callers that stay below the limit pause according to the full number of callers, so all of them are needed.
  const callers = scenario.pressure === 'below' ? callersMax : Math.ceil(callersMax * scenario.callersShare)
  const isFull = scenario.windowMs === 60_000
  const names = {
    companyId: await addCompany(databaseUrl),
    keyId: ids.uuid(),
    // All addresses of a /64 count as one, so each scenario gets a /64 of its own.
    address: `2001:db8:0:${ids.uuid().slice(-4)}::1`,
  }
  const reports = await workers.tryRates((worker): RateOrder => ({
    ...names,
    by: scenario.by,
    limit: scenario.limit,
    windowMs: scenario.windowMs,
    callers,
    attemptsPerCaller: Math.ceil(scenario.attempts / processes / callers),
    // Spreads the attempts over two and a half full minutes.
    pauseMs: isFull ? (150_000 * processes * callers) / scenario.attempts : pauseMs(scenario),
    tokensMax,
    wallErrorMs: worker % 2 === 0 ? hourMs : -hourMs,
  }))
  const unexpected = reports.flatMap((report) => report.unexpected)
  if (unexpected.length > 0)
    throw new Error(`${unexpected.length} unexpected answers, such as ${unexpected[0]}`)
  return reports
}

const ids = createIds(createSystemClock())

/** Adds a company with more credits than all attempts could cost. */
async function addCompany(databaseUrl: string): Promise<string> {
  const companyId = ids.uuid()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `select * from post_transfer($1, $2, 'COMPANY', 'PROVIDER_CASH', 'PACK_PURCHASE', 1000000000, $3, 'BOUGHT')`,
    [ids.uuid(), companyId, `pack:${companyId}`],
  )
  await client.end()
  return companyId
}

function describe({ by, pressure, limit, windowMs }: Scenario, verdict: RateVerdict | undefined): string {
  const what = `${limit} ${by === 'address' ? 'requests of an address' : by} in ${windowMs / 1_000} s, ${pressure}`
  if (!verdict) return `${what}: not measured, the machine was too busy to exceed the limit`
  const { attempts, admitted, leased, overAdmission, falseRefusals } = verdict
  return (
    `${what}: ` +
    `${admitted} of ${attempts} admitted, ${leased} from leases, over-admission ${(overAdmission * 100).toFixed(2)} %, ` +
    `${falseRefusals} false refusals`
  )
}
