// When a key is refused because too many streams were left before their end, its company is informed, once a day for each
// key. A refused caller may come back many times a second, so what was written is remembered here, and no request waits for it.
import type { Limits } from '@gatehouse/limits/create-limits'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { GatewayMetrics } from '../../../gateway-metrics.ts'

export type AbandonNotice = { companyId: string; keyId: string; day: string; refusedUntil: Date }

export type AbandonNoticesDeps = {
  clock: Clock
  logger: Logger
  metrics: Pick<GatewayMetrics, 'observeStreamRefused'>
  /** Repeating it for the same key and day changes nothing. */
  write(notice: AbandonNotice): Promise<unknown>
}

const retryAfterMs = 60_000

export type AbandonNotices = {
  /** The same answers, of which refusals of this kind are counted and reported. */
  watch(admit: Limits['admit']): Limits['admit']
  /** Resolves when what was reported so far is written or has failed. */
  settled(): Promise<void>
}

export function createAbandonNotices({ clock, logger, metrics, write }: AbandonNoticesDeps): AbandonNotices {
  let today = ''
  /** Key → from when on it may be tried again, on the monotonic clock. */
  const waits = new Map<string, number>()
  // One after the other: a company with very many keys must not take the connections of its calls.
  let writing = Promise.resolve()

  async function attempt(notice: AbandonNotice): Promise<void> {
    try {
      await write(notice)
    } catch (error) {
      if (notice.day === today) waits.set(notice.keyId, clock.monotonicMs() + retryAfterMs)
      logger.warn('a notice about abandoned streams was not written', { key_id: notice.keyId, error })
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

  return {
    watch: (admit) => async (call) => {
      const admission = await admit(call)
      if (admission.kind === 'streams_abandoned') {
        metrics.observeStreamRefused()
        report(call.companyId, call.keyId, admission.retryAfterMs)
      }
      return admission
    },
    settled: () => writing,
  }
}
