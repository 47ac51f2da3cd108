// The query of an export: the company, the period and the filters that the GraphQL query of the same data has.
import { isStorable } from '@gatehouse/runtime/storable-text'
import { z } from 'zod'
import { badExportQuery } from './export-faults.ts'

export type ExportQuery = {
  companyId: string
  from: Date
  /** Exclusive; undefined means no end, so that the newest rows are included. */
  to: Date | undefined
  filter: ExportFilter
}

type ExportFilter = Readonly<Partial<Record<FilterName, string>>>

const filterNames = [
  'action',
  'actorId',
  'keyId',
  'model',
  'operation',
  'reason',
  'status',
  'subjectId',
  'subjectKind',
] as const
export type FilterName = (typeof filterNames)[number]

const text = z.string().refine(isStorable, 'must be valid Unicode without the character NUL')

const filters: Readonly<Record<FilterName, z.ZodType<string>>> = {
  action: text,
  actorId: text,
  keyId: z.uuid().toLowerCase(),
  model: text,
  operation: text,
  reason: text,
  status: z.enum(['SUCCEEDED', 'FAILED', 'PARKED']),
  subjectId: text,
  subjectKind: text,
}

// Postgres accepts neither a year 0 nor an offset of more than 14 hours from UTC.
const impossible = /^0000-|[+-](?:1[5-9]|2\d):?\d\d$/
const error = 'must be a date or a time, such as 2026-10-01 or 2026-10-01T12:00:00Z'
const time = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error })
  .refine((text) => !impossible.test(text), { error })
  .transform((text) => new Date(text))

const dayMs = 86_400_000
const defaultDays = 30
const daysMax = 3_660

export function readExportQuery(
  given: unknown,
  { allowed, nowMs }: { allowed: readonly FilterName[]; nowMs: number },
): ExportQuery {
  const parsed = z
    .strictObject({
      companyId: z.uuid({ error: 'must be the id of a company' }).toLowerCase(),
      from: time.optional(),
      to: time.optional(),
      ...Object.fromEntries(allowed.map((name) => [name, filters[name].optional()])),
    })
    .safeParse(given)
  if (!parsed.success) throw badExportQuery(describeIssue(parsed.error, allowed))
  const { companyId, to, from: since, ...filter } = parsed.data
  const endMs = to?.getTime() ?? nowMs
  const from = since ?? new Date(endMs - defaultDays * dayMs)
  if (from.getTime() > endMs) throw badExportQuery('from must not be later than to.')
  if (endMs - from.getTime() > daysMax * dayMs)
    throw badExportQuery(`An export covers at most ${daysMax} days. Set from and to.`)
  return { companyId, from, to, filter }
}

function describeIssue({ issues: [issue] }: z.ZodError, allowed: readonly FilterName[]): string {
  const known = ['companyId', 'from', 'to', ...allowed].join(', ')
  if (issue?.code === 'unrecognized_keys')
    return `${issue.keys.join(', ')}: not a parameter of this export. Its parameters are ${known}.`
  return `${issue?.path.join('.') ?? 'query'}: ${issue?.message ?? 'is not valid'}. The parameters are ${known}.`
}

/** `gatehouse-calls-2026-10-01-2026-10-31.csv`, with the first and the last day. */
export function exportFileName(kind: string, { from, to }: ExportQuery, nowMs: number): string {
  const lastMs = Math.max(from.getTime(), (to?.getTime() ?? nowMs) - 1)
  return `gatehouse-${kind}-${dayOf(from)}-${dayOf(new Date(lastMs))}.csv`
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
