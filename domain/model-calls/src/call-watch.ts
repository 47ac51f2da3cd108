// What became of the calls of one alias in this process: for the status page, which asks seldom, so that it costs the calls
// nothing but a note.
import type { Clock } from '@gatehouse/runtime/clock'
import type { AiServiceStatus, Latency } from './ai-service-status.ts'

type CallNote = { tookMs: number; failureCode: string | undefined }

export type CallWatch = {
  note(note: CallNote): void
  read(): Omit<AiServiceStatus, 'name' | 'breaker'>
}

const recentMs = 5 * 60_000
// More than a process makes in five minutes: beyond it the figures are of the last so many.
const notesMax = 4_096

export function createCallWatch(clock: Pick<Clock, 'wallMs' | 'monotonicMs'>): CallWatch {
  let notes: (CallNote & { atMs: number })[] = []
  let lastSuccessAt: Date | null = null
  let lastFailure: { at: Date; code: string } | undefined
  return {
    note(note) {
      const at = new Date(clock.wallMs())
      if (note.failureCode === undefined) lastSuccessAt = at
      else lastFailure = { at, code: note.failureCode }
      notes.push({ ...note, atMs: clock.monotonicMs() })
      if (notes.length > 2 * notesMax) notes = notes.slice(-notesMax)
    },
    read() {
      const sinceMs = clock.monotonicMs() - recentMs
      notes = notes.filter(({ atMs }) => atMs > sinceMs).slice(-notesMax)
      const failures = notes.filter(({ failureCode }) => failureCode !== undefined).length
      return {
        lastSuccessAt,
        lastFailureAt: lastFailure?.at ?? null,
        lastFailureCode: lastFailure?.code ?? null,
        recent: {
          calls: notes.length,
          failures,
          errorRatePercent: notes.length === 0 ? 0 : Math.round((10_000 * failures) / notes.length) / 100,
          latencyMs: latencyOf(notes.map(({ tookMs }) => tookMs)),
        },
      }
    },
  }
}

function latencyOf(tookMs: readonly number[]): Latency | null {
  if (tookMs.length === 0) return null
  const ordered = tookMs.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(ordered[Math.ceil(share * ordered.length) - 1] ?? 0)
  return { p50: at(0.5), p95: at(0.95) }
}
