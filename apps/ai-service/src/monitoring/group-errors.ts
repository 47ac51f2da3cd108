// Groups log entries by fingerprint: entries of one service with the same message apart from ids, numbers and quoted values, and
// the same kind of error from the same place. Line numbers are ignored, so that a release does not change every fingerprint.
import { createHash } from 'node:crypto'
import type { LogEntry } from '@gatehouse/telemetry/create-logger'

export type ErrorGroup = {
  fingerprint: string
  count: number
  first_seen: string
  last_seen: string
  level: string
  service: string
  message: string
  code: string | null
  /** The newest entry. */
  latest: LogEntry
}

/** Most recently seen group first. */
export function groupErrors(entries: readonly LogEntry[]): ErrorGroup[] {
  const groups = Map.groupBy(entries, fingerprintError)
  return [...groups]
    .map(([fingerprint, own]) => describe(fingerprint, own))
    .toSorted((a, b) => (a.last_seen < b.last_seen ? 1 : -1))
}

function describe(fingerprint: string, entries: readonly LogEntry[]): ErrorGroup {
  // Sorted by timestamp, because the lines of several processes are interleaved.
  const ordered = entries.toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : -1))
  const latest = ordered[0]
  if (!latest) throw new RangeError('a group must have an entry')
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

type LoggedError = { name?: unknown; code?: unknown; message?: unknown; stack?: unknown }

const lengthShown = 16
// An apostrophe within a word does not begin a quotation.
const quotedValues = /"[^"\n]*"|`[^`\n]*`|“[^”\n]*”|‘[^’\n]*’|(?<!\w)'[^'\n]*'(?!\w)/g
const variableParts =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b(?=[a-z]*\d)[0-9a-f]{8,}\b|\d+(?:\.\d+)*/gi

export function fingerprintError({ service, message, context }: LogEntry): string {
  const error = (context?.['error'] ?? {}) as LoggedError
  const parts = [
    service,
    maskVariableParts(message),
    toText(error.name),
    toText(error.code),
    // With a code, the message is ignored, because it may quote arbitrary values.
    error.code === undefined ? maskVariableParts(toText(error.message)) : '',
    placeOf(toText(error.stack)),
  ]
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, lengthShown)
}

function maskVariableParts(text: string): string {
  return text.replaceAll(quotedValues, '#').replaceAll(variableParts, '#')
}

/** Function and file of the first stack frame in our own code, or of the first frame. */
function placeOf(stack: string): string {
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  const frame = frames.find((line) => !/node_modules|\(node:|at node:/.test(line)) ?? frames[0] ?? ''
  return frame
    .trim()
    .replace(/:\d+:\d+\)?$/, '')
    .replace(/(?:file:\/\/)?\/\S*\/(?=[^/]+$)/, '')
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
