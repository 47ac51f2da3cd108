// Decides whether charges can be recorded as promised: durably, and with ids of the present. A Postgres with fsync or
// synchronous_commit off loses charges that it has confirmed, and the ids of a process whose clock is days off fall
// outside every weekly partition. So no billable call begins in either case, or before the state of Postgres is known.
import type { ServerState } from '@gatehouse/postgres/server-state'
import { type Clock, type Timer, sleep } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Gauge } from 'prom-client'

export type LedgerProblem = 'unknown' | 'not_durable' | 'clock_off'

export type LedgerGuard = {
  /** Returns why no billable call may begin; undefined if it may. */
  problem(): LedgerProblem | undefined
  /** Called for every new connection on which charges are made. */
  observe(state: ServerState): void
  /**
   * Checks until the state is known, for a few seconds at most, then every minute; while something is wrong, every two
   * seconds.
   */
  start(): Promise<void>
  close(): void
}

export type LedgerGuardDeps = {
  clock: Clock
  logger: Logger
  metrics: Metrics
  readState: () => Promise<ServerState>
}

const everyMs = 60_000
const everyMsWithProblem = 2_000
// A balancer sends calls to a new process as soon as it listens. If Postgres was only slow to answer the first check, they
// would be refused until the next one.
const everyMsAtStart = 250
const startMsMax = 3_000
export const clockOffsetMsMax = 86_400_000

const settings = ['fsync', 'synchronous_commit'] as const
type DurabilitySetting = (typeof settings)[number]

export function createLedgerGuard(
  { clock, logger, metrics, readState }: LedgerGuardDeps,
  /** For development: logs a warning instead of refusing calls. */
  { isLossAllowed }: { isLossAllowed: boolean },
): LedgerGuard {
  const gauges = createGauges(metrics)
  let problem: LedgerProblem | undefined = 'unknown'
  let timer: Timer | undefined
  let isClosed = false

  function observe(state: ServerState): void {
    const off = settings.filter((setting) => valueOf(state, setting) === 'off')
    for (const setting of settings) gauges.notDurable.set({ setting }, off.includes(setting) ? 1 : 0)
    const offsetMs = clock.wallMs() - state.wallMs
    gauges.clockOffset.set(offsetMs / 1_000)
    const isClockOff = Math.abs(offsetMs) > clockOffsetMsMax
    if (isClockOff)
      logger.error('clocks of this process and Postgres differ by more than a day', {
        offset_seconds: Math.round(offsetMs / 1_000),
        pages: true,
      })
    if (off.length > 0) reportLoss(logger, off, isLossAllowed)
    if (isClockOff) problem = 'clock_off'
    else problem = off.length > 0 && !isLossAllowed ? 'not_durable' : undefined
  }

  async function read(): Promise<void> {
    try {
      observe(await readState())
    } catch (thrown) {
      // Without Postgres nothing is charged anyway. The last state is kept.
      logger.warn('durability of Postgres could not be checked', { error: thrown })
    }
  }

  async function start(): Promise<void> {
    const giveUpMs = clock.monotonicMs() + startMsMax
    await read()
    const isUnknown = () => problem === 'unknown'
    while (isUnknown() && clock.monotonicMs() < giveUpMs) {
      await sleep(clock, everyMsAtStart)
      await read()
    }
    checkLater()
  }

  function checkLater(): void {
    if (isClosed) return
    const inMs = problem === undefined ? everyMs : everyMsWithProblem
    timer = clock.after(inMs, () => void read().then(checkLater))
  }

  return {
    problem: () => problem,
    observe,
    start,
    close() {
      isClosed = true
      timer?.cancel()
    },
  }
}

function reportLoss(logger: Logger, off: readonly DurabilitySetting[], isAllowed: boolean): void {
  const message = 'Postgres may lose confirmed charges'
  if (isAllowed) logger.warn(message, { settings_off: off })
  else logger.error(message, { settings_off: off, pages: true })
}

function valueOf(state: ServerState, setting: DurabilitySetting): string {
  return setting === 'fsync' ? state.fsync : state.synchronousCommit
}

function createGauges(metrics: Metrics) {
  const registers = [metrics]
  return {
    notDurable: new Gauge({
      name: 'gatehouse_ledger_not_durable',
      help: '1 if this setting of Postgres is off, so that confirmed charges may be lost',
      labelNames: ['setting'],
      registers,
    }),
    clockOffset: new Gauge({
      name: 'gatehouse_clock_offset_seconds',
      help: 'Clock of this process minus the clock of Postgres',
      registers,
    }),
  }
}
