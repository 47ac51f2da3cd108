// Which entries tell of the same trouble: those of one service that say the same apart from ids and numbers, with the same
// kind of error from the same place. Line numbers do not count, so that a release does not make all of them new.
import { createHash } from 'node:crypto'
import type { LogEntry } from '@gatehouse/telemetry/create-logger'

export type LoggedError = { name?: unknown; code?: unknown; message?: unknown; stack?: unknown }

const lengthShown = 16
const changing =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b(?=[a-z]*\d)[0-9a-f]{8,}\b|\d+(?:\.\d+)*/gi

export function fingerprintError({ service, message, context }: LogEntry): string {
  const error = (context?.['error'] ?? {}) as LoggedError
  const parts = [
    service,
    withoutChanging(message),
    text(error.name),
    text(error.code),
    // A code says what happened; the words beside it may quote anything.
    error.code === undefined ? withoutChanging(text(error.message)) : '',
    placeOf(text(error.stack)),
  ]
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, lengthShown)
}

function withoutChanging(words: string): string {
  return words.replaceAll(changing, '#')
}

/** The function and file of the first frame that is our own, or of the first at all. */
function placeOf(stack: string): string {
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  const frame = frames.find((line) => !/node_modules|\(node:|at node:/.test(line)) ?? frames[0] ?? ''
  return frame
    .trim()
    .replace(/:\d+:\d+\)?$/, '')
    .replace(/(?:file:\/\/)?\/\S*\/(?=[^/]+$)/, '')
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
