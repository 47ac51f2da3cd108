import type { LogEntry } from '@gatehouse/telemetry/create-logger'
import { type LoggedError, fingerprintError } from './fingerprint-error.ts'

export type ErrorGroup = {
  fingerprint: string
  count: number
  first_seen: string
  last_seen: string
  level: string
  service: string
  message: string
  code: string | null
  /** The newest, whole. */
  latest: LogEntry
}

/** The group that was seen last comes first. */
export function groupErrors(entries: readonly LogEntry[]): ErrorGroup[] {
  const groups = Map.groupBy(entries, fingerprintError)
  return [...groups]
    .map(([fingerprint, own]) => describe(fingerprint, own))
    .toSorted((a, b) => (a.last_seen < b.last_seen ? 1 : -1))
}

function describe(fingerprint: string, entries: readonly LogEntry[]): ErrorGroup {
  // By their own time: lines of several processes do not come in its order.
  const ordered = entries.toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : -1))
  const latest = ordered[0]
  if (!latest) throw new RangeError('a group has an entry')
  const { code } = (latest.context?.['error'] ?? {}) as LoggedError
  return {
    fingerprint,
    count: entries.length,
    first_seen: ordered.at(-1)?.timestamp ?? latest.timestamp,
    last_seen: latest.timestamp,
    level: latest.level,
    service: latest.service,
    message: latest.message,
    code: typeof code === 'string' ? code : null,
    latest,
  }
}
