// Notifies a company, at most once a day for each key, that a key is refused because too many of its streams were
// abandoned. A refused caller may retry many times a second, so notices already written are remembered in memory, and
// no request waits for a notice.
import type { Admission, CallToAdmit } from '@gatehouse/limits/admission'
import type { Limits } from '@gatehouse/limits/create-limits'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { GatewayMetrics } from '../../gateway-metrics.ts'
import { writeCompanyNotice } from '@gatehouse/companies/company-notices'
import { createFindKeys } from '@gatehouse/keys/find-keys'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { mapShards } from '@gatehouse/postgres/shards'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import type { ServiceResources } from '@gatehouse/service/start-service'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import type { GatewayConfig } from '../../config.ts'

export type AbandonNotice = { companyId: string; keyId: string; day: string; refusedUntil: Date }

export type AbandonNoticesDeps = {
  clock: Clock
  logger: Logger
  metrics: Pick<GatewayMetrics, 'observeStreamRefused'>
  /** Idempotent for the same key and day. */
  write(notice: AbandonNotice): Promise<unknown>
}

const retryAfterMs = 60_000

export type AbandonNotices = {
  /** Wraps `admit`: returns its result unchanged, but counts and reports refusals for abandoned streams. */
  watch(admit: Limits['admit']): Limits['admit']
  /** Resolves when every notice reported so far has been written or has failed. */
  settled(): Promise<void>
}

export function createAbandonNotices({ clock, logger, metrics, write }: AbandonNoticesDeps): AbandonNotices {
  let today = ''
  /** Key id → monotonic time from which its notice may be attempted again. */
  const waits = new Map<string, number>()
  // Notices are written one at a time, so that a company with many keys does not use up the connections its calls need.
  let writing = Promise.resolve()

  async function attempt(notice: AbandonNotice): Promise<void> {
    try {
      await write(notice)
    } catch (error) {
      if (notice.day === today) waits.set(notice.keyId, clock.monotonicMs() + retryAfterMs)
      logger.warn('abandoned-streams notice could not be written', { key_id: notice.keyId, error })
    }
  }

  function report(companyId: string, keyId: string, refusedForMs: number): void {
    const nowMs = clock.wallMs()
    const day = new Date(nowMs).toISOString().slice(0, 10)
    if (day !== today) {
      today = day
      waits.clear()
    }
    if (clock.monotonicMs() < (waits.get(keyId) ?? Number.NEGATIVE_INFINITY)) return
    waits.set(keyId, Number.POSITIVE_INFINITY)
    const notice = { companyId, keyId, day, refusedUntil: new Date(nowMs + refusedForMs) }
    writing = writing.then(() => attempt(notice))
  }

  async function watchStream(admit: Limits['admit'], call: CallToAdmit): Promise<Admission> {
    const admission = await admit(call)
    if (admission.kind === 'streams_abandoned') {
      metrics.observeStreamRefused()
      report(call.companyId, call.keyId, admission.retryAfterMs)
    }
    return admission
  }

  return {
    watch: (admit) => (call) => (call.isStream ? watchStream(admit, call) : admit(call)),
    settled: () => writing,
  }
}

export function openAbandonNotices(
  resources: ServiceResources,
  { abandonLimits: { perMinute } }: Pick<GatewayConfig, 'abandonLimits'>,
  metrics: GatewayMetrics,
): AbandonNotices {
  const { shards, logger, ids } = resources
  const findKeys = createFindKeys(shards.directory)
  const openQueue = (postgres: Postgres) => createTaskQueue({ postgres, logger, ids, kinds: [sendMailTask] })
  const queues = mapShards(shards, openQueue)
  async function write({ companyId, keyId, day, refusedUntil }: AbandonNotice): Promise<void> {
    const [found] = await findKeys({ hashes: [], ids: [keyId] })
    const queue = queues.of(companyId)
    await queue.prepare()
    await shards.of(companyId).transaction((tx) =>
      writeCompanyNotice({ ids, queue }, tx, {
        companyId,
        key: `abandoned_streams:${keyId}:${day}`,
        kind: 'abandoned_streams',
        details: {
          keyId,
          keyName: found?.key.name ?? '',
          abandonedMax: perMinute,
          refusedUntil: refusedUntil.toISOString(),
        },
      }),
    )
  }
  return createAbandonNotices({ ...resources, metrics, write })
}
