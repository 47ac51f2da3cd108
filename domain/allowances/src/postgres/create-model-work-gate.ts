// Stands before every model call that the platform makes for a company. Beyond the allowance it rejects, which makes tasks wait
// without counting an attempt; the company's admins are informed once a month. What was begun is finished, so a company may go
// beyond its allowance by the calls that run at the same time.
import { writeCompanyNotice } from '@gatehouse/companies/write-company-notice'
import { formatCredits } from '@gatehouse/credits/credit'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { type Allowance, type ModelWork, leftMicros } from '../allowance.ts'
import { readModelWork, writeWait } from './read-model-work.ts'

type NoticeDeps = Parameters<typeof writeCompanyNotice>[0]

export type ModelWorkGateDeps = NoticeDeps & {
  /** As the notice needs it. */
  queue: NoticeDeps['queue'] & { prepare(): Promise<void> }
  postgres: Postgres
  clock: Pick<Clock, 'wallMs' | 'monotonicMs'>
  logger: Logger
  defaults: Allowance
}

/** Rejects with an exhausted Fault, `model_calls.allowance_spent`, while the model work of the company waits. */
export type DemandModelWork = (companyId: string) => Promise<void>

// A raise wakes what waits. This is for a larger plan and for the new month, which nobody announces; and many CVs may wait.
const lookAgainMs = 15 * 60_000
// Judging one job asks up to ten questions at once, and each would add up the same.
const freshMs = 2_000
const remembersMax = 1_000

export function createModelWorkGate(deps: ModelWorkGateDeps): DemandModelWork {
  const remembered = new Map<string, { readAtMs: number; work: Promise<ModelWork> }>()

  function read(companyId: string): Promise<ModelWork> {
    const nowMs = deps.clock.monotonicMs()
    const known = remembered.get(companyId)
    if (known && nowMs - known.readAtMs < freshMs) return known.work
    if (remembered.size >= remembersMax) remembered.clear()
    const work = readModelWork(deps, companyId)
    remembered.set(companyId, { readAtMs: nowMs, work })
    work.catch(() => remembered.delete(companyId))
    return work
  }

  return async (companyId) => {
    const work = await read(companyId)
    const nowMs = deps.clock.wallMs()
    const isWaiting = work.waitsUntil !== null && work.waitsUntil.getTime() > nowMs
    if (!isWaiting && leftMicros(work) > 0n) return
    // A raise must not be answered with what was known before it.
    remembered.delete(companyId)
    if (isWaiting) throw allowanceSpent(work.waitsUntil ?? work.renewsAt, nowMs)
    const until = new Date(Math.min(nowMs + lookAgainMs, work.renewsAt.getTime()))
    await beginWait(deps, { companyId, work, until })
    throw allowanceSpent(until, nowMs)
  }
}

async function beginWait(
  deps: ModelWorkGateDeps,
  { companyId, work, until }: { companyId: string; work: ModelWork; until: Date },
): Promise<void> {
  // Before the transaction: the queue may ask for a connection of its own when it is used first.
  await deps.queue.prepare()
  const isNew = await deps.postgres.transaction(async (tx) => {
    await writeWait(tx, companyId, until)
    return writeCompanyNotice(deps, tx, {
      companyId,
      key: `model_work_waits:${new Date(deps.clock.wallMs()).toISOString().slice(0, 7)}`,
      kind: 'model_work_waits',
      details: {
        allowanceCredits: formatCredits(work.allowanceMicros),
        renewsAt: work.renewsAt.toISOString(),
      },
    })
  })
  if (isNew) deps.logger.info('model work of a company waits', { company_id: companyId })
}

function allowanceSpent(until: Date, nowMs: number): Fault {
  return new Fault({
    kind: 'exhausted',
    code: 'model_calls.allowance_spent',
    publicMessage:
      'The company has used its model work of this month. It goes on when the allowance is renewed or raised.',
    retryAfterMs: Math.max(1_000, until.getTime() - nowMs),
  })
}
