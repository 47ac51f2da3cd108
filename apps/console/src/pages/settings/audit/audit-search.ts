// What the address of the audit log says: the period and the filters. The list and its export use this one form.
import { type Period, readPeriod, writePeriod } from '../../../time/periods.ts'

export type AuditFilters = { action?: string; actorId?: string; subjectKind?: string }

export type AuditSearch = AuditFilters & { period: Period }

const names = ['action', 'actorId', 'subjectKind'] as const

export function readAuditSearch(raw: Readonly<Record<string, unknown>>): AuditSearch {
  const filters: AuditFilters = {}
  for (const name of names) {
    const value = raw[name]
    if (typeof value === 'string' && value !== '') filters[name] = value
  }
  return { period: readPeriod(raw, '30d'), ...filters }
}

export function writeAuditSearch({ period, ...filters }: AuditSearch): Record<string, string> {
  return { ...writePeriod(period), ...filters }
}

/** An empty value removes the filter. */
export function withFilter(search: AuditSearch, name: keyof AuditFilters, value: string): AuditSearch {
  const next = { ...search, [name]: value }
  if (value === '') delete next[name]
  return next
}

export function isFiltered(search: AuditSearch): boolean {
  return names.some((name) => search[name] !== undefined)
}
