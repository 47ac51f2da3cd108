import type { CallOperation } from '@gatehouse/calls/call'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'
import type { CallStatus } from '../../settlement/settler-options.ts'

export type ListedCall = Pick<
  Selectable<Tables['calls']>,
  | 'id'
  | 'key_id'
  | 'alias'
  | 'reason'
  | 'prompt_tokens'
  | 'cached_tokens'
  | 'completion_tokens'
  | 'charged_micros'
  | 'balance_after_micros'
  | 'duration_ms'
  | 'created_at'
> & { operation: CallOperation; status: CallStatus }

export type CallPage = {
  limit: number
  beforeId?: string | undefined
  keyId?: string | undefined
  status?: CallStatus | undefined
  /** Limits the time at which the calls began, which their ids contain. */
  from?: Date | undefined
  to?: Date | undefined
}

/** Finished calls of the company, most recently begun first. */
export async function listCalls(
  database: Database,
  companyId: string,
  { limit, beforeId, keyId, status, from, to }: CallPage,
): Promise<ListedCall[]> {
  let query = database
    .selectFrom('calls')
    .select([
      'id',
      'key_id',
      'alias',
      'operation',
      'status',
      'reason',
      'prompt_tokens',
      'cached_tokens',
      'completion_tokens',
      'charged_micros',
      'balance_after_micros',
      'duration_ms',
      'created_at',
    ])
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  if (keyId !== undefined) query = query.where('key_id', '=', keyId)
  if (status !== undefined) query = query.where('status', '=', status)
  if (from !== undefined) query = query.where('id', '>=', sql<string>`uuid_at(${from}::timestamptz)`)
  if (to !== undefined) query = query.where('id', '<', sql<string>`uuid_at(${to}::timestamptz)`)
  return query.$castTo<ListedCall>().execute()
}
