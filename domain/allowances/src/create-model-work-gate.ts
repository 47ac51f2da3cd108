// Guards every model call that the platform makes for a company. Once the allowance is used up, the gate rejects calls,
// which makes tasks wait without counting an attempt; the company's admins are notified once a month. Calls already in
// flight are completed, so a company can exceed its allowance by their cost.
import { writeCompanyNotice } from '@gatehouse/companies/company-notices'
import { formatCredits } from '@gatehouse/credits/credit'
import type { Shards } from '@gatehouse/postgres/shards'
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { type Allowance, type ModelWork, remainingMicros } from './allowance.ts'
import { readModelWork, writeWait } from './read-allowance.ts'

type NoticeDeps = Parameters<typeof writeCompanyNotice>[0]

export type ModelWorkGateDeps = NoticeDeps & {
  /** The queue for the mails of a notice; it must be prepared before the transaction that writes the notice. */
  queue: NoticeDeps['queue'] & { prepare(): Promise<void> }
  shards: Shards
  clock: Pick<Clock, 'wallMs' | 'monotonicMs'>
  logger: Logger
  defaults: Allowance
}

/** Rejects with an `exhausted` Fault, `model_calls.allowance_spent`, while the company's model work is paused. */
export type RequireModelWork = (companyId: string) => Promise<void>

// Paused work is checked again after this time. Raising the allowance wakes it immediately, but there is no event for a
// larger plan or a new month. The interval is not shorter because many CVs may be waiting.
const recheckAfterMs = 15 * 60_000
// Judging one job sends up to ten concurrent requests, which would each compute the same sum.
const cachedMs = 2_000
const cachedMax = 1_000

export function createModelWorkGate(deps: ModelWorkGateDeps): RequireModelWork {
  const cache = new Map<string, { readAtMs: number; work: Promise<ModelWork> }>()

  function read(companyId: string): Promise<ModelWork> {
    const nowMs = deps.clock.monotonicMs()
    const known = cache.get(companyId)
    if (known && nowMs - known.readAtMs < cachedMs) return known.work
    if (cache.size >= cachedMax) cache.clear()
    const work = readModelWork(deps.shards.of(companyId), companyId, deps)
    cache.set(companyId, { readAtMs: nowMs, work })
    work.catch(() => cache.delete(companyId))
    return work
  }

  return async (companyId) => {
    const work = await read(companyId)
    const nowMs = deps.clock.wallMs()
    const isWaiting = work.waitsUntil !== null && work.waitsUntil.getTime() > nowMs
    if (!isWaiting && remainingMicros(work) > 0n) return
    // Evict the entry, so that a raised allowance takes effect immediately.
    cache.delete(companyId)
    if (isWaiting) throw allowanceSpent(work.waitsUntil ?? work.renewsAt, nowMs)
    const until = new Date(Math.min(nowMs + recheckAfterMs, work.renewsAt.getTime()))
    await beginWait(deps, { companyId, work, until })
    throw allowanceSpent(until, nowMs)
  }
}

async function beginWait(
  deps: ModelWorkGateDeps,
  { companyId, work, until }: { companyId: string; work: ModelWork; until: Date },
): Promise<void> {
  // Outside the transaction: the queue may need a second connection on first use.
  await deps.queue.prepare()
  const isNew = await deps.shards.of(companyId).transaction(async (tx) => {
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
  if (isNew) deps.logger.info('model work of a company is paused', { company_id: companyId })
}

function allowanceSpent(until: Date, nowMs: number): Fault {
  return new Fault({
    kind: 'exhausted',
    code: 'model_calls.allowance_spent',
    publicMessage:
      'The company has used up its model work for this month. It continues when the allowance is renewed or raised.',
    retryAfterMs: Math.max(1_000, until.getTime() - nowMs),
  })
}
