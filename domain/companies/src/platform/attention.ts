// What a person should look at: in one company, for its admins, and on the platform, for super admins.
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'

export const attentionKinds = [
  'COMPANY_SUSPENDED',
  'COMPANY_PAUSED',
  'BALANCE_LOW',
  'PAYMENT_FAILED',
  'KEY_EXPIRING',
  'CALLS_PARKED',
  'DOCUMENTS_REFUSED',
  'MODEL_WORK_WAITING',
  'PROVIDER_EVENTS_FAILED',
  'TASKS_FAILED',
  'RECONCILIATION_DRIFT',
  'ROUTE_OPEN',
  'ROUTES_UNKNOWN',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

export type Attention = {
  kind: AttentionKind
  /** One sentence that says what to do. */
  text: string
  /** Null if it is not known. */
  since: Date | null
  subjectKind: string
  /** Null if the subject is a whole list. */
  subjectId: string | null
}

type Row = Omit<Attention, 'text'> & { name: string | null; number: number | null }

// At most this many keys or companies are named one by one.
const namedMax = 20

/** A balance is low if it would not last another week like the last one. */
export async function listAttention(database: Database, companyId: string): Promise<Attention[]> {
  const { rows } = await sql<Row>`
    select 'COMPANY_SUSPENDED' as kind, 'company' as "subjectKind", id::text as "subjectId", suspended_at as since,
           suspension_reason as name, null::int as number
      from companies where id = ${companyId} and suspended_at is not null
    union all
    select 'COMPANY_PAUSED', 'company', owner_id::text, frozen_at, null, null
      from credit_accounts where owner_id = ${companyId} and frozen_at is not null
    union all
    select 'BALANCE_LOW', 'company', c.id::text, null, null, null
      from companies c left join credit_accounts a on a.owner_id = c.id
     where c.id = ${companyId} and c.billing_mode = 'PREPAID'
       and coalesce(spendable_micros(a), 0) <= coalesce((
             select sum(charged_micros) from usage_rollups
              where company_id = ${companyId} and day > (now() at time zone 'UTC')::date - 7), 0)
    union all
    (select 'PAYMENT_FAILED', 'invoice', id::text, coalesce(due_at, created_at), number, null
       from invoices where company_id = ${companyId} and status = 'OPEN'
        and (attempt_count > 0 or is_action_required or due_at <= now())
      order by id desc limit ${namedMax})
    union all
    (select 'KEY_EXPIRING', 'key', id::text, expires_at - interval '7 days', name, null
       from api_keys where company_id = ${companyId} and revoked_at is null
        and expires_at > now() and expires_at < now() + interval '7 days'
      order by expires_at limit ${namedMax})
    union all
    select 'CALLS_PARKED', 'call', null, min(c.created_at), null, count(*)::int
      from calls c where c.company_id = ${companyId} and c.status = 'PARKED'
       and not exists (select from parked_call_decisions d where d.call_id = c.id and d.company_id = ${companyId})
    having count(*) > 0
    union all
    select 'DOCUMENTS_REFUSED', 'document', null, min(updated_at), null, count(*)::int
      from documents where company_id = ${companyId} and status = 'REFUSED'
       and created_at > now() - interval '7 days'
    having count(*) > 0`.execute(database)
  return rows.map(toAttention)
}

/** Failed tasks and open routes are not in the database; the caller adds them. */
export async function listPlatformAttention(database: Database): Promise<Attention[]> {
  const { rows } = await sql<Row>`
    (select 'COMPANY_PAUSED' as kind, 'company' as "subjectKind", a.owner_id::text as "subjectId", a.frozen_at as since,
            c.name, null::int as number
       from credit_accounts a left join companies c on c.id = a.owner_id
      where a.frozen_at is not null order by a.frozen_at limit ${namedMax})
    union all
    select 'CALLS_PARKED', 'call', null, min(c.created_at), null, count(*)::int
      from calls c where c.status = 'PARKED'
       and not exists (select from parked_call_decisions d where d.call_id = c.id)
    having count(*) > 0
    union all
    select 'PROVIDER_EVENTS_FAILED', 'provider_event', null, min(received_at), null, count(*)::int
      from provider_events
     where status = 'QUARANTINED' or (status in ('RECEIVED', 'PARKED') and received_at < now() - interval '10 minutes')
    having count(*) > 0
    union all
    (select 'RECONCILIATION_DRIFT', 'reconciliation', id::text, ended_at, null, jsonb_array_length(drifts)
       from (select * from reconciliation_reports order by id desc limit 1) last where has_drift)`.execute(
    database,
  )
  return rows.map(toAttention)
}

function toAttention(row: Row): Attention {
  const { kind, since, subjectKind, subjectId } = row
  return { kind, since, subjectKind, subjectId, text: describeAttention(row) }
}

function describeAttention({ kind, name, number }: Pick<Row, 'kind' | 'name' | 'number'>): string {
  switch (kind) {
    case 'COMPANY_SUSPENDED':
      return `The company is suspended, and its calls are refused: ${name ?? ''}`
    case 'COMPANY_PAUSED':
      return `Reconciliation paused ${name ?? 'the company'}: billable calls are refused until a super admin lifts the pause.`
    case 'BALANCE_LOW':
      return 'The balance would not last another week like the last one. Buy credits.'
    case 'PAYMENT_FAILED':
      return `The invoice ${name ?? ''} is not paid. Open it and complete the payment.`
    case 'KEY_EXPIRING':
      return `The key ${name ?? ''} expires within a week. Rotate it.`
    case 'CALLS_PARKED':
      return `${count(number, 'call was', 'calls were')} answered but not charged, because the usage is implausible. A super admin decides about it.`
    case 'DOCUMENTS_REFUSED':
      return `${count(number, 'document', 'documents')} of the last week could not be read. Upload in another format.`
    case 'MODEL_WORK_WAITING':
      return 'The allowance for model work is used up: parses, judgements and insights wait until it renews.'
    case 'PROVIDER_EVENTS_FAILED':
      return `${count(number, 'event', 'events')} of the payment provider could not be applied. Replay or ignore.`
    case 'TASKS_FAILED':
      return `${count(number, 'background task', 'background tasks')} failed permanently. Read why, then replay.`
    case 'RECONCILIATION_DRIFT':
      return `The last reconciliation found ${count(number, 'difference', 'differences')}. Read its report.`
    case 'ROUTE_OPEN':
      return `The circuit breaker of the route ${name ?? ''} is not closed at ${count(number, 'gateway', 'gateways')}, because its calls failed. Check the provider.`
    case 'ROUTES_UNKNOWN':
      return 'Whether routes are open cannot be read, because Redis does not respond. Check Redis.'
  }
}

function count(number: number | null, one: string, several: string): string {
  return `${number} ${number === 1 ? one : several}`
}

/** An item that another package found. */
export function createAttention(
  item: Omit<Attention, 'text'> & { name?: string; number?: number },
): Attention {
  return toAttention({ name: null, number: null, ...item })
}
