// Whether charges can be recorded as promised: durably, and under ids of the present. A Postgres with fsync or
// synchronous_commit off loses charges that it has confirmed, and the ids of a process whose clock is days off lie outside of
// every week's partition; so no billable call begins while either is the case, or before Postgres was asked.
import type { ServerState } from '@gatehouse/postgres/server-state'
import { type Clock, type Timer } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Gauge } from 'prom-client'

export type LedgerTrouble = 'unknown' | 'not_durable' | 'clock_off'

export type LedgerGuard = {
  /** Why no billable call may begin; undefined if it may. */
  trouble(): LedgerTrouble | undefined
  /** For every new connection on which charges are made. */
  observe(state: ServerState): void
  /** Asks now, and from then on every minute; while something is wrong, every few seconds. */
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
const everyMsInTrouble = 2_000
export const clockOffsetMsMax = 86_400_000

const settings = ['fsync', 'synchronous_commit'] as const
type DurabilitySetting = (typeof settings)[number]

export function createLedgerGuard(
  { clock, logger, metrics, readState }: LedgerGuardDeps,
  /** For development: warns instead of refusing. */
  { isLossAllowed }: { isLossAllowed: boolean },
): LedgerGuard {
  const gauges = createGauges(metrics)
  let trouble: LedgerTrouble | undefined = 'unknown'
  let timer: Timer | undefined
  let isClosed = false

  function observe(state: ServerState): void {
    const off = settings.filter((setting) => valueOf(state, setting) === 'off')
    for (const setting of settings) gauges.notDurable.set({ setting }, off.includes(setting) ? 1 : 0)
    const offsetMs = clock.wallMs() - state.wallMs
    gauges.clockOffset.set(offsetMs / 1_000)
    const isClockOff = Math.abs(offsetMs) > clockOffsetMsMax
    if (isClockOff)
      logger.error('the clock of this process and that of Postgres differ by more than a day', {
        offset_seconds: Math.round(offsetMs / 1_000),
        pages: true,
      })
    report(off)
    if (isClockOff) trouble = 'clock_off'
    else trouble = off.length > 0 && !isLossAllowed ? 'not_durable' : undefined
  }

  function report(off: readonly DurabilitySetting[]): void {
    if (off.length === 0) return
    const message = 'Postgres may lose charges that it has confirmed'
    if (isLossAllowed) logger.warn(message, { settings_off: off })
    else logger.error(message, { settings_off: off, pages: true })
  }

  async function check(): Promise<void> {
    try {
      observe(await readState())
    } catch (thrown) {
      // Without Postgres nothing is charged anyway. What was seen last stays.
      logger.warn('Postgres could not be asked whether it keeps charges', { error: thrown })
    }
    if (!isClosed) timer = clock.after(trouble === undefined ? everyMs : everyMsInTrouble, () => void check())
  }

  return {
    trouble: () => trouble,
    observe,
    start: check,
    close() {
      isClosed = true
      timer?.cancel()
    },
  }
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
      help: 'By how much the clock of this process is ahead of that of Postgres',
      registers,
    }),
  }
}
