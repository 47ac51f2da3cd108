import type { PlatformAuditResult } from './audit.generated.ts'

type Entry = PlatformAuditResult['entries']['nodes'][number]

const columns = [
  'id',
  'createdAt',
  'action',
  'subjectKind',
  'subjectId',
  'actorKind',
  'actorId',
  'actorEmail',
  'clientAddress',
  'requestId',
  'details',
] as const

export function writeAuditCsv(entries: readonly Entry[]): string {
  const lines = entries.map((entry) => columns.map((name) => cell(entry[name])).join(','))
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`
}

/** A cell that a spreadsheet would run as a formula begins with an apostrophe. */
function cell(value: unknown): string {
  const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
